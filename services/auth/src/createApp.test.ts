import { serviceNames } from '@lectern/contracts';
import { coalesceReads, type Collection, type DocumentStore, type Identified } from '@lectern/document-store';
import { countingStore } from '@lectern/document-store/testing';
import { mailWantedLink } from './domain/linkMails.ts';
import { MailError } from './mail/Mailer.ts';
import {
  cheapPasswords,
  contentsOf,
  emptyStore,
  mailedToken,
  outside,
  person,
  signedIn,
  startAuth,
  type Outside,
  type RunningAuth,
} from './testing/startAuth.ts';

const ada = 'ada@students.example';
/** The services that erase their data of a deleted account. */
const others = serviceNames.filter((name) => name !== 'auth');
const running: RunningAuth[] = [];
const start = (...[store, world, changes]: Parameters<typeof startAuth>): RunningAuth => {
  const auth = startAuth(store, world, changes);
  running.push(auth);
  return auth;
};
const make = () => {
  const world = outside();
  const store = emptyStore();
  return { world, store, auth: start(store, world) };
};
const down = async () => {
  throw new MailError({ code: 'ECONNECTION' });
};
const subjects = ({ mails }: Outside, to = ada) => mails.filter((mail) => mail.to === to).map((mail) => mail.subject);
const event = (auth: RunningAuth, body: object) => auth.ask('POST', '/internal/events', { body });

afterEach(async () => {
  // Closing rejects for a service whose store a test has killed.
  await Promise.all(running.splice(0).map((auth) => auth.close().catch(() => undefined)));
});

describe('mailed links', () => {
  it('are not in the store, neither while their mail waits nor afterwards', async () => {
    const { world, store, auth } = make();
    world.mood.mail = down;
    await auth.ask('POST', '/auth/register', { body: person(ada), headers: { 'idempotency-key': 'one' } });
    await auth.settle();
    const waiting = await contentsOf(store);
    expect(waiting['mails']).toContain('verify');
    world.mood.mail = async () => undefined;
    await auth.drain();
    await auth.ask('POST', '/auth/forgot-password', { body: { email: ada } });
    await auth.drain();
    const after = await contentsOf(store);
    for (const token of [mailedToken(world, ada, 'verify-email'), mailedToken(world, ada, 'reset-password')]) {
      expect(token).toHaveLength(43);
      for (const contents of [waiting, after]) expect(JSON.stringify(contents)).not.toContain(token);
    }
    expect(JSON.stringify([waiting, after])).not.toContain(person(ada).password);
  });

  it('are requested without delay while the mail server hangs, and sent once when it is back', async () => {
    const { world, store } = make();
    let isBack = false;
    world.mood.mail = () => (isBack ? Promise.resolve() : new Promise(() => undefined));
    const auth = start(store, world);
    expect((await auth.ask('POST', '/auth/register', { body: person(ada) })).status).toBe(201);
    expect((await auth.ask('POST', '/auth/forgot-password', { body: { email: ada } })).status).toBe(200);
    expect(world.mails).toEqual([]);
    isBack = true;
    world.pass(11_000);
    const next = start(store, world);
    await next.drain();
    expect(subjects(world).sort()).toEqual(['Choose a new password for Lectern', 'Verify your email for Lectern']);
  });
});

