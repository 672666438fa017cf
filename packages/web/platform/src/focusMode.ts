import { atom, useAtomValue } from 'jotai';
import { useLayoutEffect } from 'react';
import { platformStore } from './store';

/** What the page wants; undefined: what its manifest says. */
const focusModeAtom = atom<boolean | undefined>(undefined);

/**
 * Focus mode: the page has a header of its own with a close button. The shell draws a narrow sidebar beside it, on a phone nothing. It ends when
 * the component is unmounted.
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

/** For the shell: whether the page is in focus mode; undefined when it has not said. */
export const useIsFocusMode = (): boolean | undefined => useAtomValue(focusModeAtom, { store: platformStore });
