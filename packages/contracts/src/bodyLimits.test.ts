import * as z from 'zod/mini';
import { bodyLimitsOf } from './bodyLimits.ts';
import type { Call, DescribedCall } from './call.ts';
import * as calls from './calls.ts';

const all = Object.values<Call>(calls);
const withBody = (body: z.ZodMiniType): DescribedCall => ({ ...calls.createFolder, body });

test('every call has limits, those of auth 16 kB; only guides, decks, imports and pictures take more than 500 kB', () => {
  for (const call of all) expect(bodyLimitsOf(call).bytes).toBeGreaterThanOrEqual(16_384);
  for (const call of all.filter(({ service }) => service === 'auth')) expect(bodyLimitsOf(call).bytes).toBe(16_384);
  expect(all.filter((call) => bodyLimitsOf(call).bytes > 500_000).map(({ id }) => id)).toEqual([
    'createStudyMaterial',
    'updateMarks',
    'updateStudyMaterial',
    'addCardPicture',
    'createOwnDeck',
    'importDecks',
    'previewDeckImport',
    'updateDeck',
    'stripeWebhook',
  ]);
});

test('the largest body of a schema is within its limits, with characters of any length in UTF-8', () => {
  const cards = Array.from({ length: 500 }, () => ({ _id: 'x'.repeat(64), front: '🎓'.repeat(2_000), back: '가'.repeat(2_000) }));
  const body = { title: '가'.repeat(200), description: '🎓'.repeat(2_000), cards };
  expect(z.safeParse(calls.updateDeck.body, body).success).toBe(true);
  expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(bodyLimitsOf(calls.updateDeck).bytes);
});

test.each([
  ['a text', z.object({ name: z.string() })],
  ['a list', z.object({ names: z.array(z.boolean()) })],
  ['a value of any kind', z.object({ name: z.unknown() })],
])('a schema with %s without a bound is refused', (_what, body) => {
  expect(() => bodyLimitsOf(withBody(body))).toThrow(/without a bound|of any kind/);
});
