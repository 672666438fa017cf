import * as z from 'zod/mini';
import { pick } from './pick.ts';

const Answer = z.object({ _id: z.string(), folderId: z.nullable(z.string()), note: z.optional(z.string()) });

test('an answer has the fields of its schema and no other fields of the document', () => {
  const document = { _id: 'm1', folderId: null, note: undefined, passwordHash: 'secret' };
  expect(Object.entries(pick(Answer, document))).toEqual([
    ['_id', 'm1'],
    ['folderId', null],
  ]);
  expect(pick(Answer, { ...document, note: '' })).toEqual({ _id: 'm1', folderId: null, note: '' });
});
