import { useSearchParams } from '@lectern/platform/router';
import { useEffect, useState } from 'react';

const pauseMs = 250;

/** A search that lives in the address (`q`), so that back, forward and reload keep it; `settled` follows a pause in typing. */
export const useSearchText = (): { text: string; settled: string; setText: (text: string) => void } => {
  const [parameters, setParameters] = useSearchParams();
  const settled = parameters.get('q') ?? '';
  const [text, setText] = useState(settled);

  useEffect(() => {
    if (text === settled) return;
    const timer = setTimeout(() => {
      setParameters(
        (current) => {
          const next = new URLSearchParams(current);
          if (text) next.set('q', text);
          else next.delete('q');
          return next;
        },
        { replace: true },
      );
    }, pauseMs);
    return () => {
      clearTimeout(timer);
    };
  }, [text, settled, setParameters]);

  return { text, settled, setText };
};
