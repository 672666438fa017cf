import { connect } from 'node:net';

/** Spellings of `..` that some parsers, proxies or file systems have accepted. */
const ups = [
  '..',
  '%2e%2e',
  '%2E%2E',
  '.%2e',
  '.%2E',
  '%2e.',
  '%2E.',
  '%2e%2E',
  '%252e%252e',
  '%25%32%65%25%32%65',
  '..;',
  '..;x=y',
  '..%00',
  '..%20',
  '%c0%ae%c0%ae',
  '%C0%AE%C0%AE',
  '%e0%80%ae%e0%80%ae',
  '%uff0e%uff0e',
  '..%0a',
  '..%09',
];
/** Spellings of the path separator. */
const slashes = ['/', '//', '/./', '\\', '%2f', '%2F', '%5c', '%5C', '/%2e/', '%252f'];

/**
 * Returns two hundred path traversals from a public prefix to another path, such as `/folders/../internal/events`. None is the path itself.
 * @param path - the path that an attacker wants, `/internal/events`
 */
export const spellingsOf = (prefix: string, path: string): string[] =>
  ups.flatMap((up) => slashes.map((slash) => `${prefix}${slash}${up}${slash}${path.slice(1)}`));

/** Returns spellings of a path that a router which compares raw text does not recognise. */
export const disguisesOf = (path: string): string[] => [
  ...['/.', '//', '/./', '/%2e/', '/..', '/../', '/%2e%2e/', '\\', '/\\', '/;/', '/%2f', '/%00/'].map((before) => `${before}${path}`),
  ...['http://localhost', 'http://127.0.0.1', 'https://localhost', '//localhost', '@localhost'].map((before) => `${before}${path}`),
  path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  path.replaceAll(/[a-z]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  path.replaceAll('/', '//'),
  path.replace('/internal/', '/internal/./'),
  path.replace('/internal/', '/internal%2f'),
  `${path}/..`,
  `${path}/.`,
];

const oddPieces = [
  ...ups,
  ...slashes,
  '?',
  ';',
  ':',
  '@',
  '&',
  '=',
  '%',
  '%zz',
  '%00',
  '%0d%0a',
  '%E2%80%AE',
  '..',
  'internal',
  'events',
  '|',
  '{',
  '"',
  '<',
  '^',
  '`',
];

/** Inserts one to three odd pieces into a path. */
export const oddTarget = (path: string, random: () => number): string => {
  let target = path;
  const count = 1 + Math.floor(random() * 3);
  for (let piece = 0; piece < count; piece += 1) {
    const at = 1 + Math.floor(random() * target.length);
    const odd = oddPieces[Math.floor(random() * oddPieces.length)] ?? '';
    target = `${target.slice(0, at)}${odd}${target.slice(at)}`;
  }
  return target;
};

/** The answer to one of several requests on a connection. */
export interface TargetAnswer {
  target: string;
  /** `undefined` if the connection ended before a response. */
  status: number | undefined;
}

const batch = 50;

/** Sends one raw request per target, several on each connection. No client library normalises the targets. */
export const askTargets = async (
  port: number,
  targets: readonly string[],
  { method = 'GET', headers = [], body = '' }: { method?: string; headers?: readonly string[]; body?: string } = {},
): Promise<TargetAnswer[]> => {
  const answers: TargetAnswer[] = [];
  for (let at = 0; at < targets.length; at += batch)
    answers.push(...(await askOnOneConnection(port, targets.slice(at, at + batch), { method, headers, body })));
  return answers;
};

/** Sends the requests in order. Repeats those after a request that ended the connection. */
const askOnOneConnection = async (
  port: number,
  targets: readonly string[],
  { method, headers, body }: { method: string; headers: readonly string[]; body: string },
): Promise<TargetAnswer[]> => {
  const answers: TargetAnswer[] = [];
  let isAlone = false;
  while (answers.length < targets.length) {
    // A request that the parser rejects ends the connection after the responses to earlier ones. The next one is then sent alone.
    const open = targets.slice(answers.length, isAlone ? answers.length + 1 : undefined);
    const text = await new Promise<string>((resolve) => {
      let received = '';
      const socket = connect(port, '127.0.0.1', () => {
        for (const [index, target] of open.entries())
          socket.write(
            [
              `${method} ${target} HTTP/1.1`,
              'Host: localhost',
              ...headers,
              ...(body ? ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`] : []),
              ...(index === open.length - 1 ? ['Connection: close'] : []),
              '',
              body,
            ].join('\r\n'),
          );
      });
      socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
      // A server may reset the connection after refusing a request. Responses received before that count.
      socket.on('error', () => undefined);
      socket.on('close', () => resolve(received));
    });
    const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
    if (statuses.length === 0 && isAlone) answers.push({ target: open[0] ?? '', status: undefined });
    isAlone = statuses.length === 0;
    for (const [index, status] of statuses.entries()) answers.push({ target: open[index] ?? '', status });
  }
  return answers;
};
