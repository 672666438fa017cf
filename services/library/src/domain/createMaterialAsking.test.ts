import { questionsKept, type Source } from '@lectern/contracts';
import { newId } from '@lectern/document-store';
import { memoryStore } from '@lectern/document-store/testing';
import { notFound } from '@lectern/service-kit';
import { creationOf } from '@lectern/service-kit/testing';
import { questionsCollection } from '../store.ts';
import { createMaterialAsking } from './createMaterialAsking.ts';
import type { MaterialParts } from './createMaterialParts.ts';

const source: Source = { title: 'Heart', language: 'en', passages: [] };

const setUp = () => {
  const store = memoryStore([questionsCollection]);
  const questions = store.collection(questionsCollection);
  const fake = { asked: 0, exists: true };
  const parts = {
    questions,
    own: async (userId: string) => {
      if (userId !== 'ada') throw notFound('Study guide');
    },
    bodyOf: async () => ({ source }),
    exists: async () => fake.exists,
  } as unknown as MaterialParts;
  const content = {
    ask: async (_userId: string, _source: Source, question: string) => {
      fake.asked += 1;
      return { answer: `On ${question}`, answeredBy: 'passages' as const, passages: [] };
    },
  };
  let time = 0;
  const creation = () => creationOf(newId(() => (time += 1)));
  return { fake, questions, creation, ...createMaterialAsking({ parts, content }) };
};

describe('questions about a guide', () => {
  it('are kept with their answers, newest first, and the item that they are about; the latest 20 only', async () => {
    const { ask, listAsked, questions, creation } = setUp();
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
    const { ask, fake, listAsked, creation } = setUp();
    const by = creation();
    const first = await ask('ada', 'g1', { question: 'q' }, by);
    expect(await ask('ada', 'g1', { question: 'q' }, { ...by, resumed: true })).toEqual(first);
    expect(fake.asked).toBe(1);
    expect(await listAsked('ada', 'g1')).toHaveLength(1);
  });

  it('are deleted one by one, under their own guide only', async () => {
    const { ask, removeAsked, listAsked, creation } = setUp();
    const { _id } = await ask('ada', 'g1', { question: 'q' }, creation());
    await expect(removeAsked('ada', 'g2', _id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await removeAsked('ada', 'g1', _id)).toEqual({ _id });
    await expect(removeAsked('ada', 'g1', _id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await listAsked('ada', 'g1')).toEqual([]);
  });

  it('leave nothing behind for a guide that was deleted meanwhile', async () => {
    const { ask, fake, questions, creation } = setUp();
    fake.exists = false;
    await expect(ask('ada', 'g1', { question: 'q' }, creation())).rejects.toMatchObject({ code: 'not_found' });
    expect(await questions.find('byMaterial', { equals: { userId: 'ada' } })).toEqual([]);
  });

  it('of somebody else’s guide are not answered, listed or deleted', async () => {
    const { ask, listAsked, removeAsked, fake, creation } = setUp();
    const { _id } = await ask('ada', 'g1', { question: 'q' }, creation());
    for (const attempt of [ask('bob', 'g1', { question: 'q' }, creation()), listAsked('bob', 'g1'), removeAsked('bob', 'g1', _id)])
      await expect(attempt).rejects.toMatchObject({ code: 'not_found' });
    expect(fake.asked).toBe(1);
  });
});
