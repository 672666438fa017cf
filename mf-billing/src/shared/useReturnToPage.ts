import { useEffect, useEffectEvent } from 'react';

/** Calls the listener when the browser restores the page from its back/forward cache. */
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
