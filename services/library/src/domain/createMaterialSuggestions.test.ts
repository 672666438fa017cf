import { newId } from '@lectern/document-store';
import { memoryStore } from '@lectern/document-store/testing';
import type { Source, Suggestion } from '@lectern/contracts';
import { marksCollection } from '../store.ts';
import type { MaterialParts } from './createMaterialParts.ts';
import { createMaterialSuggestions } from './createMaterialSuggestions.ts';

const source: Source = { title: 'Heart', language: 'en', passages: [] };
const suggestion = (_id: string): Suggestion => ({
  _id,
  term: _id,
  statement: `${_id} is a thing.`,
  pointer: { kind: 'slide', slide: 1, part: 'body', paragraph: 1 },
  section: 'Heart',
  form: 'definition',
  siblings: [],
});

const setUp = () => {
  const store = memoryStore([marksCollection]);
  const fake = { asked: 0, exists: true, fails: false };
  const parts = {
    marks: store.collection(marksCollection),
    own: async () => undefined,
    bodyOf: async () => ({ source }),
    exists: async () => fake.exists,
  } as unknown as MaterialParts;
  const content = {
    suggestions: async () => {
      fake.asked += 1;
      if (fake.fails) throw new Error('busy');
      return ['a', 'b', 'c', 'd'].map(suggestion);
    },
  };
  return { fake, store, id: newId(() => 0), ...createMaterialSuggestions({ parts, content }) };
};

const idsOf = (page: { items: readonly { _id: string }[] }): string[] => page.items.map(({ _id }) => _id);

describe('suggestions of a guide', () => {
  it('searches terms and statements, in capital and small letters', async () => {
    const { suggestions, id } = setUp();
    expect(idsOf(await suggestions('user', id, { q: ' B IS a ' }))).toEqual(['b']);
    expect(idsOf(await suggestions('user', id, { q: 'absent' }))).toEqual([]);
  });

  it('come in pages, without the skipped ones, also after a skipped one; the engine is asked once', async () => {
    const { suggestions, updateSuggestions, fake, id } = setUp();
    const first = await suggestions('ada', id, { limit: 2 });
    expect(first).toMatchObject({ items: [{ _id: 'a' }, { _id: 'b' }], next: 'b' });
    expect(await updateSuggestions('ada', id, { skipped: ['b'] })).toEqual({ skipped: ['b'] });
    expect(idsOf(await suggestions('ada', id, { limit: 2, after: 'b' }))).toEqual(['c', 'd']);
    expect(idsOf(await suggestions('ada', id, {}))).toEqual(['a', 'c', 'd']);
    expect(fake.asked).toBe(1);
  });

  it('come again when skipping is taken back; concurrent changes are all kept', async () => {
    const { suggestions, updateSuggestions, id } = setUp();
    await Promise.all([updateSuggestions('ada', id, { skipped: ['a'] }), updateSuggestions('ada', id, { skipped: ['b', 'c'] })]);
    expect(idsOf(await suggestions('ada', id, {}))).toEqual(['d']);
    await updateSuggestions('ada', id, { skipped: [], restored: ['b'] });
    expect(idsOf(await suggestions('ada', id, {}))).toEqual(['b', 'd']);
  });

  it('are asked for again after a failure', async () => {
    const { suggestions, fake, id } = setUp();
    fake.fails = true;
    await expect(suggestions('ada', id, {})).rejects.toThrow('busy');
    fake.fails = false;
    expect(idsOf(await suggestions('ada', id, {}))).toHaveLength(4);
  });

  it('leave nothing behind for a guide that was deleted meanwhile', async () => {
    const { updateSuggestions, fake, store, id } = setUp();
    fake.exists = false;
    await expect(updateSuggestions('ada', id, { skipped: ['a'] })).rejects.toMatchObject({ code: 'not_found' });
    expect(await store.collection(marksCollection).get({ userId: 'ada', _id: id })).toBeUndefined();
  });
});
