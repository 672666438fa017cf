import type { ChosenRemote } from '@lectern/registry';
import type { KeptFiles } from '@lectern/worker/names';
import type { ShellRelease } from './ShellRelease.ts';

/** The files that the service worker keeps for the time without a network: the shell, and each remote with its slots and the screens of learners. */
export const keptFiles = (release: ShellRelease, remotes: readonly ChosenRemote[]): KeptFiles => {
  const ofRemotes = remotes.map(({ entry, integrity, manifest, routes, chunks = [], slotChunks = [] }) => {
    const screens = manifest.routes.filter(({ access }) => access === 'signed-in').flatMap(({ path }) => routes[path] ?? []);
    const needed = new Set([...screens, ...slotChunks].map(({ file }) => file));
    const all = new Map(
      [...screens, ...slotChunks, ...chunks].map((chunk) => [chunk.file, { ...chunk, file: new URL(`../${chunk.file}`, entry).href }]),
    );
    return {
      ahead: [{ file: entry, integrity }, ...[...all].filter(([file]) => needed.has(file)).map(([, chunk]) => chunk)],
      onUse: [...all].filter(([file]) => !needed.has(file)).map(([, chunk]) => chunk),
    };
  });
  return {
    shell: [
      ...release.chunks.map(({ file, integrity }) => ({ file: `/assets/${file}`, integrity })),
      ...release.fonts.preload.map((name) => ({ file: `/assets/fonts/${name}` })),
    ],
    remotes: ofRemotes.flatMap(({ ahead }) => ahead),
    onUse: ofRemotes.flatMap(({ onUse }) => onUse),
  };
};
