import { useEffect, useState } from 'react';

const attempt = <Result>(action: () => Result): Result | undefined => {
  try {
    return action();
  } catch {
    return undefined;
  }
};

/** Whether something is shown for the first time in this browser. It stays true until the page is left. */
export const useFirstTime = (name: string): boolean => {
  const key = `lectern.seen.${name}`;
  const [isFirst] = useState(() => attempt(() => localStorage.getItem(key)) === null);
  useEffect(() => {
    attempt(() => {
      localStorage.setItem(key, '1');
    });
  }, [key]);
  return isFirst;
};
