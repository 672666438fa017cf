import { useCallback, useState, type ComponentType, type ReactNode } from 'react';
import { LazyPart } from './LazyPart';
import { LoadProblem } from './LoadProblem';

export interface OpenedPartProps<Props extends { isOpen: boolean; onClose: () => void }> {
  /** Define it at module level. */
  load: () => Promise<ComponentType<Props>>;
  props: Props;
}

/**
 * A layer over the page whose code is loaded when it is first opened. If the load fails, it closes and shows a message.
 *
 * @example
 * ```tsx
 * const loadSurface = () => import('./SidePanelSurface').then(({ SidePanelSurface }) => SidePanelSurface);
 *
 * const SidePanel = (props: SidePanelProps): ReactNode => <OpenedPart load={loadSurface} props={props} />;
 * ```
 */
export const OpenedPart = <Props extends { isOpen: boolean; onClose: () => void }>({ load, props }: OpenedPartProps<Props>): ReactNode => {
  const { isOpen, onClose } = props;
  // Stays mounted after the first use, so that closing can return the focus.
  const [wasOpened, setWasOpened] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  if (isOpen && !wasOpened) setWasOpened(true);
  if (isOpen && hasFailed) setHasFailed(false);
  const fail = useCallback(() => {
    onClose();
    setHasFailed(true);
  }, [onClose]);
  if (hasFailed) return <LoadProblem />;
  return wasOpened && <LazyPart load={load} props={props} isWanted={isOpen} onFailure={fail} />;
};
