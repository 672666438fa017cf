import { outboxOf } from '@lectern/service-kit';
import { linksCollection, usersCollection } from './store.ts';
import { cheapPasswords, contentsOf, emptyStore, outside, startAuth, type RunningAuth } from './testing/startAuth.ts';

const address = 'victim@students.example';
const own = { firstName: 'Vera', lastName: 'Vance', email: address, password: 'the victim’s own', secret: 'v'.repeat(43) };
const strangers = { firstName: 'Mallory', lastName: 'Moss', email: address, password: 'the attacker’s', secret: 'm'.repeat(43) };

const running: RunningAuth[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((auth) => auth.close()));
});
const make = () => {
  const world = outside();
  const store = emptyStore();
  const auth = startAuth(store, world);
  running.push(auth);
  const used = new Set<string>();
  /** Registers. @returns the mailed token */
  const register = async (person: typeof own): Promise<string> => {
    const before = world.mails.length;
    const { secret, ...body } = person;
    // Each key is used once, because the same key would repeat the same registration.
    const key = used.has(secret) ? `${secret}-${used.size}` : secret;
    used.add(key);
    expect((await auth.ask('POST', '/auth/register', { body, headers: { 'idempotency-key': key } })).status).toBe(201);
    await auth.settle();
    return linksIn(before)[0] ?? '';
  };
  const linksIn = (from = 0, kind = 'verify-email') =>
    world.mails
      .slice(from)
      .flatMap(({ text }) => text.split('\n').filter((line) => line.includes(`/${kind}/`)))
      .map((line) => line.split('/').at(-1) ?? '');
  const open = (token: string) => auth.ask('GET', `/auth/verify-email/${token}`);
  const claim = (token: string, body: object) => auth.ask('POST', `/auth/verify-email/${token}`, { body });
  const logIn = (password: string) => auth.ask('POST', '/auth/login', { body: { email: address, password } });
  const reset = async (): Promise<string> => {
    await auth.ask('POST', '/auth/forgot-password', { body: { email: address } });
    await auth.settle();
    return linksIn(0, 'reset-password').at(-1) ?? '';
  };
  return { world, store, auth, register, open, claim, logIn, reset, linksIn };
};

it('takes every spelling of an international domain for one address, and mails to the one that mail servers know', async () => {
  const { world, auth } = make();
  const stored = 'learner@xn--bcher-kva.example';
  const { secret: _, ...body } = { ...own, email: 'Learner@Bücher.example' };
  const registered = await auth.ask('POST', '/auth/register', { body });
  expect([registered.status, registered.body]).toEqual([201, { email: stored }]);
  await auth.settle();
  const token = /verify-email\/(\S+)/.exec(world.mails.at(-1)?.text ?? '')?.[1] ?? '';
  expect(world.mails.map(({ to }) => to)).toEqual([stored]);
  expect((await auth.ask('GET', `/auth/verify-email/${token}`)).body).toMatchObject({ user: { email: stored } });
  for (const email of ['learner@bücher.example', 'learner@BU\u0308CHER.example', stored]) {
    expect((await auth.ask('POST', '/auth/login', { body: { email, password: own.password } })).body.token).toEqual(expect.any(String));
    expect((await auth.ask('POST', '/auth/register', { body: { ...body, email } })).status).toBe(409);
  }
  expect((await auth.ask('POST', '/auth/forgot-password', { body: { email: 'learner@bücher.example' } })).status).toBe(200);
  await auth.settle();
  expect(world.mails.at(-1)?.to).toBe(stored);
});

