import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Registry, RegistrySource } from '@lectern/registry';
import { settingsName, type WorkerSettings } from '@lectern/worker/names';
import type { Hono } from 'hono';
import type { ShellRelease } from './ShellRelease.ts';
import { workerPolicy } from './policy.ts';

/** The built service worker, and the script that removes it. */
export interface WorkerScripts {
  on: string;
  off: string;
}

/** Reads the build's worker. @throws Error if there is none */
export const readWorkerScripts = async (dist: string): Promise<WorkerScripts> => ({
  on: await readFile(join(dist, 'worker/service-worker.js'), 'utf8'),
  off: await readFile(join(dist, 'worker/no-service-worker.js'), 'utf8'),
});

/** The origins of all deployments, so that every visitor gets the same worker. */
const originsIn = ({ microFrontends }: Registry): string[] =>
  [
    ...new Set(
      Object.values(microFrontends)
        .flat()
        .map(({ url }) => new URL(url).origin),
    ),
  ].sort();

export interface WorkerRouteOptions {
  release: ShellRelease;
  scripts: WorkerScripts;
  registry: RegistrySource;
  apiUrl: string;
  isDevelopment: boolean;
}

/** Serves the service worker and the app's manifest. */
export const workerRoutes = (app: Hono, { release, scripts, registry, apiUrl, isDevelopment }: WorkerRouteOptions): void => {
  app.get('/service-worker.js', async (context) => {
    const current = await registry.current();
    const isOff = isDevelopment || current.serviceWorker === 'off';
    const settings: WorkerSettings = { api: apiUrl, remotes: originsIn(current) };
    return context.body(isOff ? scripts.off : `self.${settingsName}=${JSON.stringify(settings)};\n${scripts.on}`, 200, {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': workerPolicy({ api: new URL(apiUrl).origin, remotes: settings.remotes }),
      'x-content-type-options': 'nosniff',
    });
  });
  app.get('/manifest.webmanifest', (context) =>
    context.body(
      JSON.stringify({
        id: '/',
        name: 'Lectern',
        short_name: 'Lectern',
        description: 'Study guides, quizzes and flashcards from your slides and notes.',
        start_url: '/dashboard',
        scope: '/',
        display: 'standalone',
        background_color: '#faf7f1',
        theme_color: '#faf7f1',
        icons: release.icons
          .filter(({ purpose }) => purpose !== 'apple')
          .map(({ file, size, purpose }) => ({
            src: `/assets/${file}`,
            sizes: `${String(size)}x${String(size)}`,
            type: 'image/png',
            purpose,
          })),
      }),
      200,
      { 'content-type': 'application/manifest+json', 'cache-control': 'public, max-age=3600', 'x-content-type-options': 'nosniff' },
    ),
  );
};
