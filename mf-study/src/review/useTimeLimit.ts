import { useEffect, useState } from 'react';

const minuteMs = 60 * 1000;

/**
 * Ends a session after a time. The item on screen may be finished: the time is checked after each step.
 *
 * @param minutes - undefined for a session without a limit
 * @param steps - the number of finished steps
 */
export const useTimeLimit = (minutes: number | undefined, steps: number): { isUp: boolean; lift: () => void } => {
  const [startedAt] = useState(() => performance.now());
  const [isUp, setIsUp] = useState(false);
  const [isLifted, setIsLifted] = useState(false);
  useEffect(() => {
    if (minutes !== undefined && steps > 0 && performance.now() - startedAt >= minutes * minuteMs) setIsUp(true);
  }, [minutes, steps, startedAt]);
  return {
    isUp: isUp && !isLifted,
    lift: () => {
      setIsLifted(true);
    },
  };
};
