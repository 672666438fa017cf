// Becomes part of the remote's build, which may import it.
// oxlint-disable-next-line no-restricted-imports
import { createRemote } from '@lectern/platform';
import { createElement, useSyncExternalStore } from 'react';
import { remote } from 'lectern-remote';

/**
 * Development only: the remote as exposed by its build, with every page and slot in a frame that renders the new code after an edit. Keeps
 * the state of the shell and of the query cache.
 */
const listeners = new Set();
const subscribe = (listener) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
/** The loaded parts, each with the function that reloads it. */
const loaded = new Set();

const framed = (load) => async () => {
  const part = { load, component: await load() };
  loaded.add(part);
  return function Framed(props) {
    return createElement(
      useSyncExternalStore(subscribe, () => part.component),
      props,
    );
  };
};

if (import.meta.webpackHot)
  import.meta.webpackHot.accept('lectern-remote', async () => {
    await Promise.all(
      [...loaded].map(async (part) => {
        part.component = await part.load();
      }),
    );
    for (const listener of listeners) listener();
  });

const { id, contract, routes, slots } = remote;
const exposed = createRemote({
  id,
  contract,
  // Reading `remote` always returns the newest one.
  routes: routes.map(({ path, access }) => ({
    path,
    access,
    load: framed(() => {
      const route = remote.routes.find((candidate) => candidate.path === path);
      if (!route) throw new Error(`${id} has no ${path} any more.`);
      return route.load();
    }),
  })),
  slots: Object.fromEntries(Object.keys(slots).map((name) => [name, framed(() => remote.slots[name]())])),
});

export { exposed as remote };
