import { createStore } from 'jotai';

/** The one store of the page: plain functions such as `signOut` and components read and write the same atoms. */
export const platformStore = createStore();
