import { partsOf } from './SingleCopyPlugin.js';

/** Returns the chunks that loading a screen requests, without the entry. */
export const chunksOfScreen = (/** @type {import('webpack').Compilation} */ compilation, /** @type {string} */ ending) => {
  const groups = new Set();
  for (const module of compilation.modules) {
    if (!partsOf(module).some(({ resource }) => resource?.replaceAll('\\', '/').endsWith(ending))) continue;
    for (const chunk of compilation.chunkGraph.getModuleChunksIterable(module)) {
      for (const group of chunk.groupsIterable) if (!group.isInitial()) groups.add(group);
    }
  }
  // Screens share chunks, so the groups also include other screens' imports. Only imports of this file count.
  const request = `/${ending
    .split('/')
    .at(-1)
    ?.replace(/\.tsx?$/, '')}`;
  const own = [...groups].filter(({ origins }) => origins.some((origin) => origin.request?.endsWith(request)));
  const files = (own.length > 0 ? own : [...groups]).flatMap((group) => group.getFiles());
  return [...new Set(files)].filter((file) => file.endsWith('.js'));
};

/** Returns the chunks that loading any slot of a remote requests (`src/….slot.tsx`), without the entry. */
export const chunksOfSlots = (/** @type {import('webpack').Compilation} */ compilation) => {
  const resources = [...compilation.modules].flatMap((module) =>
    partsOf(module).map(({ resource }) => resource?.replaceAll('\\', '/') ?? ''),
  );
  const slots = resources.filter((resource) => resource.endsWith('.slot.tsx')).sort();
  return [...new Set(slots.flatMap((slot) => chunksOfScreen(compilation, slot)))];
};
