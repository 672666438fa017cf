import type { DomainError } from '@lectern/service-kit';
import { createHashing } from './createHashing.ts';
import type { Passwords } from './passwords.ts';

/** Hashing that ends when the test ends it, with a list of what was started. */
const slowPasswords = () => {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const work = async <T>(password: string, result: T): Promise<T> => {
    begun.push(password);
    await new Promise<void>((resolve) => ends.push(resolve));
    return result;
  };
  const passwords: Passwords = { hash: (password) => work(password, 'a hash'), fits: (password) => work(password, true) };
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
  return {
    begun,
    passwords,
    turn,
    endOne: async () => {
      ends.shift()?.();
      await turn();
    },
    endAll: async () => {
      for (let end = ends.shift(); end; end = ends.shift()) {
        end();
        await turn();
      }
    },
  };
};

describe('hashing', () => {
  it('runs a few at once, reserves a slot for sign-ins, and runs sign-ins first', async () => {
    const { begun, passwords, turn, endOne, endAll } = slowPasswords();
    const { signIn, other } = createHashing(passwords, 2);
    const work = Array.from({ length: 20 }, (_, index) => other.hash(`registration ${index}`));
    await turn();
    expect(begun).toEqual(['registration 0']);
    work.push(...[0, 1, 2].map((index) => signIn.fits(`sign-in ${index}`, undefined).then(String)));
    await turn();
    expect(begun).toEqual(['registration 0', 'sign-in 0']);
    await endOne();
    expect(begun.at(-1)).toBe('sign-in 1');
    await endOne();
    expect(begun.at(-1)).toBe('sign-in 2');
    await endAll();
    expect(await Promise.all(work)).toHaveLength(23);
    expect(begun).toHaveLength(23);
  });

  it('runs a new password also during constant sign-ins', async () => {
    const { begun, passwords, turn, endOne, endAll } = slowPasswords();
    const { signIn, other } = createHashing(passwords, 2);
    const work: Promise<unknown>[] = Array.from({ length: 20 }, (_, index) => signIn.fits(`sign-in ${index}`, undefined));
    work.push(other.hash('a new password'), other.hash('another'));
    await turn();
    for (let ended = 0; ended < 6; ended++) await endOne();
    expect(begun).toContain('a new password');
    expect(begun).not.toContain('another');
    expect(begun.filter((each) => each.startsWith('sign-in'))).toHaveLength(7);
    await endAll();
    await Promise.all(work);
  });

  it('refuses with 503 and Retry-After over the limit, and registrations take no slot of sign-ins', async () => {
    const { passwords, turn, endAll } = slowPasswords();
    const { signIn, other, expectRoom } = createHashing(passwords, 2);
    const flood = Array.from({ length: 1_000 }, () => other.hash('a flood').catch((error: DomainError) => error.code));
    await turn();
    expect(expectRoom).toThrow('We are very busy right now.');
    const signIns = Array.from({ length: 100 }, () => signIn.fits('a password', undefined));
    await endAll();
    expect(await Promise.all(signIns)).toEqual(Array<boolean>(100).fill(true));
    const results = await Promise.all(flood);
    // One runs and a hundred wait.
    expect(results.filter((result) => result === 'a hash')).toHaveLength(101);
    expect(results.filter((result) => result === 'unavailable')).toHaveLength(899);
    expect(expectRoom).not.toThrow();
  });

  it('limits sign-ins, too, and goes on after a failure', async () => {
    const { passwords, turn, endAll } = slowPasswords();
    const { signIn } = createHashing({ ...passwords, hash: async () => Promise.reject(new Error('no memory')) }, 2);
    await expect(signIn.hash('a password')).rejects.toThrow('no memory');
    const many = Array.from({ length: 150 }, () => signIn.fits('a password', undefined).catch((error: unknown) => error));
    await turn();
    await endAll();
    const refused = (await Promise.all(many)).filter((result) => result !== true);
    expect(refused).toHaveLength(48);
    expect(refused[0]).toMatchObject({ code: 'unavailable', retryAfterSeconds: 5 });
  });
});
