import { browserStorage } from '@lectern/platform';
import { useEffect, useState } from 'react';

/** Whether a feature is shown for the first time in this browser. Stays true until the learner leaves the page. */
export const useFirstTime = (name: string): boolean => {
  const key = `lectern.seen.${name}`;
  const [isFirst] = useState(() => browserStorage.local.lacks(key));
  useEffect(() => {
    browserStorage.local.write(key, '1');
  }, [key]);
  return isFirst;
};
