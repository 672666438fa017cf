import { countTurns } from '@lectern/test-servers';
import * as z from 'zod/mini';
import { parseInPieces, stringifyInPieces } from './inPieces.ts';

const Passage = z.object({
  text: z.string(),
  place: z.optional(z.discriminatedUnion('kind', [z.object({ kind: z.literal('a'), at: z.int() })])),
});
const Body = z.object({
  _id: z.string(),
  source: z.object({ passages: z.array(Passage), language: z._default(z.string(), 'en') }),
  markdown: z.string(),
  note: z.optional(z.nullable(z.array(z.string()))),
  usage: z._default(z.array(z.int()), []),
});
const body = (count: number) => ({
  _id: 'b1',
  source: { passages: Array.from({ length: count }, (_, at) => ({ text: `"${at}"`, place: { kind: 'a', at }, unknown: at })), extra: 1 },
  markdown: 'x'.repeat(60_000),
  note: null,
  other: undefined,
});

it.each([3, 1_000])('parses as in one piece, with %d items', async (count) => {
  expect(await parseInPieces(Body, body(count))).toEqual(z.parse(Body, body(count)));
});

it('names the place of what does not fit', async () => {
  const wrong = body(1_000);
  Object.assign(wrong.source.passages[700] ?? {}, { text: 7 });
  const inOne = z.safeParse(Body, wrong).error?.issues;
  await expect(parseInPieces(Body, wrong)).rejects.toMatchObject({ issues: inOne });
  await expect(parseInPieces(Body, { ...body(1_000), markdown: undefined })).rejects.toMatchObject({ issues: [{ path: ['markdown'] }] });
});

it('keeps the checks of a list and of an object', async () => {
  const Short = z.array(z.string()).check(z.maxLength(200));
  await expect(parseInPieces(Short, Array(201).fill('x'))).rejects.toThrow();
  const Pair = z.object({ all: z.array(z.string()), count: z.int() }).check(z.refine(({ all, count }) => all.length === count));
  await expect(parseInPieces(Pair, { all: Array(201).fill('x'), count: 1 })).rejects.toThrow();
});

it.each([
  ['a long list', Array.from({ length: 500 }, (_, at) => ({ at, none: undefined, list: [at, undefined] }))],
  ['a body', body(1_000)],
  ['long texts', { a: '"\n\u2028😀'.repeat(30_000), b: ['x'.repeat(60_000), 1, null, undefined, true], 'a "name"': 1 }],
  ['a long text', 'y'.repeat(60_000)],
  ['nothing', undefined],
])('writes %s as JSON.stringify does', async (_what, value) => {
  expect(await stringifyInPieces(value)).toBe(JSON.stringify(value));
  expect(await stringifyInPieces(value, { indent: 2 })).toBe(JSON.stringify(value, undefined, 2));
});

it('yields in between', async () => {
  const large = body(200_000);
  for (const work of [() => parseInPieces(Body, large), () => stringifyInPieces(large)]) {
    const turns = countTurns();
    await work();
    expect(turns()).toBeGreaterThan(2);
  }
});
