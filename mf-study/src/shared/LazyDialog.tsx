import { toast } from '@lectern/platform';
import { LazyPart, type LazyPartProps } from '@lectern/ui';
import { useCallback, useEffect, useRef, type ReactNode } from 'react';

interface Closable {
  onClose: () => void;
}

/** A dialog whose code loads when it is first opened. If that fails, it says so and closes. */
export const LazyDialog = <Props extends Closable>({ load, props }: Pick<LazyPartProps<Props>, 'load' | 'props'>): ReactNode => {
  const { onClose } = props;
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  const tellFailure = useCallback(() => {
    toast.error('The editor could not be loaded. Please try again.');
    close.current();
  }, []);
  return <LazyPart load={load} props={props} onFailure={tellFailure} />;
};
