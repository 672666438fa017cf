import { useEffect, useEffectEvent } from 'react';

/** Calls back when the learner comes back from another site by the browser's "back" and finds the page as it was left. */
export const useReturnToPage = (listener: () => void): void => {
  const onReturn = useEffectEvent(listener);
  useEffect(() => {
    const onShow = (event: PageTransitionEvent): void => {
      if (event.persisted) onReturn();
    };
    window.addEventListener('pageshow', onShow);
    return () => {
      window.removeEventListener('pageshow', onShow);
    };
  }, []);
};