describe('one registration, or several with the same password', () => {
  it('is verified by the mailed link alone, once, with its own names', async () => {
    const { register, open, logIn } = make();
    const first = await register(own);
    const second = await register({ ...own, firstName: 'Veronica', secret: 'w'.repeat(43) });
    expect(second).not.toBe(first);
    const opened = await open(first);
    expect([opened.status, opened.body.user]).toMatchObject([200, { firstName: 'Vera', isVerified: true }]);
    for (const token of [first, second]) expect((await open(token)).status).toBe(400);
    expect((await logIn(own.password)).body.token).toEqual(expect.any(String));
  });

  it('is verified once when two links are opened at once', async () => {
    const { register, open } = make();
    const tokens = [await register(own), await register(own)];
    const answers = await Promise.all([...tokens, ...tokens].map(open));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
  });

  it('accepts its own password by POST, and no other', async () => {
    const { register, claim } = make();
    const token = await register(own);
    expect(await claim(token, { password: 'something else' })).toMatchObject({ status: 400, body: { code: 'wrong_password' } });
    expect(await claim(token, { password: own.password })).toMatchObject({ status: 200, body: { user: { firstName: 'Vera' } } });
  });

  it('can sign in before it is verified: no token, and its own names', async () => {
    const { register, logIn } = make();
    await register(own);
    await register(strangers);
    expect((await logIn(own.password)).body).toMatchObject({ token: null, user: { firstName: 'Vera', isVerified: false } });
    expect((await logIn(strangers.password)).body).toMatchObject({ token: null, user: { firstName: 'Mallory', isVerified: false } });
    expect((await logIn('neither')).status).toBe(401);
  });
});

describe('an attacker who registers the same address', () => {
  const orders: Record<string, (typeof own)[]> = {
    'after the victim': [own, strangers],
    'before the victim': [strangers, own],
    'before and after': [strangers, own, strangers],
    'under the victim’s name': [{ ...strangers, firstName: own.firstName, lastName: own.lastName }, own],
    'with two passwords': [strangers, { ...strangers, password: 'another of theirs' }, own],
  };
  for (const [when, registrations] of Object.entries(orders)) {
    it(`${when} gains nothing by any link: the password is required, and the victim’s password verifies`, async () => {
      for (const index of registrations.keys()) {
        const { register, open, claim, logIn } = make();
        const tokens: string[] = [];
        for (const registration of registrations) tokens.push(await register(registration));
        const token = tokens[index] ?? '';
        expect(await open(token)).toMatchObject({ status: 409, body: { code: 'password_needed' } });
        expect(await claim(token, { secret: 'x'.repeat(43) })).toMatchObject({ status: 409, body: { code: 'password_needed' } });
        expect(await claim(token, { password: own.password })).toMatchObject({ status: 200, body: { user: { lastName: 'Vance' } } });
        expect((await logIn(strangers.password)).status).toBe(401);
        expect((await logIn(own.password)).body.token).toEqual(expect.any(String));
        for (const each of tokens) {
          expect((await open(each)).status).toBe(400);
          expect((await claim(each, { password: strangers.password })).status).toBe(400);
        }
      }
    });

    it(`${when} gains nothing by any link in the victim’s browser, which needs no password`, async () => {
      for (const index of registrations.keys()) {
        const { register, claim, logIn } = make();
        const tokens: string[] = [];
        for (const registration of registrations) tokens.push(await register(registration));
        expect((await claim(tokens[index] ?? '', { secret: own.secret })).body.user).toMatchObject({ lastName: 'Vance', isVerified: true });
        expect((await logIn(strangers.password)).status).toBe(401);
      }
    });
  }

  it('does not outlive the other registrations: all of an address expire together', async () => {
    const { world, register, open, claim, logIn } = make();
    await register(own);
    world.pass(20 * 3_600_000);
    const token = await register(strangers);
    world.pass(23 * 3_600_000);
    // The victim's link has expired, the attacker's is still valid.
    expect((await open(token)).body.code).toBe('password_needed');
    expect((await claim(token, { password: own.password })).status).toBe(200);
    expect((await logIn(strangers.password)).status).toBe(401);
  });

  it('cannot end the victim’s link, however often they register or ask for another one', async () => {
    const { world, auth, register, claim } = make();
    const token = await register(own);
    for (let round = 0; round < 2; round++) {
      await register(strangers);
      world.pass(61_000);
      await auth.ask('POST', '/auth/resend-verification', { body: { email: address } });
      await auth.settle();
    }
    expect((await claim(token, { password: own.password })).status).toBe(200);
  });

  it('loses to a password reset, which verifies the address and drops all registrations with their names', async () => {
    const { register, auth, open, logIn, reset } = make();
    const tokens = [await register(strangers), await register(own)];
    const link = await reset();
    expect((await auth.ask('POST', `/auth/reset-password/${link}`, { body: { password: 'a third password' } })).status).toBe(200);
    const { body } = await logIn('a third password');
    expect(body).toMatchObject({ token: expect.any(String), user: { firstName: '', lastName: '', isVerified: true } });
    for (const password of [own.password, strangers.password]) expect((await logIn(password)).status).toBe(401);
    for (const token of tokens) expect((await open(token)).status).toBe(400);
  });

  it('counts also when they register while the link is being opened', async () => {
    const world = outside();
    const store = emptyStore();
    const auth = startAuth(store, world);
    running.push(auth);
    await auth.ask('POST', '/auth/register', { body: strangers });
    await auth.settle();
    const token =
      world.mails[0]?.text
        .split('\n')
        .find((line) => line.includes('/verify-email/'))
        ?.split('/')
        .at(-1) ?? '';
    // The victim's registration is stored after the waiting registrations were read and before the write that verifies.
    const users = store.collection(usersCollection);
    const held = {
      ...store,
      collection: ((definition: { name: string }) =>
        definition.name !== 'users'
          ? store.collection(definition as never)
          : new Proxy(users, {
              get: (target, name) => {
                const value: unknown = Reflect.get(target, name);
                if (typeof value !== 'function') return value;
                return async (...given: unknown[]): Promise<unknown> => {
                  const isVerifying = name === 'update' && JSON.stringify(given[1]).includes('"isVerified":true');
                  if (isVerifying) await auth.ask('POST', '/auth/register', { body: own });
                  return Reflect.apply(value, target, given) as Promise<unknown>;
                };
              },
            })) as typeof store.collection,
      ping: () => store.ping(),
      purgeExpired: (now: Date) => store.purgeExpired(now),
      close: async () => undefined,
    };
    const opening = startAuth(held, world);
    running.push(opening);
    expect((await opening.ask('GET', `/auth/verify-email/${token}`)).body.code).toBe('password_needed');
    expect((await users.find('_id'))[0]).toMatchObject({ isVerified: false });
  });

  it('can try ten passwords with a link', async () => {
    const { register, claim } = make();
    const token = await register(own);
    const other = await register(strangers);
    const guesses = await Promise.all(Array.from({ length: 15 }, (_, index) => claim(token, { password: `guess ${index}` })));
    expect(new Set(guesses.map(({ status }) => status))).toEqual(new Set([400]));
    expect(guesses.filter(({ body }) => body.code === 'wrong_password')).toHaveLength(10);
    expect(await claim(token, { password: own.password })).toMatchObject({ status: 400, body: { code: 'link_invalid' } });
    // Another link, and the browser's secret, are not affected.
    expect((await claim(other, { password: own.password })).status).toBe(200);
  });
});

