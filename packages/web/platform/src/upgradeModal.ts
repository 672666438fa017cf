import { atom, useAtomValue } from 'jotai';
import { platformStore } from './store';

export interface UpgradeModal {
  isOpen: boolean;
  /** The reason for opening: the server's message. */
  message: string | undefined;
}

export const upgradeModalAtom = atom<UpgradeModal>({ isOpen: false, message: undefined });

/** Opens the upgrade modal: at a limit, for a premium action of a free learner, and for an error with `upgradeRequired`. */
export const openUpgradeModal = (message?: string): void => {
  platformStore.set(upgradeModalAtom, { isOpen: true, message });
};

export const closeUpgradeModal = (): void => {
  platformStore.set(upgradeModalAtom, (current) => ({ ...current, isOpen: false }));
};

export const useUpgradeModal = (): UpgradeModal & { open: typeof openUpgradeModal; close: typeof closeUpgradeModal } => ({
  ...useAtomValue(upgradeModalAtom, { store: platformStore }),
  open: openUpgradeModal,
  close: closeUpgradeModal,
});
