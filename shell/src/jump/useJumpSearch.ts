import type { NavigationManifest } from '@lectern/platform';
import { useQueries } from '@lectern/platform/query';
import { useEffect, useState } from 'react';
import { jumpSources, type JumpTarget } from './jumpSources';

/** The search is sent after a pause in typing of this length. Milliseconds. */
const pauseMs = 200;

export interface JumpGroup {
  name: string;
  targets: readonly JumpTarget[];
}

export interface JumpSearch {
  /** The results so far, without empty groups. */
  groups: readonly JumpGroup[];
  /** Whether a response is pending. */
  isSearching: boolean;
  /** Names of the kinds that could not be searched. */
  failed: readonly string[];
  retry: () => void;
}

const useSettled = (text: string): string => {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => {
      setSettled(text);
    }, pauseMs);
    return () => {
      clearTimeout(timer);
    };
  }, [text]);
  return settled;
};

const placesMatching = (navigation: readonly NavigationManifest[], q: string): JumpTarget[] => {
  const places = [
    ...navigation.map(({ label, path, icon }) => ({ title: label, path, icon })),
    { title: 'Create a guide', path: '/study-materials/create', icon: 'create' },
    { title: 'Subscription', path: '/subscription', icon: 'subscription' },
  ];
  return places.filter(({ title }) => title.toLowerCase().includes(q.toLowerCase()));
};

/** Searches the site's pages immediately and the learner's items through the services. Each kind succeeds or fails on its own. */
export const useJumpSearch = (typed: string, navigation: readonly NavigationManifest[]): JumpSearch => {
  const text = typed.trim();
  const q = useSettled(text);
  const isAsked = text !== '' && text === q;
  const results = useQueries({
    queries: jumpSources.map(({ name, find }) => ({
      // The key is not nested under the shared keys, because `listCache` would add new items to these results.
      queryKey: ['jump', name, q],
      queryFn: ({ signal }: { signal: AbortSignal }) => find(q, signal),
      enabled: isAsked,
      staleTime: 0,
    })),
  });
  const found = isAsked ? jumpSources.map(({ name }, index) => ({ name, targets: results[index]?.data ?? [] })) : [];
  const places = { name: 'Places', targets: placesMatching(navigation, text) };
  return {
    groups: (text === '' ? [places] : [...found, places]).filter(({ targets }) => targets.length > 0),
    isSearching: text !== '' && (!isAsked || results.some(({ isFetching, data }) => isFetching && data === undefined)),
    failed: isAsked
      ? jumpSources.filter((_source, index) => results[index]?.isError && !results[index].isFetching).map(({ name }) => name)
      : [],
    retry: () => {
      for (const result of results) if (result.isError) void result.refetch();
    },
  };
};
