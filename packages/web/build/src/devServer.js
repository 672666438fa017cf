/**
 * Serves one remote from its source, at `http://localhost:<port>/remoteEntry.js`, and notifies open pages of every edit. Runs as a separate process:
 * `devServer.js <name> <folder> <port>`. Prints problems of the source.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import webpack from 'webpack';
import WebpackDevServer from 'webpack-dev-server';
import { remoteDevConfig } from './remoteConfig.js';

const [name = '', folder = '', port = ''] = process.argv.slice(2);
/** The origins of pages served by this machine, where the site runs in development. */
const ofThisMachine = /^https?:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/;

const compiler = webpack(remoteDevConfig({ name, folder }));

compiler.hooks.done.tap('devServer', (stats) => {
  const { errors = [] } = stats.toJson({ all: false, errors: true });
  const seconds = (((stats.endTime ?? 0) - (stats.startTime ?? 0)) / 1000).toFixed(2);
  process.stdout.write(`${name}: ${errors.length === 0 ? `built in ${seconds} s` : errors.map(({ message }) => message).join('\n')}\n`);
});

const server = new WebpackDevServer(
  {
    host: '127.0.0.1',
    port: Number(port),
    hot: true,
    // Reloads a page that cannot apply an edit.
    liveReload: true,
    static: false,
    setupExitSignals: false,
    headers: ({ headers: { origin } }) => ({
      // Pages of the site fetch scripts with CORS, from another origin. A page of another site must not read unreleased source.
      ...(origin !== undefined && ofThisMachine.test(origin) && { 'access-control-allow-origin': origin }),
      vary: 'origin',
      'cross-origin-resource-policy': 'cross-origin',
    }),
    client: {
      webSocketURL: `ws://localhost:${port}/ws`,
      // The overlay would need a Trusted Types policy for its markup. The terminal and the browser's console show the same errors.
      overlay: false,
      logging: 'warn',
    },
    setupMiddlewares: (middlewares) => [
      // The current routes and navigation of the source.
      {
        name: 'manifest',
        path: '/manifest.json',
        middleware: (_request, response) => {
          readFile(join(folder, 'src/manifest.json')).then(
            (content) => response.writeHead(200, { 'content-type': 'application/json' }).end(content),
            () => response.writeHead(404).end(),
          );
        },
      },
      ...middlewares,
    ],
  },
  compiler,
);

let isStopping = false;
const stop = () => {
  if (isStopping) return;
  isStopping = true;
  server.stop().finally(() => process.exit(0));
};
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
// A parent that died cannot send a signal.
process.on('disconnect', stop);

compiler.hooks.done.tap('ready', () => process.send?.({ ready: true }));
await server.start();
