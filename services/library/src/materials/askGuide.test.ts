import { questionsKept, type AskRequest } from '@lectern/contracts';
import { newId } from '@lectern/document-store';
import { memoryStore } from '@lectern/document-store/testing';
import type { Creation } from '@lectern/service-kit';
import { creationOf } from '@lectern/service-kit/testing';
import { allCollections } from '../store.ts';
import { contentFake, insertGuide, libraryOn } from '../testing.ts';
import { askGuide, deleteAskedQuestion, listAskedQuestions } from './askGuide.ts';
import { deleteStudyMaterial } from './deleteStudyMaterial.ts';

const setUp = async () => {
  const fake = { asked: 0, whileAsked: async (): Promise<void> => undefined };
  const library = libraryOn({
    store: memoryStore(allCollections),
    clock: () => new Date('2026-03-05T10:00:00Z'),
    content: contentFake({
      ask: async (_userId, _source, question) => {
        fake.asked += 1;
        await fake.whileAsked();
        return { answer: `On ${question}`, answeredBy: 'passages', passages: [] };
      },
    }),
  });
  await insertGuide(library, 'ada', 'g1');
  await insertGuide(library, 'ada', 'g2');
  let time = 0;
  const creation = () => creationOf(newId(() => (time += 1)));
  const ask = (userId: string, id: string, request: AskRequest, by: Creation) => askGuide(library, userId, id, request, by);
  const listAsked = (userId: string, id: string) => listAskedQuestions(library, userId, id);
  const removeAsked = (userId: string, id: string, askId: string) => deleteAskedQuestion(library, userId, id, askId);
  return { fake, library, questions: library.store.questions, creation, ask, listAsked, removeAsked };
};

describe('questions about a guide', () => {
  it('are kept with their answers, newest first, and the item that they are about; the latest 20 only', async () => {
    const { ask, listAsked, questions, creation } = await setUp();
    for (let number = 1; number <= questionsKept + 2; number += 1)
      await ask('ada', 'g1', { question: `q${number}`, itemId: 'card1' }, creation());
    await ask('ada', 'g2', { question: 'another guide' }, creation());
    const all = await listAsked('ada', 'g1');
    expect(all).toHaveLength(questionsKept);
    expect(all[0]).toEqual({
      _id: expect.any(String),
      question: 'q22',
      answer: 'On q22',
      answeredBy: 'passages',
      passages: [],
      itemId: 'card1',
    });
    expect(all.at(-1)?.question).toBe('q3');
    expect(await questions.find('byMaterial', { equals: { userId: 'ada', materialId: 'g1' } })).toHaveLength(questionsKept);
    expect(await listAsked('ada', 'g2')).toMatchObject([{ question: 'another guide' }]);
  });

  it('are answered once when the answer was lost on its way', async () => {
    const { ask, fake, listAsked, creation } = await setUp();
    const by = creation();
    const first = await ask('ada', 'g1', { question: 'q' }, by);
    expect(await ask('ada', 'g1', { question: 'q' }, { ...by, resumed: true })).toEqual(first);
    expect(fake.asked).toBe(1);
    expect(await listAsked('ada', 'g1')).toHaveLength(1);
  });

  it('are deleted one by one, under their own guide only', async () => {
    const { ask, removeAsked, listAsked, creation } = await setUp();
    const { _id } = await ask('ada', 'g1', { question: 'q' }, creation());
    await expect(removeAsked('ada', 'g2', _id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await removeAsked('ada', 'g1', _id)).toEqual({ _id });
    await expect(removeAsked('ada', 'g1', _id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await listAsked('ada', 'g1')).toEqual([]);
  });

  it('leave nothing behind for a guide that was deleted meanwhile', async () => {
    const { ask, fake, library, questions, creation } = await setUp();
    fake.whileAsked = async () => void (await deleteStudyMaterial(library, 'ada', 'g1'));
    await expect(ask('ada', 'g1', { question: 'q' }, creation())).rejects.toMatchObject({ code: 'not_found' });
    expect(await questions.find('byMaterial', { equals: { userId: 'ada' } })).toEqual([]);
  });

  it('of somebody else’s guide are not answered, listed or deleted', async () => {
    const { ask, listAsked, removeAsked, fake, creation } = await setUp();
    const { _id } = await ask('ada', 'g1', { question: 'q' }, creation());
    for (const attempt of [ask('bob', 'g1', { question: 'q' }, creation()), listAsked('bob', 'g1'), removeAsked('bob', 'g1', _id)])
      await expect(attempt).rejects.toMatchObject({ code: 'not_found' });
    expect(fake.asked).toBe(1);
  });
});
