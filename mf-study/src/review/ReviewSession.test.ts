import type { QueuedReview } from '@lectern/contracts';
import { answersOf, emptySession, leftIn, reduceReview, type ReviewAction, type ReviewSession } from './ReviewSession';
import { aNewCard, aQueuedCard, aQueuedQuestion, inMinutes, reviewNow } from './testing';

const now = reviewNow.getTime();
const minuteMs = 60_000;
const none: ReadonlySet<string> = new Set();
const read = (items: readonly QueuedReview[], { excluded = none, readAt = now } = {}): ReviewAction => ({
  type: 'queueRead',
  items,
  excluded,
  readAt,
});
const after = (session: ReviewSession, ...actions: ReviewAction[]): ReviewSession => actions.reduce(reduceReview, session);
const start = (...items: QueuedReview[]): ReviewSession => after(emptySession, read(items));
const flip: ReviewAction = { type: 'flip' };
const answer = (rating: 'again' | 'hard' | 'good' | 'easy', at = now, answerId = 'a1'): ReviewAction => ({
  type: 'answer',
  rating,
  answerId,
  at,
});
const upcoming = ({ upcoming: items }: ReviewSession) => items.map(({ item }) => item.itemId);

test('items come in the order of the queue, front up', () => {
  const session = start(aQueuedCard('c1'), aQueuedCard('c2'));
  expect(upcoming(session)).toEqual(['c1', 'c2']);
  expect(session.isShown).toBe(false);
  expect(leftIn(session)).toBe(2);
});

test('a card is rated when its back shows, and not before', () => {
  const session = start(aQueuedCard('c1'), aQueuedCard('c2'));
  expect(after(session, answer('good'))).toBe(session);
  const next = after(session, flip, answer('good'));
  expect(upcoming(next)).toEqual(['c2']);
  expect(next.isShown).toBe(false);
  expect(answersOf(next)).toMatchObject([{ rating: 'good', answerId: 'a1', item: { item: { itemId: 'c1' } } }]);
});

test('a card that is due again in days leaves, one that is due in minutes comes back at its time', () => {
  const session = after(start(aNewCard('c1'), aQueuedCard('c2'), aQueuedCard('c3')), flip, answer('again'));
  expect(upcoming(session)).toEqual(['c2', 'c3']);
  expect(leftIn(session)).toBe(3);
  const early = after(session, flip, answer('good', now + 0.5 * minuteMs));
  expect(upcoming(early)).toEqual(['c3']);
  const late = after(session, flip, answer('good', now + 2 * minuteMs));
  expect(upcoming(late)).toEqual(['c1', 'c3']);
});

test('when nothing else is left, a card comes back before its time, without the preview that is out of date', () => {
  const session = after(start(aNewCard('c1')), flip, answer('good'));
  expect(session.upcoming).toMatchObject([{ item: { itemId: 'c1' }, previewedAt: undefined }]);
  const fresh = aNewCard('c1', { state: 'learning', due: inMinutes(10) });
  const again = after(session, read([fresh], { readAt: now + minuteMs }));
  expect(again.upcoming).toMatchObject([{ item: { state: 'learning' }, previewedAt: now + minuteMs }]);
});

test('offline, a card that came back leaves when it is recalled and stays when it is not', () => {
  const back = after(start(aNewCard('c1')), flip, answer('good'), flip);
  expect(leftIn(after(back, answer('good')))).toBe(0);
  expect(leftIn(after(back, answer('again')))).toBe(1);
});

test('learning steps of the queue wait for their time', () => {
  const step = aNewCard('c1', { state: 'learning', due: inMinutes(5) });
  const over = aNewCard('c2', { state: 'relearning', due: inMinutes(-1) });
  expect(upcoming(start(step, over, aQueuedCard('c3')))).toEqual(['c2', 'c3']);
  expect(upcoming(start(step))).toEqual(['c1']);
});

test('a queue that is read during the session keeps the item on screen, and leaves out items whose answers are on their way', () => {
  const session = after(start(aQueuedCard('c1'), aQueuedCard('c2')), flip, answer('good'), flip);
  const next = after(session, read([aQueuedCard('c4'), aQueuedCard('c1'), aQueuedCard('c2')], { excluded: new Set(['c1']) }));
  expect(upcoming(next)).toEqual(['c2', 'c4']);
  expect(next.isShown).toBe(true);
});

describe('undo', () => {
  test('the former item is on screen again, also when it was to come back', () => {
    const session = after(start(aNewCard('c1'), aQueuedCard('c2')), flip, answer('again'), { type: 'undo' });
    expect(upcoming(session)).toEqual(['c1', 'c2']);
    expect(leftIn(session)).toBe(2);
    expect(session.steps).toEqual([]);
    expect(session.isShown).toBe(false);
  });

  test('without a step nothing changes', () => {
    const session = start(aQueuedCard('c1'));
    expect(after(session, { type: 'undo' })).toBe(session);
  });

  test('takes back a suspension', () => {
    const session = after(start(aQueuedCard('c1'), aQueuedCard('c2')), { type: 'putOff', how: 'suspended', itemId: 'c1', at: now });
    expect(upcoming(session)).toEqual(['c2']);
    expect(session.steps).toMatchObject([{ type: 'suspended' }]);
    expect(upcoming(after(session, { type: 'undo' }))).toEqual(['c1', 'c2']);
  });
});

test('a forgotten item leaves and cannot be undone', () => {
  const session = after(start(aQueuedCard('c1'), aQueuedCard('c2')), flip, { type: 'remove', itemId: 'c1', at: now });
  expect(upcoming(session)).toEqual(['c2']);
  expect(session.isShown).toBe(false);
  expect(session.steps).toEqual([]);
});

test('the answer of a question shows once an option is chosen, which then stays', () => {
  const session = start(aQueuedQuestion('q1'));
  expect(after(session, flip).isShown).toBe(false);
  const shown = after(session, { type: 'choose', option: 1 }, flip, { type: 'choose', option: 0 });
  expect(shown).toMatchObject({ isShown: true, chosen: 1 });
  // It comes back by the queue, with its options in a new order. Until then it counts.
  const missed = after(shown, answer('again'));
  expect([missed.upcoming, missed.returning, leftIn(missed)]).toEqual([[], [], 1]);
  const read = after(missed, { type: 'queueRead', items: [aQueuedQuestion('q1')], excluded: new Set(), readAt: now });
  expect(leftIn(read)).toBe(1);
  expect(leftIn(after(missed, { type: 'undo' }))).toBe(1);
});

test('an edit changes the item everywhere and keeps its schedule', () => {
  const session = after(start(aNewCard('c1'), aQueuedCard('c2')), flip, answer('again'));
  const edited = after(session, { type: 'edited', item: aQueuedCard('c1', { front: 'new words' }) });
  expect(edited.returning[0]?.item).toMatchObject({ front: 'new words', state: 'new' });
  expect(edited.steps[0]?.item.item).toMatchObject({ front: 'new words' });
});
