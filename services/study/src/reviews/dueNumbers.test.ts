import type { ReviewRating } from '@lectern/contracts';
import { DomainError } from '@lectern/service-kit';
import { seedsOfThisRun } from '@lectern/test-servers';
import { createStudyFake, creation } from '../testing.ts';
import { randomFrom } from '@lectern/contracts';
import { reviewItemsCollection, reviewSettingsCollection } from './reviewCollections.ts';

const ada = 'u1';
const dayMs = 86_400_000;
const uncounted = (): void => undefined;
const guides = ['m1', 'm2', 'm3'] as const;

/** A learner who does anything that the service allows. */
const createWalk = (seed: number) => {
  const study = createStudyFake();
  study.isPremium = true;
  const random = randomFrom(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const chance = (share: number): boolean => random() < share;
  const { reviews, decks, quizzes } = study;
  const items = study.store.collection(reviewItemsCollection);
  let calendarUrl = '';
  const made: string[] = [];

  const start = async (): Promise<void> => {
    calendarUrl = (await reviews.calendar.create(ada, creation())).url;
  };

  const queueOf = (query: { deckId?: string } = {}) => reviews.listQueue(ada, { ...query, limit: 1_000 });
  const anyDeck = async () => pick((await decks.list(ada, {})).items);
  const anyQuiz = async () => pick((await quizzes.list(ada, {})).items);
  const anyItem = async () => pick(await items.find('byUser', { equals: { userId: ada }, limit: 1_000 }));
  const anyExam = async () => pick(await reviews.exams.list(ada));
  const dateIn = (days: number): string => new Date(study.now.getTime() + days * dayMs).toISOString().slice(0, 10);

  /** The deck's cards cite a few passages of its guide, as those of a generated deck do. */
  const cite = async (deckId: string, guide: string): Promise<void> => {
    for (const { _id } of await items.find('byParent', { equals: { userId: ada, parentId: deckId }, limit: 500 }))
      if (chance(0.7)) await items.update({ userId: ada, _id }, { set: { passage: `${guide}:slide:${Math.floor(random() * 6)}` } });
    await decks.update(ada, deckId, { title: `Deck ${deckId}` });
  };

  const importDeck = async (): Promise<void> => {
    const lines = Array.from({ length: 1 + Math.floor(random() * 5) }, (_, index) => `Front ${index},Back`);
    const upload = { bytes: Buffer.from(lines.join('\n')), name: 'cards.csv' };
    await decks.importDecks(ada, upload as never, creation());
  };

  const rate = async (): Promise<void> => {
    const deck = chance(0.4) ? await anyDeck() : undefined;
    const item = pick(await queueOf(deck && { deckId: deck._id }));
    if (!item) return;
    const rating = item.kind === 'question' ? pick(['again', 'good'] as const) : pick(['again', 'hard', 'good', 'easy'] as const);
    const late = chance(0.1) ? { answeredAt: new Date(study.now.getTime() - random() * 5 * dayMs).toISOString() } : {};
    const { _id } = await reviews.create(
      ada,
      { itemId: item.itemId, kind: item.kind, rating: rating satisfies ReviewRating, ...late },
      creation(),
    );
    made.push(_id);
  };

  const generateDeck = async (): Promise<void> => {
    const studyMaterialId = pick(guides);
    const { _id } = await decks.create(ada, { studyMaterialId, cardCount: 5 + Math.floor(random() * 12) }, creation(), 'r1');
    await cite(_id, studyMaterialId);
  };

  const missQuiz = async (): Promise<void> => {
    const quiz = (await anyQuiz()) ?? (await quizzes.generate(ada, { studyMaterialId: pick(guides), questionCount: 5 }, creation(), 'r1'));
    const { questions } = await quizzes.get(ada, quiz._id);
    await quizzes.submit(ada, quiz._id, { answers: questions.map(() => (chance(0.5) ? 'wrong' : 'right')) }, creation());
    for (const { _id } of await items.find('byParent', { equals: { userId: ada, parentId: quiz._id } }))
      await items.update({ userId: ada, _id }, { set: { passage: `${quiz.studyMaterialId as string}:slide:${Math.floor(random() * 6)}` } });
  };

  const changeItem = async (): Promise<void> => {
    const { kind, _id } = await anyItem();
    const edits = [
      { suspended: true },
      { suspended: false },
      { due: null },
      { due: new Date(study.now.getTime() + dayMs).toISOString() },
      { due: study.now.toISOString() },
    ];
    await reviews.updateItem(ada, kind, _id, pick(edits));
  };

  const changeSettings = () =>
    reviews.updateSettings(ada, {
      newPerDay: pick([0, 1, 3, 20]),
      reviewsPerDay: pick([0, 2, 5, 200]),
      timeZone: pick(['UTC', 'Asia/Seoul', 'America/New_York']),
      desiredRetention: pick([0.8, 0.9, 0.95]),
    });

  const planExam = () => {
    const studyMaterialIds = guides.filter(() => chance(0.5));
    const name = `Exam ${made.length}`;
    return reviews.exams.create(
      ada,
      { name, date: dateIn(1 + Math.floor(random() * 20)), studyMaterialIds: studyMaterialIds.length > 0 ? studyMaterialIds : ['m1'] },
      creation(),
    );
  };

  const changeExam = async (): Promise<unknown> => {
    const { _id, isOver } = await anyExam();
    if (chance(0.4)) return reviews.exams.remove(ada, _id);
    return reviews.exams.update(
      ada,
      _id,
      isOver ? { afterwards: pick(['continue', 'rest'] as const) } : { date: dateIn(Math.floor(random() * 10)) },
    );
  };

  const changeDeck = async (): Promise<unknown> => {
    const { _id } = await anyDeck();
    const { cards } = await decks.get(ada, _id);
    const card = pick(cards);
    return pick([
      () => decks.addCard(ada, _id, { front: 'Added', back: 'Card' }, creation()),
      () => decks.removeCard(ada, _id, card._id),
      () => decks.updateCard(ada, _id, card._id, { front: 'Edited', back: 'Card' }),
      () => decks.remove(ada, _id),
    ])();
  };

  const changeQuiz = async (): Promise<unknown> => {
    const quiz = await anyQuiz();
    if (chance(0.3)) return quizzes.remove(ada, quiz._id);
    return quizzes.regenerate(ada, quiz._id, { studyMaterialId: quiz.studyMaterialId as string }, creation(), 'r1');
  };

  const pass = (ms: number) => () => {
    study.now = new Date(study.now.getTime() + ms);
  };

  const actions: readonly (readonly [number, () => unknown])[] = [
    [40, rate],
    [4, () => reviews.undo(ada, made.pop() ?? 'none')],
    [4, generateDeck],
    [2, importDeck],
    [5, missQuiz],
    [6, changeItem],
    [2, changeSettings],
    [3, planExam],
    [4, changeExam],
    [6, changeDeck],
    [2, changeQuiz],
    [6, pass(11 * 60_000)],
    [6, pass(dayMs)],
  ];

  /** Runs a random action and returns its name. An action that the service refuses changes nothing. */
  const act = async (): Promise<string> => {
    const total = actions.reduce((sum, [weight]) => sum + weight, 0);
    let dice = random() * total;
    const [, action] = actions.find(([weight]) => (dice -= weight) < 0) ?? [0, rate];
    try {
      await action();
    } catch (error) {
      if (!(error instanceof DomainError || error instanceof TypeError)) throw error;
    }
    return action.name;
  };

  /** The number of the calendar's entry for today. */
  const inCalendar = async (date: string): Promise<number> => {
    // Its answer is kept for a minute.
    study.now = new Date(study.now.getTime() + 60_000);
    const file = new URL(calendarUrl).pathname.split('/').at(-1) ?? '';
    const text = new TextDecoder().decode(await reviews.calendar.read(file, uncounted));
    const event = text.split('BEGIN:VEVENT').find((each) => each.includes(`review-${date}`));
    return Number(/SUMMARY:(\d+) review/.exec(event ?? '')?.[1] ?? 0);
  };

  /** The number in a mail that would be sent now; 0 without a mail. */
  const inMail = async (): Promise<number> => {
    const settings = study.store.collection(reviewSettingsCollection);
    await reviews.updateSettings(ada, { reminder: { isOn: true, hour: 8 } });
    const change = { set: { remindAt: study.now.toISOString(), outbox: [], outboxCount: 0 }, unset: ['remindedDay' as const] };
    const learner = await settings.update({ userId: ada, _id: ada }, change);
    if (learner) await reviews.reminders.remind(learner);
    const [event] = (await settings.get({ userId: ada, _id: ada }))?.outbox ?? [];
    return event ? (JSON.parse(event.payload) as { due: number }).due : 0;
  };

  return { study, start, act, queueOf, inCalendar, inMail };
};

it.each(seedsOfThisRun(3, 3))(
  'numbers of due items are the same everywhere after any actions (%d)',
  async (seed) => {
    const { study, start, act, queueOf, inCalendar, inMail } = createWalk(seed);
    await start();
    const seen = { due: 0, new: 0, decks: 0, exams: 0 };
    for (let step = 0; step < 150; step += 1) {
      const action = await act();
      const calendar = await inCalendar((await study.reviews.getSummary(ada)).forecast[0]?.date ?? '');
      const mail = await inMail();
      const summary = await study.reviews.getSummary(ada);
      const queue = await queueOf();
      const fresh = queue.filter(({ kind, state }) => kind === 'card' && state === 'new').length;
      const numbers = { step, action, due: summary.due, new: summary.new, forecast: summary.forecast[0]?.due, calendar, mail };
      expect(numbers).toEqual({
        ...{ step, action, due: queue.length - fresh, new: fresh, forecast: queue.length - fresh, calendar: queue.length },
        mail: queue.length > fresh ? queue.length : 0,
      });
      const ofDecks = [];
      for (const { deckId, due, new: met } of summary.decks) {
        const deck = await queueOf({ deckId });
        const metOf = deck.filter(({ state }) => state === 'new').length;
        ofDecks.push({ step, action, due, new: met });
        expect(ofDecks.at(-1)).toEqual({ step, action, due: deck.length - metOf, new: metOf });
      }
      seen.due += summary.due;
      seen.new += summary.new;
      seen.decks += ofDecks.length;
      seen.exams += (await study.reviews.exams.list(ada)).filter(({ isOver }) => !isOver).length;
    }
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(50);
  },
  120_000,
);
