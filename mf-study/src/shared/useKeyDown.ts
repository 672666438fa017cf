import { useEffect, useEffectEvent } from 'react';

/** Listens for key presses on the whole page while the component is mounted. */
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
