import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ServiceName } from '@lectern/contracts';

const program = '/usr/sbin/nginx';
const brotli = '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so';
const folderOfTemplates = join(import.meta.dirname, '../../deploy/nginx');

/** Why nginx cannot be tested on this machine, in one line; `undefined` if it can. */
export const nginxMissing = (): string | undefined =>
  existsSync(program) && existsSync(brotli)
    ? undefined
    : 'nginx is missing (Debian: apt-get install nginx libnginx-mod-http-brotli-static); the tests of the production set-up need it.';

export interface NginxSettings {
  port: number;
  releases: string;
  /** Host and port. */
  shell: string;
  /** One or several processes. */
  gateway: string | readonly string[];
  /** Services with several processes, each at one port of nginx. */
  services?: Readonly<Record<ServiceName, { port: number; processes: readonly string[] }>>;
}

/** Replaces the variables of a template, as envsubst does. */
const fill = (template: string, values: Readonly<Record<string, string>>): string =>
  readFileSync(join(folderOfTemplates, template), 'utf8').replaceAll(
    /\$\{(LECTERN_\w+)\}/g,
    (whole, name: string) => values[name] ?? whole,
  );

const filledServices = (services: NonNullable<NginxSettings['services']>): string =>
  fill(
    'services.conf.template',
    Object.fromEntries(
      Object.entries(services).flatMap(([service, { port, processes }]) => [
        [`LECTERN_${service.toUpperCase()}`, processes.map((address) => `server ${address} max_fails=0;`).join(' ')],
        [`LECTERN_${service.toUpperCase()}_LISTEN`, `127.0.0.1:${String(port)}`],
      ]),
    ),
  );

const filled = ({ port, releases, shell, gateway }: NginxSettings): string => {
  const values: Record<string, string> = {
    LECTERN_LISTEN: `127.0.0.1:${String(port)}`,
    LECTERN_SERVER_NAME: 'localhost',
    LECTERN_RELEASES: releases,
    LECTERN_SHELL: shell,
    LECTERN_GATEWAY: [gateway].flat().join(' max_fails=0; server '),
  };
  return fill('lectern.conf.template', values);
};

/** Runs Debian's nginx with the configuration in `deploy/nginx`, in the foreground and as this user. @throws Error if it is missing */
export const startNginx = async (settings: NginxSettings): Promise<{ stop: () => Promise<void>; printed: () => string }> => {
  const missing = nginxMissing();
  if (missing !== undefined) throw new Error(missing);
  const folder = mkdtempSync(join(tmpdir(), 'lectern-nginx-'));
  mkdirSync(join(folder, 'temp'));
  writeFileSync(join(folder, 'lectern.conf'), filled(settings));
  writeFileSync(join(folder, 'services.conf'), settings.services ? filledServices(settings.services) : '');
  writeFileSync(
    join(folder, 'nginx.conf'),
    `load_module ${brotli};
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log stderr warn;
${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 512; }
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/temp/${name};`).join('\n  ')}
  include ${folder}/lectern.conf;
  include ${folder}/services.conf;
}
`,
  );
  const child = spawn(program, ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr'], { stdio: ['ignore', 'ignore', 'pipe'] });
  let printed = '';
  child.stderr.on('data', (chunk) => (printed += String(chunk)));
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const isUp = (): Promise<boolean> =>
    fetch(`http://127.0.0.1:${String(settings.port)}/nginx/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isUp())) {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${String(child.exitCode)}:\n${printed}`);
    await delay(50);
  }
  return {
    printed: () => printed,
    stop: async () => {
      child.kill('SIGQUIT');
      const cutting = setTimeout(() => child.kill('SIGTERM'), 3_000);
      await ended;
      clearTimeout(cutting);
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
