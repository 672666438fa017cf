import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@lectern/test-servers';

/** A process that the benchmark has started. */
export interface Program {
  url: string;
  /** The process and its workers. */
  pids: readonly number[];
  stop: () => Promise<void>;
}

/** Starts a file of this folder, which sends a message once it listens. @param args the arguments after the port */
export const startProgram = async (file: string, ...args: string[]): Promise<Program> => {
  const port = await freePort();
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, file), String(port), ...args], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await Promise.race([
    new Promise<void>((resolve) => child.once('message', () => resolve())),
    ended.then(() => {
      throw new Error(`${file} has ended.`);
    }),
  ]);
  return {
    url: `http://127.0.0.1:${port}`,
    pids: [child.pid ?? 0],
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
};

const configuration = (folder: string, port: number, upstream: string, checker: string): string => `daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log stderr error;
${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 512; }
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/temp/${name};`).join('\n  ')}
  keepalive_requests 1000000;
  upstream service { server ${new URL(upstream).host}; keepalive 64; keepalive_requests 1000000; }
  upstream checker { server ${new URL(checker).host}; keepalive 64; keepalive_requests 1000000; }
  server {
    listen 127.0.0.1:${port};
    location = /token {
      internal;
      proxy_pass http://checker;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_pass_request_body off;
      proxy_set_header Content-Length "";
    }
    location / {
      auth_request /token;
      proxy_pass http://service;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header X-Request-Id $request_id;
      add_header X-Request-Id $request_id;
      add_header Cache-Control no-store;
      add_header X-Content-Type-Options nosniff;
    }
  }
}
`;

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);

/**
 * Starts Debian's nginx in front of a service. `auth_request` calls the token checker for each request. Adds the gateway's response
 * headers.
 */
export const startCheckingNginx = async (upstream: string, checker: Program): Promise<Program> => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-bench-nginx-'));
  const port = await freePort();
  mkdirSync(join(folder, 'temp'));
  writeFileSync(join(folder, 'nginx.conf'), configuration(folder, port, upstream, checker.url));
  const child = spawn('/usr/sbin/nginx', ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = `http://127.0.0.1:${port}`;
  const isUp = (): Promise<boolean> =>
    fetch(url).then(
      () => true,
      () => false,
    );
  while (!(await isUp())) {
    if (child.exitCode !== null) throw new Error('nginx has ended.');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    url,
    pids: [...childrenOf(child.pid ?? 0), ...checker.pids],
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      await checker.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
