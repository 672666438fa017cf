import { deletedAccountsCollection } from '@lectern/service-kit';
import { unsubscribeFromReminders } from './reminders.ts';
import { createStudyFake, creation } from '../testing.ts';
import { reviewSettingsCollection } from '../reviews/reviewCollections.ts';

const ada = 'u1';
const dayMs = 86_400_000;
const uncounted = (): void => undefined;

/** A learner in Berlin with a card that is due from March 6 on, and reminders at 8. */
const setUp = async () => {
  const study = createStudyFake();
  const deck = await study.decks.createOwn(ada, { title: 'Valves', cards: [{ front: 'a', back: 'b' }] }, creation());
  const itemId = deck.cards[0]?._id ?? '';
  const review = (rating: 'again' | 'easy') => study.reviews.create(ada, { itemId, kind: 'card', rating }, creation());
  await review('easy');
  await study.reviews.updateItem(ada, 'card', itemId, { due: '2026-03-06T03:00:00Z' });
  await study.reviews.updateSettings(ada, { timeZone: 'Europe/Berlin', reminder: { isOn: true, hour: 8 } });
  const settings = study.store.collection(reviewSettingsCollection);
  /** Looks at a time as the service does, and answers the events of the learner. */
  const lookAt = async (time: string) => {
    study.now = new Date(time);
    for (const learner of await study.reviews.reminders.toRemind()) await study.reviews.reminders.remind(learner);
    return ((await settings.get({ userId: ada, _id: ada }))?.outbox ?? []).map(
      ({ payload }) => JSON.parse(payload) as { eventId: string; unsubscribeUrl: string },
    );
  };
  return { study, settings, lookAt, review, itemId };
};

it('comes at the hour of the learner, once a day, as long as something is due', async () => {
  const { lookAt, review, study } = await setUp();
  expect(await lookAt('2026-03-05T23:00:00Z')).toEqual([]);
  expect(await lookAt('2026-03-06T06:59:59Z')).toEqual([]);
  const [first] = await lookAt('2026-03-06T07:00:00Z');
  expect(first).toMatchObject({ type: 'reviews.due', eventId: `u1-${Date.parse('2026-03-06') / dayMs}`, userId: ada, due: 1 });
  expect(first).toMatchObject({ validUntil: '2026-03-06T09:00:00.000Z' });
  expect(await lookAt('2026-03-06T07:00:01Z')).toHaveLength(1);
  // Another hour on the same day gives no second one.
  await study.reviews.updateSettings(ada, { reminder: { isOn: true, hour: 9 } });
  expect(await lookAt('2026-03-06T08:00:00Z')).toHaveLength(1);
  expect(await lookAt('2026-03-07T08:00:00Z')).toHaveLength(2);
  await review('easy');
  expect(await lookAt('2026-03-08T08:00:00Z')).toHaveLength(2);
});

it('is sent once by two processes, whichever is faster', async () => {
  const { study, lookAt, settings } = await setUp();
  study.now = new Date('2026-03-06T07:00:00Z');
  const { reminders } = study.reviews;
  const seen = await Promise.all([reminders.toRemind(), reminders.toRemind()]);
  await Promise.all(seen.flat().map((learner) => reminders.remind(learner)));
  expect(seen.flat()).toHaveLength(2);
  expect(await lookAt('2026-03-06T07:00:01Z')).toHaveLength(1);
  expect(await settings.get({ userId: ada, _id: ada })).toMatchObject({ outboxCount: 1, remindAt: '2026-03-07T07:00:00.000Z' });
});

it('is made up for after a short outage, and left out after a long one', async () => {
  const { lookAt } = await setUp();
  expect(await lookAt('2026-03-06T08:59:00Z')).toHaveLength(1);
  expect(await lookAt('2026-03-07T09:01:00Z')).toHaveLength(1);
  expect(await lookAt('2026-03-08T07:00:00Z')).toHaveLength(2);
  // After an outage of two days, a few minutes after the hour.
  expect(await lookAt('2026-03-10T07:05:00Z')).toHaveLength(2);
  expect(await lookAt('2026-03-10T07:05:01Z')).toHaveLength(3);
});

it('is not sent for new cards alone', async () => {
  const study = createStudyFake();
  await study.decks.createOwn(ada, { title: 'Valves', cards: [{ front: 'a', back: 'b' }] }, creation());
  expect(await study.reviews.listQueue(ada, {})).toHaveLength(1);
  await study.reviews.updateSettings(ada, { reminder: { isOn: true, hour: 12 } });
  study.now = new Date('2026-03-05T12:00:00Z');
  for (const learner of await study.reviews.reminders.toRemind()) await study.reviews.reminders.remind(learner);
  expect(await study.store.collection(reviewSettingsCollection).get({ userId: ada, _id: ada })).toMatchObject({
    outbox: [],
    remindAt: '2026-03-06T12:00:00.000Z',
  });
});