describe('mails to one address', () => {
  it.each([
    ['/auth/resend-verification', 'Verify your email for Lectern', false],
    ['/auth/forgot-password', 'Choose a new password for Lectern', true],
  ])('are one for fifty concurrent calls of %s on two processes', async (path, subject, isVerified) => {
    const { world, store, auth } = make();
    const other = start(store, world);
    if (isVerified) await signedIn(auth, world, ada);
    else {
      await auth.ask('POST', '/auth/register', { body: person(ada) });
      await auth.settle();
    }
    world.pass(61_000);
    const before = world.mails.length;
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => (index % 2 ? auth : other).ask('POST', path, { body: { email: ada } })),
    );
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.message as string}`)).size).toBe(1);
    await auth.drain(other);
    expect(world.mails.slice(before).map((mail) => mail.subject)).toEqual([subject]);
  });

  it('are five for fifty concurrent registrations, each with a valid link', async () => {
    const { world, store, auth } = make();
    const other = start(store, world);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => (index % 2 ? auth : other).ask('POST', '/auth/register', { body: person(ada) })),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(45);
    expect(Number(answers.find(({ status }) => status === 429)?.headers.get('retry-after'))).toBeGreaterThan(0);
    await auth.drain(other);
    expect(subjects(world)).toHaveLength(5);
  });

  it('are limited to five an hour', async () => {
    const { world, auth } = make();
    await signedIn(auth, world, ada);
    const statuses: number[] = [];
    for (let round = 0; round < 7; round++) {
      statuses.push((await auth.ask('POST', '/auth/forgot-password', { body: { email: ada } })).status);
      world.pass(61_000);
      await auth.settle();
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
    expect(subjects(world).filter((subject) => subject.startsWith('Choose'))).toHaveLength(5);
    world.pass(3_600_000);
    expect((await auth.ask('POST', '/auth/forgot-password', { body: { email: ada } })).status).toBe(200);
  });
});

describe('guessing a password', () => {
  it('ends with 429 and Retry-After, and the owner can sign in from another network', async () => {
    const { world, auth } = make();
    await signedIn(auth, world, ada);
    const logIn = (password: string, address: string) =>
      auth.ask('POST', '/auth/login', { body: { email: ada, password }, headers: { 'x-client-address': address } });
    const guesses = await Promise.all(Array.from({ length: 30 }, () => logIn('a guess', '198.51.100.1')));
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(10);
    const refused = guesses.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(20);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBe(900);
    expect((await logIn(person(ada).password, '203.0.113.9')).status).toBe(200);
    // The network of the guesses is refused even with the right password.
    expect((await logIn(person(ada).password, '198.51.100.1')).status).toBe(429);
    world.pass(900_001);
    expect((await logIn(person(ada).password, '198.51.100.1')).status).toBe(200);
  });

  it('is answered alike for an unknown address', async () => {
    const { world, auth } = make();
    await signedIn(auth, world, ada);
    const answersFor = (email: string) =>
      Promise.all(Array.from({ length: 12 }, () => auth.ask('POST', '/auth/login', { body: { email, password: 'a guess' } })));
    const shape = (answers: Awaited<ReturnType<typeof answersFor>>) =>
      answers.map(({ status, body }) => `${status} ${body.code as string} ${body.msg as string}`).sort();
    expect(shape(await answersFor('nobody@students.example'))).toEqual(shape(await answersFor(ada)));
  });
});

describe('reports of shared pages', () => {
  it('reach the operator, with the words of the reader and the address of the page', async () => {
    const { auth, world } = make();
    const report = { kind: 'deck', secret: 'a-secret', reason: ' Not theirs <b>to share</b> ' };
    expect(await auth.ask('POST', '/auth/shared-reports', { body: report })).toMatchObject({ status: 200 });
    await auth.drain();
    expect(world.mails).toEqual([
      expect.objectContaining({
        to: 'support@lectern.example',
        text: expect.stringMatching(/Not theirs <b>to share<\/b>[^]*http:\/\/localhost:3000\/shared\/deck\/a-secret/) as string,
        html: expect.stringContaining('Not theirs &#60;b&#62;to share&#60;/b&#62;') as string,
      }),
    ]);
    for (const change of [{ kind: 'account' }, { secret: '../x' }, { reason: ' ' }])
      expect((await auth.ask('POST', '/auth/shared-reports', { body: { ...report, ...change } })).status).toBe(400);
  });
});

describe('mails about changes of an account', () => {
  const changed = 'Your Lectern password was changed';

  it('a change of the password is mailed, a failed attempt is not', async () => {
    const { world, auth } = make();
    const { token } = await signedIn(auth, world, ada);
    const change = (currentPassword: string) =>
      auth.ask('PUT', '/auth/update-password', { token, body: { currentPassword, newPassword: 'another password' } });
    expect((await change('wrong')).status).toBe(400);
    await auth.settle();
    expect(subjects(world)).not.toContain(changed);
    expect((await change(person(ada).password)).status).toBe(200);
    await auth.drain();
    expect(subjects(world).filter((subject) => subject === changed)).toHaveLength(1);
    const mail = world.mails.at(-1);
    expect(mail?.text).toContain('March 5, 2026 at 10:00 AM UTC');
    expect(mail?.text.split('\n')).toContain('http://localhost:3000/forgot-password');
  });

  it('changes of the password are mailed at most once a minute and five times an hour', async () => {
    const { world, auth } = make();
    const { token } = await signedIn(auth, world, ada);
    let current = person(ada).password;
    const told = async () => {
      await auth.drain();
      return subjects(world).filter((subject) => subject === changed).length;
    };
    const counts: number[] = [];
    for (let round = 0; round < 8; round += 1) {
      for (const next of [`password ${round} a`, `password ${round} b`]) {
        const body = { currentPassword: current, newPassword: next };
        expect((await auth.ask('PUT', '/auth/update-password', { token, body })).status).toBe(200);
        current = next;
      }
      // `drain` advances the clock by about six minutes.
      counts.push(await told());
    }
    expect(counts).toEqual([1, 2, 3, 4, 5, 5, 5, 5]);
  });

  it('a reset of the password is mailed, and ends all sessions and all other links', async () => {
    const { world, auth } = make();
    const { token } = await signedIn(auth, world, ada);
    await auth.ask('POST', '/auth/forgot-password', { body: { email: ada } });
    await auth.settle();
    const first = mailedToken(world, ada, 'reset-password');
    const reset = (link: string) => auth.ask('POST', `/auth/reset-password/${link}`, { body: { password: 'another password' } });
    const both = await Promise.all([reset(first), reset(first)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    await auth.drain();
    expect(subjects(world).filter((subject) => subject === changed)).toHaveLength(1);
    expect((await auth.ask('GET', '/auth/user', { token })).status).toBe(401);
  });

  it('a link that is not valid costs no password hash', async () => {
    const world = outside();
    const hash = jest.fn(cheapPasswords.hash);
    const auth = startAuth(emptyStore(), world, { passwords: { ...cheapPasswords, hash } });
    const { status } = await auth.ask('POST', '/auth/reset-password/junk', { body: { password: 'another password' } });
    expect([status, hash.mock.calls.length]).toEqual([400, 0]);
    await auth.close();
  });

  it.each(['reset', 'changed'])('a sign-in in flight creates no session with the old password after it was %s', async (how) => {
    const { world, store, auth } = make();
    const { token } = await signedIn(auth, world, ada);
    await auth.ask('POST', '/auth/forgot-password', { body: { email: ada } });
    await auth.settle();
    let release = (): void => undefined;
    const isChanged = new Promise<void>((resolve) => (release = resolve));
    let isRight = (): void => undefined;
    const wasRight = new Promise<void>((resolve) => (isRight = resolve));
    const fits: typeof cheapPasswords.fits = async (...given) => {
      const result = await cheapPasswords.fits(...given);
      isRight();
      await isChanged;
      return result;
    };
    const slow = start(store, world, { passwords: { ...cheapPasswords, fits } });
    const signingIn = slow.ask('POST', '/auth/login', { body: person(ada) });
    await wasRight;
    const password = 'another password';
    const change =
      how === 'reset'
        ? auth.ask('POST', `/auth/reset-password/${mailedToken(world, ada, 'reset-password')}`, { body: { password } })
        : auth.ask('PUT', '/auth/update-password', { token, body: { currentPassword: person(ada).password, newPassword: password } });
    expect((await change).status).toBe(200);
    release();
    expect(await signingIn).toMatchObject({ status: 401, body: { code: 'wrong_credentials' } });
    const { sessions = '' } = await contentsOf(store);
    expect(JSON.parse(sessions)).toHaveLength(how === 'reset' ? 0 : 1);
    expect((await auth.ask('POST', '/auth/login', { body: { email: ada, password } })).status).toBe(200);
  });

  it('a changed password invalidates a mailed reset link', async () => {
    const { world, auth } = make();
    const { token } = await signedIn(auth, world, ada);
    await auth.ask('POST', '/auth/forgot-password', { body: { email: ada } });
    await auth.settle();
    const body = { currentPassword: person(ada).password, newPassword: 'another password' };
    expect((await auth.ask('PUT', '/auth/update-password', { token, body })).status).toBe(200);
    const link = mailedToken(world, ada, 'reset-password');
    expect((await auth.ask('POST', `/auth/reset-password/${link}`, { body: { password: 'a third password' } })).status).toBe(400);
  });

  it('a failed payment is mailed once, also when its event comes often and at several processes', async () => {
    const { world, store, auth } = make();
    const other = start(store, world);
    const { userId } = await signedIn(auth, world, ada);
    const failed = { type: 'payment.failed', eventId: 'evt_1', userId, amount: 999, currency: 'usd' };
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => event(index % 2 ? auth : other, failed)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    await auth.drain(other);
    await event(other, failed);
    await auth.drain(other);
    const told = world.mails.filter((mail) => mail.subject.startsWith('Your payment'));
    expect(told).toHaveLength(1);
    expect(told[0]).toMatchObject({ to: ada });
    expect(told[0]?.text).toContain('$9.99');
    expect(told[0]?.text.split('\n')).toContain('http://localhost:3000/subscription');
    expect((await event(auth, { ...failed, eventId: 'evt_2', userId: 'nobody' })).status).toBe(200);
    expect((await event(auth, { ...failed, amount: 'much' })).status).toBe(400);
    await auth.drain();
    expect(world.mails.filter((mail) => mail.subject.startsWith('Your payment'))).toHaveLength(1);
  });

  it('a reminder is mailed once for an event, with its address to unsubscribe, and not after its time', async () => {
    const { world, store, auth } = make();
    const other = start(store, world);
    const { userId } = await signedIn(auth, world, ada);
    const validUntil = new Date(world.time.now.getTime() + 7_200_000).toISOString();
    const unsubscribeUrl = 'http://localhost:8080/reviews/reminders/u1.x/unsubscribe';
    const due = { type: 'reviews.due', eventId: `${userId}-20517`, userId, due: 1, unsubscribeUrl, validUntil };
    await Promise.all([event(auth, due), event(other, due), event(auth, due)]);
    await auth.drain(other);
    const told = () => world.mails.filter((mail) => mail.subject === '1 review is due today');
    expect(told()).toMatchObject([{ to: ada, unsubscribeUrl }]);
    world.mood.mail = down;
    await event(auth, { ...due, eventId: `${userId}-20518` });
    await auth.drain();
    world.mood.mail = async () => undefined;
    world.pass(7_200_001);
    await auth.drain();
    expect(told()).toHaveLength(1);
    const hidden = 'http://localhost:8080/x>\r\nBcc: eve@evil.example';
    expect((await event(auth, { ...due, eventId: `${userId}-20519`, unsubscribeUrl: hidden })).status).toBe(400);
  });

  it('a deletion is mailed once; the address is kept only for this mail, and for a day at most', async () => {
    const { world, store, auth } = make();
    const { token, userId } = await signedIn(auth, world, ada);
    world.mood.mail = down;
    const both = await Promise.all([
      auth.ask('DELETE', '/auth/delete-account', { token }),
      auth.ask('DELETE', '/auth/delete-account', { token }),
    ]);
    expect(both.map(({ status }) => status)).toContain(200);
    await auth.drain();
    const waiting = await contentsOf(store);
    expect(waiting['mails']).toContain(ada);
    for (const [name, contents] of Object.entries(waiting)) if (name !== 'mails') expect(contents).not.toContain(ada);
    world.mood.mail = async () => undefined;
    await auth.drain();
    expect(subjects(world).filter((subject) => subject === 'Your Lectern account was deleted')).toHaveLength(1);
    expect(JSON.stringify(await contentsOf(store))).not.toContain(ada);
    expect(await event(auth, { type: 'payment.failed', eventId: 'evt_9', userId, amount: 1, currency: 'usd' })).toMatchObject({
      status: 200,
    });
    await auth.drain();
    expect(subjects(world).at(-1)).toBe('Your Lectern account was deleted');

    const second = await signedIn(auth, world, ada);
    world.mood.mail = down;
    await auth.ask('DELETE', '/auth/delete-account', { token: second.token });
    await auth.settle();
    world.pass(24 * 3_600_000);
    await auth.drain();
    expect(JSON.stringify(await contentsOf(store))).not.toContain(ada);
  });
});

describe('deleting an account', () => {
  /** The store of a process that dies at its n-th call: that call and every later one fails. */
  const dyingStore = (store: DocumentStore, diesAt: number) => {
    let calls = 0;
    const alive = () => {
      calls += 1;
      if (calls >= diesAt) throw new Error('killed');
    };
    const watched = <T extends object>(target: T): T =>
      new Proxy(target, {
        get(object, name) {
          const value: unknown = Reflect.get(object, name);
          if (typeof value !== 'function') return value;
          return (...given: unknown[]): unknown => {
            try {
              alive();
            } catch (error) {
              return Promise.reject(error as Error);
            }
            return Reflect.apply(value, object, given);
          };
        },
      });
    const dying: DocumentStore = {
      collection: ((definition: Parameters<DocumentStore['collection']>[0]) =>
        watched(store.collection(definition) as unknown as Collection<Identified>)) as DocumentStore['collection'],
      lateEffectsMs: store.lateEffectsMs,
      read: (reads) => store.read(reads),
      write: (writes) => store.write(writes),
      ping: () => store.ping(),
      purgeExpired: (now) => store.purgeExpired(now),
      isScrubDue: () => store.isScrubDue(),
      scrub: () => store.scrub(),
      close: async () => undefined,
    };
    return { dying, isDead: () => calls >= diesAt };
  };

  /** An account with a document in every collection that can contain its data. */
  const prepared = async () => {
    const { world, store, auth } = make();
    const { token, userId } = await signedIn(auth, world, ada);
    await auth.ask('POST', '/auth/register', { body: person('another@students.example'), headers: { 'idempotency-key': 'another' } });
    await auth.ask('POST', '/auth/login', { body: person(ada) });
    await auth.ask('POST', '/auth/forgot-password', { body: { email: ada } });
    await auth.settle();
    world.mood.mail = down;
    await event(auth, { type: 'payment.failed', eventId: 'evt_1', userId, amount: 999, currency: 'usd' });
    await auth.settle();
    world.mood.mail = async () => undefined;
    world.mails.length = 0;
    return { world, store, token, userId };
  };

  it('is completed after a crash at any of its steps', async () => {
    let steps = 0;
    const outcomes = { undone: 0, finished: 0 };
    for (let diesAt = 1; ; diesAt++) {
      const { world, store, token, userId } = await prepared();
      const { dying, isDead } = dyingStore(store, diesAt);
      const crashed = start(dying, world);
      const { status } = await crashed.ask('DELETE', '/auth/delete-account', { token });
      await crashed.settle();
      const wasReached = isDead();
      let isUndone = false;
      const next = start(store, world);
      await next.drain();
      if (status !== 200 && (await next.ask('GET', '/auth/user', { token })).status === 200) {
        // Nothing was changed. The learner got an error and tries again.
        isUndone = true;
        outcomes.undone += 1;
        expect(status).toBeGreaterThanOrEqual(500);
        expect((await next.ask('DELETE', '/auth/delete-account', { token })).status).toBe(200);
        await next.drain();
      } else outcomes.finished += 1;

      const { deletedAccounts, revocations, ...rest } = await contentsOf(store);
      for (const [name, contents] of Object.entries(rest)) {
        expect([diesAt, name, contents.includes(userId)]).toEqual([diesAt, name, false]);
        expect([diesAt, name, contents.includes(ada)]).toEqual([diesAt, name, false]);
      }
      expect(deletedAccounts).toContain(userId);
      expect(revocations).not.toContain(userId);
      expect(new Set(world.told.map(({ to }) => to))).toEqual(new Set(others));
      expect((await next.ask('GET', '/auth/user', { token })).status).toBe(401);
      const told = world.mails.filter((mail) => mail.subject === 'Your Lectern account was deleted');
      // A crash after sending and before storing that repeats the mail under the same id.
      expect(new Set(told.map((mail) => mail.id)).size).toBe(1);
      if (!isUndone) expect(world.mails).toHaveLength(told.length);
      await Promise.all(running.splice(0).map((auth) => auth.close().catch(() => undefined)));
      if (!wasReached) break;
      steps = diesAt;
    }
    expect(steps).toBeGreaterThan(20);
    expect(outcomes.undone).toBeGreaterThan(1);
    expect(outcomes.finished).toBeGreaterThan(15);
  });

  it('is completed when services that were down are back', async () => {
    const { world, store, token, userId } = await prepared();
    const auth = start(store, world);
    world.mood.tell = async (to) => {
      if (to !== 'billing') throw new Error(`${to} is down`);
    };
    expect((await auth.ask('DELETE', '/auth/delete-account', { token })).status).toBe(200);
    await auth.drain();
    expect(world.told.map(({ to }) => to)).toEqual(['billing']);
    expect((await contentsOf(store))['users']).toContain(userId);
    world.mood.tell = async () => undefined;
    await auth.drain();
    expect(world.told.map(({ to }) => to).sort()).toEqual([...others].sort());
    expect((await contentsOf(store))['users']).not.toContain(userId);
  });

  it('leaves nothing of a sign-in and a link in flight', async () => {
    const { world, store, token, userId } = await prepared();
    let release = (): void => undefined;
    const deleted = new Promise<void>((resolve) => (release = resolve));
    let begun = 0;
    // The account is deleted after the password was checked, and before the link is stored.
    const held: DocumentStore = {
      ...store,
      collection: ((definition: Parameters<DocumentStore['collection']>[0]) => {
        const collection = store.collection(definition) as unknown as Collection<Identified>;
        if (definition.name !== 'links') return collection;
        return new Proxy(collection, {
          get: (target, name) => {
            const value: unknown = Reflect.get(target, name);
            if (typeof value !== 'function') return value;
            return async (...given: unknown[]): Promise<unknown> => {
              if (name === 'insert') {
                begun += 1;
                await deleted;
              }
              return Reflect.apply(value, target, given) as Promise<unknown>;
            };
          },
        });
      }) as DocumentStore['collection'],
      ping: () => store.ping(),
      purgeExpired: (now) => store.purgeExpired(now),
      close: async () => undefined,
    };
    const fits: typeof cheapPasswords.fits = async (...given) => {
      begun += 1;
      const result = await cheapPasswords.fits(...given);
      await deleted;
      return result;
    };
    const slow = start(held, world, { passwords: { ...cheapPasswords, fits } });
    const auth = start(store, world);
    world.pass(61_000);
    const signingIn = slow.ask('POST', '/auth/login', { body: person(ada) });
    const making = mailWantedLink(slow.context, 'reset', ada);
    while (begun < 2) await new Promise((resolve) => setImmediate(resolve));
    expect((await auth.ask('DELETE', '/auth/delete-account', { token })).status).toBe(200);
    await auth.drain();
    release();
    expect((await signingIn).status).toBe(401);
    await making;
    await slow.drain(auth);
    const { deletedAccounts: _erased, ...rest } = await contentsOf(store);
    for (const [name, contents] of Object.entries(rest)) expect([name, contents.includes(userId)]).toEqual([name, false]);
    expect(world.mails.filter((mail) => mail.subject.startsWith('Choose'))).toEqual([]);
  });

  it('frees the address at once for a new account without old data', async () => {
    const { world, store, token, userId } = await prepared();
    const auth = start(store, world);
    await auth.ask('DELETE', '/auth/delete-account', { token });
    const fresh = await signedIn(auth, world, ada);
    await auth.drain();
    expect(fresh.userId).not.toBe(userId);
    expect((await auth.ask('GET', '/auth/user', { token: fresh.token })).body.user).toMatchObject({ email: ada, isVerified: true });
    expect((await auth.ask('GET', '/auth/user', { token })).status).toBe(401);
    expect(world.told.every(({ body }) => (body as { userId: string }).userId === userId)).toBe(true);
  });
});

describe('the log', () => {
  it('has no password, token or address, for all calls and failures', async () => {
    const { world, store, auth } = make();
    const secret = 'Sesame-Secret-';
    const email = 'sesame.secret@students.example';
    world.mood.mail = async () => {
      throw Object.assign(new Error(`550 <${email}> refused`), { responseCode: 550, rejected: [email] });
    };
    await auth.ask('POST', '/auth/register', { body: { ...person(email), password: `${secret}1` } });
    await auth.settle();
    world.mood.mail = async () => undefined;
    await auth.drain();
    const verify = mailedToken(world, email, 'verify-email');
    const { token } = (await auth.ask('GET', `/auth/verify-email/${verify}`)).body as { token: string };
    await auth.ask('GET', `/auth/verify-email/${verify}`);
    await auth.ask('POST', '/auth/login', { body: { email, password: `${secret}2` } });
    await auth.ask('POST', '/auth/login', { body: { email: [email], password: `${secret}3` } });
    await auth.ask('POST', '/auth/forgot-password', { body: { email } });
    await auth.drain();
    const reset = mailedToken(world, email, 'reset-password');
    await auth.ask('POST', `/auth/reset-password/${reset}`, { body: { password: 'short' } });
    await auth.ask('PUT', '/auth/update-password', { token, body: { currentPassword: `${secret}1`, newPassword: `${secret}4` } });
    await auth.ask('DELETE', '/auth/delete-account', { token });
    await auth.drain();
    await store.close();
    await auth.ask('POST', '/auth/register', { body: { ...person(email), password: `${secret}5` } });
    const log = world.lines.join('');
    expect(log).toContain('/auth/update-password');
    expect(log).toContain('mail.retry');
    for (const mark of [secret, 'sesame.secret', verify, reset, token, token.split('.')[2] ?? token]) expect(log).not.toContain(mark);
  });
});

it('requests the store twice for the learner, 17 times to sign in and 6 times to sign out', async () => {
  const world = outside();
  const store = countingStore(emptyStore());
  const auth = start(coalesceReads(store), world);
  const { token } = await signedIn(auth, world, ada);
  const login = () => auth.ask('POST', '/auth/login', { body: { email: ada, password: person(ada).password } });
  const user = await store.requestsOf(() => auth.ask('GET', '/auth/user', { token }));
  const signIn = await store.requestsOf(login);
  const signOut = await store.requestsOf(() => auth.ask('POST', '/auth/logout', { token }));
  expect([user.length, signIn.length, signOut.length]).toEqual([2, 17, 6]);
});
