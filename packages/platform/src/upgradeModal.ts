import { atom, useAtomValue } from 'jotai';
import { platformStore } from './store';

export interface UpgradeModal {
  isOpen: boolean;
  /** Why it opened, in the server's words. */
  message: string | undefined;
}

export const upgradeModalAtom = atom<UpgradeModal>({ isOpen: false, message: undefined });

/** Opens when a limit is hit, a premium action is tried by a free learner, or an error carries upgradeRequired. */
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
