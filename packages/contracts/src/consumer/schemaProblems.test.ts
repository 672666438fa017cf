import * as z from 'zod/mini';
import { schemaProblems, type Direction, type JsonSchema } from './schemaProblems.ts';

const json = (schema: z.ZodMiniType): JsonSchema => z.toJSONSchema(schema, { io: 'output' }) as JsonSchema;
const problems = (given: z.ZodMiniType, wanted: z.ZodMiniType, direction: Direction = 'reads') =>
  schemaProblems(json(given), json(wanted), direction);

const Base = z.object({ _id: z.string(), title: z.string(), note: z.optional(z.string()) });

test.each<[string, z.ZodMiniType, z.ZodMiniType]>([
  ['the same', Base, Base],
  ['a field more', z.extend(Base, { count: z.int() }), Base],
  ['a field that is always there and need not be', z.object({ note: z.string() }), z.object({ note: z.optional(z.string()) })],
  ['an optional field gone', z.object({ _id: z.string(), title: z.string() }), Base],
  ['a whole number for a number', z.int(), z.number()],
  ['one kind of several', z.string(), z.union([z.string(), z.int()])],
  ['something where nothing is taken, too', z.string(), z.nullable(z.string())],
  ['fewer words of a list', z.enum(['easy', 'hard']), z.enum(['easy', 'medium', 'hard'])],
  ['a word of a list for a text', z.enum(['easy', 'hard']), z.string()],
  ['a word for a pattern it fits', z.literal('abc'), z.string().check(z.regex(/^[a-z]+$/))],
  ['closer bounds', z.string().check(z.minLength(2), z.maxLength(5)), z.string().check(z.minLength(1), z.maxLength(9))],
  ['anything', z.string(), z.unknown()],
  [
    'fewer of several kinds of thing',
    z.discriminatedUnion('kind', [z.object({ kind: z.literal('a'), x: z.int() })]),
    z.discriminatedUnion('kind', [z.object({ kind: z.literal('a'), x: z.int() }), z.object({ kind: z.literal('b') })]),
  ],
])('%s is taken', (_what, given, wanted) => {
  expect(problems(given, wanted)).toEqual([]);
});

test.each<[string, z.ZodMiniType, z.ZodMiniType, string[]]>([
  ['a field gone', z.object({ _id: z.string() }), Base, ['title is missing']],
  ['a field that may be gone', z.extend(Base, { title: z.optional(z.string()) }), Base, ['title may be missing']],
  ['a field of another type', z.extend(Base, { title: z.int() }), Base, ['title may be integer, string is taken']],
  ['nothing where there was something', z.nullable(z.string()), z.string(), ['it may be null, string is taken']],
  ['a new word of a list', z.enum(['easy', 'dire']), z.enum(['easy', 'hard']), ['it may be "dire", which is not taken']],
  ['a text for a word of a list', z.string(), z.enum(['a', 'b']), ['it may be more than ["a","b"]']],
  ['a wider bound', z.string(), z.string().check(z.maxLength(5)), ['it: maxLength is open, 5 is wanted']],
  ['a lower bound', z.string(), z.string().check(z.minLength(1)), ['it: minLength is open, 1 is wanted']],
  ['another pattern', z.string().check(z.regex(/^a/)), z.string().check(z.regex(/^b/)), ['it: pattern is not what is wanted']],
  ['a word that does not fit', z.literal('A1'), z.string().check(z.regex(/^[a-z]+$/)), ['it does not fit ^[a-z]+$']],
  [
    'deep inside',
    z.object({ list: z.array(z.object({ a: z.object({}) })) }),
    z.object({ list: z.array(z.object({ a: z.object({ b: z.int() }) })) }),
    ['each of list.a.b is missing'],
  ],
  [
    'a new kind of thing',
    z.discriminatedUnion('kind', [z.object({ kind: z.literal('a') }), z.object({ kind: z.literal('c') })]),
    z.discriminatedUnion('kind', [z.object({ kind: z.literal('a') }), z.object({ kind: z.literal('b') })]),
    ['kind may be "c", which is not taken'],
  ],
])('%s is a problem', (_what, given, wanted, expected) => {
  expect(problems(given, wanted)).toEqual(expected);
});

test('a sent field that the provider no longer knows is a problem, an answered field that the consumer does not know is none', () => {
  const more = z.extend(Base, { tone: z.string() });
  expect(problems(more, Base, 'sends')).toEqual(['tone is not taken']);
  expect(problems(more, Base, 'reads')).toEqual([]);
});

test('descriptions and titles are no difference', () => {
  expect(schemaProblems({ type: 'string', description: 'one' }, { type: 'string', description: 'other' }, 'reads')).toEqual([]);
});
