import * as z from 'zod/mini';
import { defineCollection } from './defineCollection.ts';

const schema = z.object({ _id: z.string(), userId: z.string(), at: z.string(), tags: z.array(z.string()) });

describe('defineCollection', () => {
  it('returns the declaration', () => {
    const indexes = { byUser: { fields: ['userId', '_id'] } } as const;
    expect(defineCollection({ name: 'things', schema, indexes, expires: 'at' })).toEqual({
      name: 'things',
      schema,
      indexes,
      isOwned: true,
      expires: 'at',
    });
  });

  it('refuses invalid names and indexes', () => {
    const fields = ['userId'] as const;
    expect(() => defineCollection({ name: 'a b', schema })).toThrow(/a b/);
    expect(() => defineCollection({ name: 'a', schema, indexes: { 'x"': { fields } } })).toThrow(/x"/);
    expect(() => defineCollection({ name: 'a', schema, indexes: { _id: { fields } } })).toThrow(/_id/);
    expect(() => defineCollection({ name: 'a', schema, indexes: { b: { fields: [] } } })).toThrow(/fields/);
    expect(() => defineCollection({ name: 'a', schema, indexes: { b: { fields: ['at', 'at'] } } })).toThrow(/twice/);
    expect(() => defineCollection({ name: 'a', schema, indexes: { b: { fields: ['_id', 'at'] } } })).toThrow(/last/);
    expect(() => defineCollection({ name: 'a', schema, indexes: { b: { fields: ['userId', '_id'], unique: true } } })).toThrow(/unique/);
    expect(() => defineCollection({ name: 'a', schema, indexes: { b: { fields: ['at'], unique: true } } })).toThrow(/start with userId/);
  });

  it('types index fields by the schema', () => {
    // @ts-expect-error no such field
    defineCollection({ name: 'a', schema, indexes: { b: { fields: ['nothing'] } } });
    // @ts-expect-error a list cannot be compared
    defineCollection({ name: 'a', schema, indexes: { b: { fields: ['tags'] } } });
    // @ts-expect-error no such field
    defineCollection({ name: 'a', schema, expires: 'nothing' });
    // @ts-expect-error every document has an id
    defineCollection({ name: 'a', schema: z.object({ userId: z.string() }) });
  });
});
