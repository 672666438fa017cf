import { droppedItemsCollection } from '../store.ts';
import { createStudyFake, creation } from '../testing.ts';

const ada = 'u1';
const setUp = async () => {
  const study = createStudyFake();
  study.isPremium = true;
  const quiz = await study.quizzes.generate(ada, { studyMaterialId: 'm1' }, creation(), 'r1');
  return { study, quiz, deck: await study.decks.create(ada, { studyMaterialId: 'm1' }, creation(), 'r1') };
};
const droppedIn = (study: ReturnType<typeof createStudyFake>): unknown =>
  (study.asked.at(-1)?.options as { dropped?: unknown } | undefined)?.dropped;
const countOf = (study: ReturnType<typeof createStudyFake>): Promise<number> =>
  study.store.collection(droppedItemsCollection).count('byUser', { userId: ada });

describe('dropped items', () => {
  it('are told to every later generation for their guide, and to no other', async () => {
    const { study, quiz } = await setUp();
    const [question] = quiz.questions;
    await study.quizzes.removeQuestion(ada, quiz._id, question!._id, 'dropped');
    const expected = [{ text: question?.question, key: 'right', pointer: { kind: 'text', paragraph: 1 } }];
    await study.quizzes.generate(ada, { studyMaterialId: 'm1' }, creation(), 'r2');
    expect(droppedIn(study)).toEqual(expected);
    await study.quizzes.regenerate(ada, quiz._id, {}, creation(), 'r3');
    expect(droppedIn(study)).toEqual(expected);
    await study.decks.create(ada, { studyMaterialId: 'm1' }, creation(), 'r4');
    expect(droppedIn(study)).toEqual([]);
    await study.quizzes.generate(ada, { studyMaterialId: 'm2' }, creation(), 'r5');
    expect(droppedIn(study)).toEqual([]);
  });

  it('are counted by form and engine, and so are first edits; a deletion without a reason and own items are not', async () => {
    const { study, quiz, deck } = await setUp();
    const [first, second] = quiz.questions;
    const edit = { question: 'Other?', options: first!.options, explanation: 'because' };
    await study.quizzes.updateQuestion(ada, quiz._id, first!._id, edit);
    await study.quizzes.updateQuestion(ada, quiz._id, first!._id, edit);
    await study.quizzes.removeQuestion(ada, quiz._id, first!._id);
    await study.quizzes.removeQuestion(ada, quiz._id, second!._id, 'dropped');
    const own = await study.decks.addCard(ada, deck._id, { front: 'a', back: 'b' }, creation());
    await study.decks.removeCard(ada, deck._id, own._id, 'dropped');
    expect(study.changes).toEqual([
      { content: 'question', change: 'edited', form: 'other', engine: 'fake' },
      { content: 'question', change: 'dropped', form: 'other', engine: 'fake' },
    ]);
  });

  it('come back into their places, may be made again, and restoring twice changes nothing', async () => {
    const { study, quiz, deck } = await setUp();
    const third = quiz.questions[2]!;
    await study.quizzes.removeQuestion(ada, quiz._id, third._id, 'dropped');
    expect((await study.quizzes.get(ada, quiz._id)).questions).toHaveLength(quiz.questions.length - 1);
    expect(await study.quizzes.restoreQuestion(ada, quiz._id, third._id)).toEqual(third);
    expect((await study.quizzes.get(ada, quiz._id)).questions).toEqual(quiz.questions);
    await expect(study.quizzes.restoreQuestion(ada, quiz._id, third._id)).rejects.toMatchObject({ code: 'not_found' });

    const card = deck.cards[1]!;
    await study.decks.removeCard(ada, deck._id, card._id, 'dropped');
    expect((await study.decks.get(ada, deck._id)).description).toBe(`${String(deck.cards.length - 1)} cards on Heart`);
    await study.decks.restoreCard(ada, deck._id, card._id);
    expect(await study.decks.get(ada, deck._id)).toMatchObject({ cards: deck.cards, description: deck.description });
    expect(await countOf(study)).toBe(0);
    await study.quizzes.generate(ada, { studyMaterialId: 'm1' }, creation(), 'r2');
    expect(droppedIn(study)).toEqual([]);
  });

  it("are another learner's business, and of their own quiz or deck", async () => {
    const { study, quiz, deck } = await setUp();
    const [card] = deck.cards;
    await study.decks.removeCard(ada, deck._id, card!._id, 'dropped');
    await expect(study.decks.restoreCard('eve', deck._id, card!._id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(study.quizzes.restoreQuestion(ada, quiz._id, card!._id)).rejects.toMatchObject({ code: 'not_found' });
    await study.quizzes.generate('eve', { studyMaterialId: 'm1' }, creation(), 'r2');
    expect(droppedIn(study)).toEqual([]);
  });

  it('are not remembered when the last item stays', async () => {
    const { study } = await setUp();
    const { _id, cards } = await study.decks.createOwn(ada, { title: 'Own', cards: [{ front: 'a', back: 'b' }] }, creation());
    await expect(study.decks.removeCard(ada, _id, cards[0]!._id, 'dropped')).rejects.toMatchObject({ code: 'conflict' });
    expect(await countOf(study)).toBe(0);
  });
});

describe('own quizzes and decks of a guide', () => {
  it('have the title and the language of the guide, and are listed with it', async () => {
    const { study } = await setUp();
    const question = {
      question: 'Why?',
      options: [
        { text: 'a', isCorrect: true },
        { text: 'b', isCorrect: false },
      ],
    };
    const quiz = await study.quizzes.createOwn(ada, { title: 'My questions', studyMaterialId: 'm1', question }, creation());
    expect(quiz).toMatchObject({ generatedBy: 'learner', studyMaterialId: 'm1', description: '1 question on Heart', questionCount: 1 });
    const deck = await study.decks.createOwn(
      ada,
      { title: 'My cards', studyMaterialId: 'm1', cards: [{ front: 'a', back: 'b' }] },
      creation(),
    );
    expect(deck).toMatchObject({ generatedBy: 'learner', studyMaterialTitle: 'Heart', description: '1 card on Heart', language: 'en' });
    expect((await study.decks.list(ada, { studyMaterialId: 'm1' })).items.map(({ _id }) => _id)).toContain(deck._id);
  });

  it('need a guide that exists', async () => {
    const { study } = await setUp();
    study.deletedMaterials.add('m9');
    await expect(study.decks.createOwn(ada, { title: 'My cards', studyMaterialId: 'm9' }, creation())).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});