describe('stored registrations', () => {
  it('are deleted after 24 hours', async () => {
    const { world, store, register, open, logIn } = make();
    const token = await register(own);
    world.pass(24 * 3_600_000 + 1);
    expect((await open(token)).status).toBe(400);
    expect((await logIn(own.password)).status).toBe(401);
    await store.purgeExpired(world.time.now);
    const { mails: _orders, ...rest } = await contentsOf(store);
    expect(JSON.stringify(rest)).not.toContain(address);
    await register(own);
  });

  it('are ignored once expired, also before they are purged', async () => {
    const { world, register, open } = make();
    await register(strangers);
    world.pass(24 * 3_600_000 + 1);
    expect(await open(await register(own))).toMatchObject({ status: 200, body: { user: { firstName: 'Vera' } } });
  });

  it('wait as long as a newly mailed link is valid', async () => {
    const { world, auth, register, open, linksIn } = make();
    await register(own);
    world.pass(20 * 3_600_000);
    await auth.ask('POST', '/auth/resend-verification', { body: { email: address } });
    await auth.settle();
    world.pass(23 * 3_600_000);
    expect((await open(linksIn().at(-1) ?? '')).status).toBe(200);
  });

  it('are deleted with the account, and do not come back with the address', async () => {
    const { auth, store, register, open, logIn } = make();
    const { body } = await open(await register(own));
    expect((await auth.ask('DELETE', '/auth/delete-account', { token: body.token as string })).status).toBe(200);
    await auth.drain();
    const { revocations: _revocations, deletedAccounts: _erased, ...rest } = await contentsOf(store);
    expect(JSON.stringify(rest)).not.toContain(body.user._id);
    expect(rest['knownNetworks']).toBe('[]');
    expect((await logIn(own.password)).status).toBe(401);
  });

  it('are limited for an address, also without rate limits', async () => {
    const world = outside();
    const auth = startAuth(emptyStore(), world, { rateLimits: false });
    running.push(auth);
    const statuses: number[] = [];
    for (let round = 0; round < 122; round++) statuses.push((await auth.ask('POST', '/auth/register', { body: own })).status);
    expect(statuses).toEqual([...Array<number>(120).fill(201), 429, 429]);
  });

  it('are refused after five an hour, and the earlier mails still verify', async () => {
    const { auth, register, open, logIn } = make();
    const token = await register(own);
    for (let round = 0; round < 4; round++) await register(own);
    expect((await auth.ask('POST', '/auth/register', { body: strangers })).status).toBe(429);
    expect((await logIn(strangers.password)).status).toBe(401);
    expect((await open(token)).status).toBe(200);
  });
});

