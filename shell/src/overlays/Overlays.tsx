import { closeUpgradeModal, confirmAtom, hasToastsAtom, platformStore, toast, upgradeModalAtom, useSession } from '@lectern/platform';
import { LazyPart } from '@lectern/ui';
import { useAtomValue } from 'jotai';
import { useState, useSyncExternalStore, type ReactNode } from 'react';
import { SlowCalls } from '../frame/SlowCalls';

// No page shows a toast when it opens.
const loadToasts = () => import(/* webpackChunkName: "toasts" */ './Toasts').then(({ Toasts }) => Toasts);
// Dialogs need the Radix primitives, which a visitor of the landing page does not load.
const loadConfirmHost = () => import(/* webpackChunkName: "dialogs" */ './dialogs').then(({ ConfirmHost }) => ConfirmHost);
const loadUpgradeHost = () => import(/* webpackChunkName: "dialogs" */ './dialogs').then(({ UpgradeHost }) => UpgradeHost);
// Needs the query cache, which a visitor of the landing page does not load.
const loadFollower = () => import(/* webpackChunkName: "generations" */ './GenerationFollower').then((part) => part.GenerationFollower);

const noProps = {};

/** If the dialog's code cannot be loaded, the question is answered with no. */
const giveUp = (): void => {
  platformStore.get(confirmAtom)?.answer(false);
  closeUpgradeModal();
  toast.error('Something went wrong');
};

/** Without the follower, the finished item is still in its list. */
const doNothing = (): void => undefined;

const subscribeToNothing = (): (() => void) => () => undefined;

/** The layers above every page: toasts, confirmations, the upgrade modal. */
export const Overlays = (): ReactNode => {
  const isConfirming = useAtomValue(confirmAtom) !== undefined;
  const hasToasts = useAtomValue(hasToastsAtom);
  const { isOpen } = useAtomValue(upgradeModalAtom);
  const { isAuthenticated } = useSession();
  const isHydrated = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
  // Both stay mounted after the first use, so that closing can return the focus.
  const [hasConfirmed, setHasConfirmed] = useState(false);
  const [hasOpened, setHasOpened] = useState(false);
  if (isConfirming && !hasConfirmed) setHasConfirmed(true);
  if (isOpen && !hasOpened) setHasOpened(true);
  // The server renders none of this, so it must not be part of the hydration.
  if (!isHydrated) return null;
  return (
    <>
      {hasToasts && <LazyPart load={loadToasts} props={noProps} />}
      <SlowCalls />
      {isAuthenticated && <LazyPart load={loadFollower} props={noProps} onFailure={doNothing} />}
      {(isConfirming || hasConfirmed) && <LazyPart load={loadConfirmHost} props={noProps} isWanted={isConfirming} onFailure={giveUp} />}
      {(isOpen || hasOpened) && <LazyPart load={loadUpgradeHost} props={noProps} isWanted={isOpen} onFailure={giveUp} />}
    </>
  );
};
