import { useCallback, useState, type ComponentType, type ReactNode } from 'react';
import { LazyPart } from './LazyPart';
import { LoadProblem } from './LoadProblem';

export interface OpenedPartProps<Props extends { isOpen: boolean; onClose: () => void }> {
  /** Stands at its module's top level. */
  load: () => Promise<ComponentType<Props>>;
  props: Props;
}

/** Something over the page whose code comes when it is first opened. What does not come is closed again, with a sentence. */
export const OpenedPart = <Props extends { isOpen: boolean; onClose: () => void }>({ load, props }: OpenedPartProps<Props>): ReactNode => {
  const { isOpen, onClose } = props;
  // Kept once used, so that closing can return the focus.
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