describe('an unverified account of an earlier version, with one registration', () => {
  const stored = async () => {
    const made = make();
    const { world, store, auth } = made;
    const { password, secret: _secret, ...names } = own;
    await store.collection(usersCollection).insert({
      ...names,
      _id: 'u1',
      passwordHash: await cheapPasswords.hash(password),
      isVerified: false,
      isDeleted: false,
      createdAt: world.time.now.toISOString(),
      ...outboxOf([], world.time.now),
    });
    await auth.ask('POST', '/auth/resend-verification', { body: { email: address } });
    await auth.settle();
    return made;
  };

  it('signs in, and is verified by its link', async () => {
    const { open, logIn, linksIn } = await stored();
    expect((await logIn(own.password)).body).toMatchObject({ token: null, user: { firstName: 'Vera', isVerified: false } });
    expect((await open(linksIn()[0] ?? '')).body.user).toMatchObject({ _id: 'u1', firstName: 'Vera', isVerified: true });
  });

  it('becomes one of several registrations, and accepts its own password', async () => {
    const { register, open, claim, linksIn } = await stored();
    await register(strangers);
    const [token = ''] = linksIn();
    expect((await open(token)).status).toBe(409);
    expect((await claim(token, { password: own.password })).body.user).toMatchObject({ firstName: 'Vera' });
  });

  it('has an old link that accepts a password', async () => {
    const { store, register, claim, linksIn } = await stored();
    const links = store.collection(linksCollection);
    const [link] = await links.find('_id');
    await links.update(link!, { unset: ['tries', 'registrationId'] });
    await register(strangers);
    expect((await claim(linksIn()[0] ?? '', { password: own.password })).status).toBe(200);
  });

  it('recognises the same password when it is registered again', async () => {
    const { register, open } = await stored();
    expect((await open(await register({ ...own, firstName: 'Veronica' }))).body.user).toMatchObject({ firstName: 'Veronica' });
  });

  it('is verified by a reset', async () => {
    const { store, auth, logIn, reset } = await stored();
    const link = await reset();
    expect((await auth.ask('POST', `/auth/reset-password/${link}`, { body: { password: 'a new password' } })).status).toBe(200);
    expect((await logIn('a new password')).body.user).toMatchObject({ firstName: 'Vera', isVerified: true });
    expect(await store.collection(linksCollection).find('_id')).toEqual([]);
  });
});

describe('expensive work that anybody can cause', () => {
  it('hashes nothing for an invalid reset link', async () => {
    const world = outside();
    const hash = jest.fn(cheapPasswords.hash);
    const auth = startAuth(emptyStore(), world, { passwords: { ...cheapPasswords, hash } });
    running.push(auth);
    const junk = await Promise.all(
      Array.from({ length: 400 }, (_, index) =>
        auth.ask('POST', `/auth/reset-password/junk-${index}`, { body: { password: 'a password' } }),
      ),
    );
    expect(new Set(junk.map(({ status }) => status))).toEqual(new Set([400]));
    for (let index = 0; index < 20; index++)
      await auth.ask('POST', `/auth/verify-email/junk-${index}`, { body: { password: 'a password' } });
    expect(hash).not.toHaveBeenCalled();
  });

  it('keeps no request for links to unknown addresses', async () => {
    const { auth, store } = make();
    for (let index = 0; index < 20; index++)
      for (const path of ['/auth/forgot-password', '/auth/resend-verification'])
        expect((await auth.ask('POST', path, { body: { email: `${index}@nowhere.example` } })).status).toBe(200);
    await auth.drain();
    expect((await contentsOf(store))['mails']).toBe('[]');
  });

  it('counts no wrong password while the queue for hashing is full', async () => {
    const world = outside();
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const fits: typeof cheapPasswords.fits = async (...given) => {
      await held;
      return cheapPasswords.fits(...given);
    };
    const auth = startAuth(emptyStore(), world, { passwords: { ...cheapPasswords, fits } });
    running.push(auth);
    const logIn = (email: string, index: number) =>
      auth.ask('POST', '/auth/login', { body: { email, password: 'x' }, headers: { 'x-client-address': `10.0.${index}.1` } });
    const waiting = Array.from({ length: 110 }, (_, index) => logIn(`${index}@students.example`, index));
    while (!world.lines.join('').includes('"status":503')) await new Promise((resolve) => setImmediate(resolve));
    for (let round = 0; round < 15; round++) {
      const refused = await logIn(address, 200);
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    }
    release();
    await Promise.all(waiting);
    expect((await logIn(address, 200)).status).toBe(401);
  });
});

