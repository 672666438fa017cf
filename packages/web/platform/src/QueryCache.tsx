import { QueryClientContext, type QueryClient } from '@tanstack/react-query';
import { atom, useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { platformStore } from './store';

/** The query cache. Undefined until its code is loaded with the first remote, because the landing page needs none. */
export const queryClientAtom = atom<QueryClient | undefined>(undefined);

/** Provides the query cache to all remotes. Unlike the library's own provider, it does not import the cache's code. */
export const QueryCache = ({ children }: { children: ReactNode }): ReactNode => (
  <QueryClientContext.Provider value={useAtomValue(queryClientAtom, { store: platformStore })}>{children}</QueryClientContext.Provider>
);
