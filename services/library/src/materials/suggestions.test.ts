import { newId } from '@lectern/document-store';
import { memoryStore } from '@lectern/document-store/testing';
import type { PageQuery, Suggestion, SuggestionEdit } from '@lectern/contracts';
import { allCollections } from '../store.ts';
import { contentFake, insertGuide, libraryOn, withMethod } from '../testing.ts';
import { deleteStudyMaterial } from './deleteStudyMaterial.ts';
import { listSuggestions, updateSuggestions } from './suggestions.ts';

const suggestion = (_id: string): Suggestion => ({
  _id,
  term: _id,
  statement: `${_id} is a thing.`,
  pointer: { kind: 'slide', slide: 1, part: 'body', paragraph: 1 },
  section: 'Heart',
  form: 'definition',
  siblings: [],
});

const setUp = async () => {
  const fake = { asked: 0, fails: false };
  const library = libraryOn({
    store: memoryStore(allCollections),
    clock: () => new Date('2026-03-05T10:00:00Z'),
    content: contentFake({
      suggestions: async () => {
        fake.asked += 1;
        if (fake.fails) throw new Error('busy');
        return ['a', 'b', 'c', 'd'].map(suggestion);
      },
    }),
  });
  const id = newId(() => 0);
  await insertGuide(library, 'ada', id);
  const suggestions = (userId: string, guide: string, query: PageQuery) => listSuggestions(library, userId, guide, query);
  const update = (userId: string, guide: string, edit: SuggestionEdit) => updateSuggestions(library, userId, guide, edit);
  return { fake, library, id, suggestions, updateSuggestions: update };
};

const idsOf = (page: { items: readonly { _id: string }[] }): string[] => page.items.map(({ _id }) => _id);

describe('suggestions of a guide', () => {
  it('searches terms and statements, in capital and small letters', async () => {
    const { suggestions, id } = await setUp();
    expect(idsOf(await suggestions('ada', id, { q: ' B IS a ' }))).toEqual(['b']);
    expect(idsOf(await suggestions('ada', id, { q: 'absent' }))).toEqual([]);
  });

  it('come in pages, without the skipped ones, also after a skipped one; the engine is asked once', async () => {
    const { suggestions, updateSuggestions, fake, id } = await setUp();
    const first = await suggestions('ada', id, { limit: 2 });
    expect(first).toMatchObject({ items: [{ _id: 'a' }, { _id: 'b' }], next: 'b' });
    expect(await updateSuggestions('ada', id, { skipped: ['b'] })).toEqual({ skipped: ['b'] });
    expect(idsOf(await suggestions('ada', id, { limit: 2, after: 'b' }))).toEqual(['c', 'd']);
    expect(idsOf(await suggestions('ada', id, {}))).toEqual(['a', 'c', 'd']);
    expect(fake.asked).toBe(1);
  });

  it('come again when skipping is taken back; concurrent changes are all kept', async () => {
    const { suggestions, updateSuggestions, id } = await setUp();
    await Promise.all([updateSuggestions('ada', id, { skipped: ['a'] }), updateSuggestions('ada', id, { skipped: ['b', 'c'] })]);
    expect(idsOf(await suggestions('ada', id, {}))).toEqual(['d']);
    await updateSuggestions('ada', id, { skipped: [], restored: ['b'] });
    expect(idsOf(await suggestions('ada', id, {}))).toEqual(['b', 'd']);
  });

  it('are asked for again after a failure', async () => {
    const { suggestions, fake, id } = await setUp();
    fake.fails = true;
    await expect(suggestions('ada', id, {})).rejects.toThrow('busy');
    fake.fails = false;
    expect(idsOf(await suggestions('ada', id, {}))).toHaveLength(4);
  });

  it('leave nothing behind for a guide that was deleted meanwhile', async () => {
    const { library, id } = await setUp();
    const { marks } = library.store;
    const insert: typeof marks.insert = async (document) => {
      await deleteStudyMaterial(library, 'ada', id);
      return marks.insert(document);
    };
    const deleting = { ...library, store: { ...library.store, marks: withMethod(marks, 'insert', insert) } };
    await expect(updateSuggestions(deleting, 'ada', id, { skipped: ['a'] })).rejects.toMatchObject({ code: 'not_found' });
    expect(await marks.get({ userId: 'ada', _id: id })).toBeUndefined();
  });
});
