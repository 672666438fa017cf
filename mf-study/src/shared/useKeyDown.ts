import { useEffect, useEffectEvent } from 'react';

/** Listens to the keys of the whole page while the screen is shown. */
export const useKeyDown = (listener: (event: KeyboardEvent) => void): void => {
  const onKeyDown = useEffectEvent(listener);
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      onKeyDown(event);
    };
    document.addEventListener('keydown', listen);
    return () => {
      document.removeEventListener('keydown', listen);
    };
  }, []);
};
