import { atom, useAtomValue } from 'jotai';
import { platformStore } from './store';

export interface UpgradeModal {
  isOpen: boolean;
  /** Why it opened: the server's message. */
  message: string | undefined;
}

export const upgradeModalAtom = atom<UpgradeModal>({ isOpen: false, message: undefined });

/** Opens at a limit, when a free learner tries a premium action, and for an error with `upgradeRequired`. */
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
