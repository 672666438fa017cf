import { createStore } from 'jotai';

/** The jotai store of the page. Functions such as `signOut` and components read and write the same atoms. */
export const platformStore = createStore();
