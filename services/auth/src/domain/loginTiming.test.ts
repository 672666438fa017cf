import { newId } from '@lectern/document-store';
import { outboxOf } from '@lectern/service-kit';
import { usersCollection } from '../store.ts';
import { mannWhitney } from '../testing/mannWhitney.ts';
import { emptyStore, outside, person, startAuth } from '../testing/startAuth.ts';
import { passwords } from './passwords.ts';

const each = 100;

type Call = (email: string, address: number) => { path: string; body: object; headers: Record<string, string>; status: number };

const logIn: Call = (email, address) => ({
  path: '/auth/login',
  body: { email, password: 'not the right one' },
  headers: { 'x-client-address': `10.0.${Math.trunc(address / 250)}.${address % 250}` },
  status: 401,
});
const askForLink: Call = (email) => ({ path: '/auth/forgot-password', body: { email }, headers: {}, status: 200 });

/** Durations of a call, in milliseconds: for addresses with an account, and for addresses without one. */
async function measure(call: Call): Promise<{ known: number[]; unknown: number[] }> {
  const world = outside();
  const store = emptyStore();
  const auth = startAuth(store, world, { passwords });
  const users = store.collection(usersCollection);
  // All accounts share one hash, because creating 100 would take longer than the whole test. Only the comparison is measured.
  const passwordHash = await passwords.hash(person('').password);
  const { password: _password, ...names } = person('');
  for (let index = 0; index < each; index++)
    await users.insert({
      ...names,
      _id: newId(),
      email: `known-${index}@students.example`,
      passwordHash,
      isVerified: true,
      isDeleted: false,
      createdAt: world.time.now.toISOString(),
      ...outboxOf([], world.time.now),
    });
  const time = async (email: string, address: number): Promise<number> => {
    const { path, status, ...request } = call(email, address);
    const started = performance.now();
    const answer = await auth.ask('POST', path, request);
    const took = performance.now() - started;
    expect(answer.status).toBe(status);
    // Work after the answer must not be measured with the next call.
    await auth.settle();
    return took;
  };
  // Warm-up: one-time work, such as creating the decoy hash for unknown addresses, is not measured.
  for (let index = 0; index < 6; index++) await time(`warm-${index}@students.example`, 900 + index);
  const known: number[] = [];
  const unknown: number[] = [];
  for (let index = 0; index < each; index++) {
    // Interleaved, in alternating order, so that other load on the machine affects both alike.
    const pair = [
      async () => void known.push(await time(`known-${index}@students.example`, index)),
      async () => void unknown.push(await time(`other-${index}@students.example`, index + 300)),
    ];
    for (const one of index % 2 ? pair.reverse() : pair) await one();
  }
  await auth.close();
  return { known, unknown };
}

test.each([
  ['a failed sign-in', logIn],
  ['asking for a link', askForLink],
])(
  'the time of %s does not tell whether an address has an account',
  async (_name, call) => {
    // Without a difference one run in a hundred is significant by chance, and three runs in a row one in a million. A real
    // difference is significant in every run.
    const found: number[] = [];
    while (found.length < 3) {
      const { known, unknown } = await measure(call);
      const { p } = mannWhitney(known, unknown);
      if (p > 0.01) return;
      found.push(p);
    }
    throw new Error(`The times differ, three times in a row: p = ${found.join(', ')}.`);
  },
  120_000,
);
