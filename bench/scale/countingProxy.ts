import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** The commands and answered bytes that passed a proxy. */
export interface Passed {
  commands: number;
  bytes: number;
}

/** Counts the messages in a stream of MongoDB's wire protocol: each begins with its length in four bytes, the lowest first. */
const createCounter = (count: (message: Buffer) => void) => {
  let rest = Buffer.alloc(0);
  return (chunk: Buffer): void => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= 4 && rest.length >= rest.readInt32LE(0)) {
      const length = rest.readInt32LE(0);
      count(rest.subarray(0, length));
      rest = rest.subarray(length);
    }
  };
};

/** Drivers greet a server again and again. Such a message names the command in its first bytes. */
const isGreeting = (message: Buffer): boolean => /hello|ismaster/i.test(message.subarray(0, 200).toString('latin1'));

/** Starts a proxy in front of a server for MongoDB's protocol that counts the commands and the bytes of all answers. */
export async function startCountingProxy(url: URL): Promise<{ url: URL; passed: Passed; stop: () => void }> {
  const passed: Passed = { commands: 0, bytes: 0 };
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(url.port), url.hostname);
    const greetings = new Set<number>();
    const request = createCounter((message) => {
      if (isGreeting(message)) greetings.add(message.readInt32LE(4));
      else passed.commands += 1;
    });
    const answer = createCounter((message) => {
      if (!greetings.delete(message.readInt32LE(8))) passed.bytes += message.length;
    });
    client.on('data', (chunk: Buffer) => {
      request(chunk);
      upstream.write(chunk);
    });
    upstream.on('data', (chunk: Buffer) => {
      answer(chunk);
      client.write(chunk);
    });
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy()).on('close', () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const own = new URL(url);
  own.hostname = '127.0.0.1';
  own.port = String((server.address() as AddressInfo).port);
  own.searchParams.set('directConnection', 'true');
  return {
    url: own,
    passed,
    stop: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
