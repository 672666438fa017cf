import { createStudyFake, creation } from '../testing.ts';
import { deckKind } from '../decks/deckDocument.ts';
import { getDeck, updateDeck } from '../decks/decks.ts';
import { quizKind } from '../quizzes/quizDocument.ts';
import { createShare } from './createShare.ts';
import { copySharedDeck, copySharedQuiz, showSharedDeck, showSharedQuiz } from './sharedItems.ts';

const [ada, ben] = ['u1', 'u2'];
const uncounted = (): void => undefined;
const secretIn = (url: string): string => new URL(url).pathname.split('/').at(-1) ?? '';
const notFound = { code: 'not_found' };

const setUp = () => {
  const fake = createStudyFake();
  const { study } = fake;
  const share = async (kind: 'quiz' | 'deck', id: string, userId = ada) => {
    const asked = { id, request: {}, creation: { ...creation(), newId: `01956499-7000-7000-8000-${String(id.length).padStart(12, '0')}` } };
    const link = await (kind === 'quiz' ? createShare(study, quizKind, userId, asked) : createShare(study, deckKind, userId, asked));
    return secretIn(link.url);
  };
  return { fake, study, share };
};

describe('a shared quiz', () => {
  const madeQuiz = async ({ fake }: ReturnType<typeof setUp>) =>
    fake.quizzes.generate(ada, { studyMaterialId: 'm1', questionCount: 5 }, creation(), 'r1');

  it('is shown with its answers, without scores and reports', async () => {
    const world = setUp();
    const quiz = await madeQuiz(world);
    const [first] = quiz.questions;
    await world.fake.quizzes.reportQuestion(ada, quiz._id, first!._id, { reason: 'wrong', comment: 'Mine alone' }, 'r1');
    const shown = await showSharedQuiz(world.study, await world.share('quiz', quiz._id), uncounted);
    expect(Object.keys(shown).sort()).toEqual(['description', 'difficultyLevel', 'kind', 'language', 'owner', 'questions', 'title']);
    expect(shown.questions).toHaveLength(5);
    expect(shown.questions[0]).toMatchObject({ question: first!.question, options: first!.options, explanation: first!.explanation });
    expect(JSON.stringify(shown)).not.toContain('Mine alone');
    expect(await world.study.shareLinks.get(ada, quiz._id)).toMatchObject({ opens: 1 });
  });

  it('is copied without its guide, its attempts and its reports, under new ids', async () => {
    const world = setUp();
    const quiz = await madeQuiz(world);
    await world.fake.quizzes.reportQuestion(ada, quiz._id, quiz.questions[0]!._id, { reason: 'wrong', comment: 'Mine alone' }, 'r1');
    const secret = await world.share('quiz', quiz._id);
    const copy = await copySharedQuiz(world.study, ben, secret, creation());
    expect(copy).toMatchObject({
      title: quiz.title,
      studyMaterialId: null,
      studyMaterialIds: [],
      studyMaterialTitle: 'Heart',
      attempts: 0,
      questionCount: 5,
    });
    expect(copy.questions.map(({ question }) => question)).toEqual(quiz.questions.map(({ question }) => question));
    expect(copy.questions.some(({ _id }) => quiz.questions.some((each) => each._id === _id))).toBe(false);
    expect(JSON.stringify(await world.study.store.quizzes.get({ userId: ben, _id: copy._id }))).not.toMatch(/Mine alone|m1/);
    // The same title stands beside the first one.
    expect((await copySharedQuiz(world.study, ben, secret, creation())).title).toBe(`${quiz.title} 2`);
    expect(await world.study.shareLinks.get(ada, quiz._id)).toMatchObject({ copies: 2 });
  });

  it('is gone with the quiz, and only its owner can share it', async () => {
    const world = setUp();
    const quiz = await madeQuiz(world);
    await expect(world.share('quiz', quiz._id, ben)).rejects.toMatchObject(notFound);
    const secret = await world.share('quiz', quiz._id);
    await world.fake.quizzes.remove(ada, quiz._id);
    await expect(showSharedQuiz(world.study, secret, uncounted)).rejects.toMatchObject(notFound);
    expect(await world.study.shareLinks.list(ada)).toEqual([]);
  });
});

describe('a shared deck', () => {
  const cards = [
    { front: 'Aorta', back: 'An artery' },
    { front: 'Vena cava', back: 'A vein' },
  ];

  it('is shown, and copied without the cards that its owner removed', async () => {
    const world = setUp();
    const deck = await world.fake.decks.createOwn(ada, { title: 'Vessels', cards }, creation());
    await updateDeck(world.study, ada, deck._id, { cards: [deck.cards[0]!] });
    const secret = await world.share('deck', deck._id);
    expect(await showSharedDeck(world.study, secret, uncounted)).toEqual({
      kind: 'deck',
      owner: null,
      title: 'Vessels',
      description: '',
      cards: [{ _id: deck.cards[0]!._id, ...cards[0] }],
    });
    const copy = await copySharedDeck(world.study, ben, secret, creation());
    expect(copy).toMatchObject({ title: 'Vessels', cardCount: 1 });
    expect(copy.cards[0]!._id).not.toBe(deck.cards[0]!._id);
    expect((await world.study.store.decks.get({ userId: ben, _id: copy._id }))?.removedFronts).toEqual([]);
    await world.fake.decks.eraseAll(ada);
    expect((await getDeck(world.study, ben, copy._id)).cards).toHaveLength(1);
  });

  it('is copied with its pictures', async () => {
    const world = setUp();
    const deck = await world.fake.decks.createOwn(ada, { title: 'Vessels', cards }, creation());
    const id = 'a'.repeat(64);
    await world.study.cardPictures.files.store(ada, deck._id, [{ hash: id, bytes: new Uint8Array([1]) }]);
    const pictures = [{ id, side: 'front' as const, alt: 'A heart', width: 10, height: 10, url: '' }];
    const key = { userId: ada, _id: deck._id };
    await world.study.store.decks.update(key, { set: { cards: [{ ...deck.cards[0]!, pictures }] } });
    const secret = await world.share('deck', deck._id);
    const [shown] = (await showSharedDeck(world.study, secret, uncounted)).cards;
    expect(shown?.pictures?.[0]?.url).toContain(`/flashcards/${deck._id}/pictures/${id}?expires=`);
    const copy = await copySharedDeck(world.study, ben, secret, creation());
    expect(await world.study.cardPictures.files.read(ben, copy._id, id)).toEqual(new Uint8Array([1]));
  });

  it('is copied under the limits of its reader', async () => {
    const world = setUp();
    const many = Array.from({ length: 25 }, (_, index) => ({ front: `Front ${index}`, back: 'Back' }));
    world.fake.isPremium = true;
    const deck = await world.fake.decks.createOwn(ada, { title: 'Vessels', cards: many }, creation());
    world.fake.isPremium = false;
    const secret = await world.share('deck', deck._id);
    await expect(copySharedDeck(world.study, ben, secret, creation())).rejects.toMatchObject({ code: 'limit_reached' });
    expect(await world.study.shareLinks.get(ada, deck._id)).toMatchObject({ copies: 0 });
  });
});