it('ends with its address, which can do nothing else, and with the account', async () => {
  const { study, lookAt, settings } = await setUp();
  const [{ unsubscribeUrl } = { unsubscribeUrl: '' }] = await lookAt('2026-03-06T07:00:00Z');
  expect(unsubscribeUrl).toMatch(/^http:\/\/localhost:8080\/reviews\/reminders\/u1\.[A-Za-z0-9_-]{43}\/unsubscribe$/);
  const token = unsubscribeUrl.split('/').at(-2) ?? '';
  for (const other of [token.replace('u1', 'u2'), `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`, 'u1.', ''])
    await expect(study.reviews.unsubscribe(other, uncounted)).rejects.toMatchObject({ code: 'not_found' });
  expect(await study.reviews.unsubscribe(token, uncounted)).toEqual(await study.reviews.unsubscribe(token, uncounted));
  const switchedOff = await study.reviews.getSettings(ada);
  expect(switchedOff).toMatchObject({ timeZone: 'Europe/Berlin' });
  expect(switchedOff.reminder).toBeUndefined();
  expect(await lookAt('2026-03-07T07:00:00Z')).toHaveLength(1);

  await study.reviews.updateSettings(ada, { reminder: { isOn: true, hour: 8 } });
  await study.reviews.eraseAll(ada);
  expect(await lookAt('2026-03-08T07:00:00Z')).toEqual([]);
  await study.reviews.unsubscribe(token, uncounted);
  expect(await settings.get({ userId: ada, _id: ada })).toBeUndefined();
});

it('ends without a trace while the account is being deleted, and writes nothing when it has ended', async () => {
  const { study, settings, lookAt } = await setUp();
  const [{ unsubscribeUrl } = { unsubscribeUrl: '' }] = await lookAt('2026-03-06T07:00:00Z');
  const token = unsubscribeUrl.split('/').at(-2) ?? '';
  const { reviewSettings } = study.study.store;
  let reads = 0;
  const get: typeof reviewSettings.get = async (key) => {
    reads += 1;
    if (reads === 2) {
      // The account is deleted at this moment.
      await study.store.collection(deletedAccountsCollection).insert({ _id: ada });
      await study.reviews.eraseAll(ada);
    }
    return reviewSettings.get(key);
  };
  const watched = new Proxy(reviewSettings, {
    get: (target, name) => (name === 'get' ? get : (Reflect.get(target, name) as () => unknown).bind(target)),
  });
  await unsubscribeFromReminders({ ...study.study, store: { ...study.study.store, reviewSettings: watched } }, token, uncounted);
  expect(reads).toBeGreaterThan(1);
  expect(await settings.get({ userId: ada, _id: ada })).toBeUndefined();

  const other = await setUp();
  await other.study.reviews.unsubscribe(token, uncounted);
  const { revision } = (await other.settings.get({ userId: ada, _id: ada })) ?? {};
  await other.study.reviews.unsubscribe(token, uncounted);
  expect(await other.settings.get({ userId: ada, _id: ada })).toMatchObject({ revision });
});

it('counts the learner of an address, and reads nothing for another address', async () => {
  const { study, settings, lookAt } = await setUp();
  const [{ unsubscribeUrl } = { unsubscribeUrl: '' }] = await lookAt('2026-03-06T07:00:00Z');
  const token = unsubscribeUrl.split('/').at(-2) ?? '';
  const countOwner = jest.fn();
  await study.reviews.unsubscribe(token, countOwner);
  expect(countOwner.mock.calls).toEqual([[ada]]);
  const refused = new Error('too often');
  const before = await settings.get({ userId: ada, _id: ada });
  const tooOften = study.reviews.unsubscribe(token, () => {
    throw refused;
  });
  await expect(tooOften).rejects.toBe(refused);
  await expect(study.reviews.unsubscribe(token.replace('u1', 'u2'), countOwner)).rejects.toMatchObject({ code: 'not_found' });
  expect(await settings.get({ userId: ada, _id: ada })).toEqual(before);
  expect(countOwner).toHaveBeenCalledTimes(1);
});

it('follows settings from before reminders', async () => {
  const study = createStudyFake();
  const settings = study.store.collection(reviewSettingsCollection);
  const older = { desiredRetention: 0.9, newPerDay: 20, reviewsPerDay: 200, timeZone: 'Asia/Tokyo', dayStartsAt: 4 };
  await settings.insert({ ...older, _id: ada, userId: ada, outbox: [], outboxCount: 0 });
  expect(await study.reviews.getSettings(ada)).toEqual(older);
  await study.reviews.updateSettings(ada, { reminder: { isOn: true, hour: 20 } });
  expect((await settings.get({ userId: ada, _id: ada }))?.remindAt).toBe('2026-03-05T11:00:00.000Z');
});
