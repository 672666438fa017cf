import { Badge, Clock } from '@lectern/ui';
import { useEffect, useState, type ReactNode } from 'react';
import { clockWords } from './clockWords';

/** Elapsed time of a test. Not a live region, because it changes every second. */
export const TestClock = ({ startedAt }: { startedAt: number }): ReactNode => {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(Date.now());
    }, 1_000);
    return () => {
      clearInterval(timer);
    };
  }, []);
  return (
    <Badge>
      <Clock aria-hidden size={14} />
      <span role="timer" aria-live="off" aria-label="Time taken">
        {clockWords(now - startedAt)}
      </span>
    </Badge>
  );
};