describe('wrong current passwords', () => {
  it('are limited to ten in 15 minutes, also at once; then even the right one has to wait', async () => {
    const { world, auth, register, open } = make();
    const { token } = (await open(await register(own))).body as { token: string };
    const change = (currentPassword: string) =>
      auth.ask('PUT', '/auth/update-password', { token, body: { currentPassword, newPassword: 'another password' } });
    const guesses = await Promise.all(Array.from({ length: 14 }, () => change('a guess')));
    expect(guesses.filter(({ status }) => status === 400)).toHaveLength(10);
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(4);
    const refused = await change(own.password);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '900']);
    world.pass(900_001);
    expect((await change(own.password)).status).toBe(200);
    for (let round = 0; round < 12; round++) {
      const current = round % 2 ? own.password : 'another password';
      const body = { currentPassword: current, newPassword: round % 2 ? 'another password' : own.password };
      expect((await auth.ask('PUT', '/auth/update-password', { token, body })).status).toBe(200);
    }
  });
});

describe('sign-ins of one account', () => {
  it('are limited to a hundred in 15 minutes, since each stores a session', async () => {
    const { world, register, open, logIn } = make();
    await open(await register(own));
    for (let round = 0; round < 100; round++) expect((await logIn(own.password)).status).toBe(200);
    const refused = await logIn(own.password);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '900']);
    world.pass(900_001);
    expect((await logIn(own.password)).status).toBe(200);
  });
});

describe('a network that has used up its failures', () => {
  it('lets accounts that signed in from there sign in with the right password, and no others', async () => {
    const { auth, world, register, open, logIn } = make();
    await open(await register(own));
    await auth.ask('POST', '/auth/register', { body: { ...own, email: 'elsewhere@students.example' } });
    for (let index = 0; index < 100; index++)
      expect((await auth.ask('POST', '/auth/login', { body: { email: `${index}@students.example`, password: 'a guess' } })).status).toBe(
        401,
      );
    expect((await logIn(own.password)).body.token).toEqual(expect.any(String));
    const wrong = await logIn('a guess');
    const unknown = await auth.ask('POST', '/auth/login', { body: { email: 'nobody@students.example', password: 'a guess' } });
    expect([wrong.status, wrong.body.code, wrong.body.msg]).toEqual([unknown.status, unknown.body.code, unknown.body.msg]);
    expect(wrong.headers.get('retry-after')).toBe(unknown.headers.get('retry-after'));
    expect(wrong.status).toBe(429);
    for (let guess = 0; guess < 9; guess++) await logIn('a guess');
    expect((await logIn(own.password)).status).toBe(429);
    world.pass(900_001);
    expect((await logIn(own.password)).status).toBe(200);
  });
});

describe('a mail to an unverified address', () => {
  it('contains no text by a stranger', async () => {
    const { world, register, reset } = make();
    await register({ ...strangers, firstName: 'Your account is locked, call Bob', lastName: 'Sincerely' });
    await register({ ...strangers, firstName: 'Bob' });
    await reset();
    expect(world.mails).toHaveLength(3);
    for (const { text, html } of world.mails) {
      expect(`${text}${html}`).not.toMatch(/locked|Bob|Sincerely/);
      expect(text).toContain('\nHello,\n');
    }
  });
});
