import { useCallback, useEffect, useState } from 'react';

/** Counts down to 0 in whole seconds. */
export const useCountdown = (): { seconds: number; start: (seconds: number) => void } => {
  const [end, setEnd] = useState(0);
  const [now, setNow] = useState(0);
  const seconds = Math.max(0, Math.ceil((end - now) / 1_000));
  const isRunning = seconds > 0;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => {
      setNow(performance.now());
    }, 250);
    return () => {
      clearInterval(timer);
    };
  }, [isRunning]);
  const start = useCallback((wanted: number) => {
    const time = performance.now();
    setNow(time);
    setEnd(time + wanted * 1_000);
  }, []);
  return { seconds, start };
};
