import { atom, useAtomValue } from 'jotai';
import { useLayoutEffect } from 'react';
import { platformStore } from './store';

/** The page's choice. Undefined leaves the decision to its manifest. */
const focusModeAtom = atom<boolean | undefined>(undefined);

/**
 * Focus mode: the page has its own header with a close button. The shell shows a narrow sidebar next to it, and nothing on a phone. Ends
 * when the component is unmounted.
 *
 * @param isOn undefined leaves the decision to the manifest (`isFocused` of the route)
 */
export const useFocusMode = (isOn: boolean | undefined): void => {
  useLayoutEffect(() => {
    platformStore.set(focusModeAtom, isOn);
    return () => {
      platformStore.set(focusModeAtom, undefined);
    };
  }, [isOn]);
};

/** For the shell: whether the page is in focus mode. Undefined if the page has not set it. */
export const useIsFocusMode = (): boolean | undefined => useAtomValue(focusModeAtom, { store: platformStore });
