import { expect, test } from '@playwright/test';
import { call, newLearner, textForm, type Learner } from '../../support/api.ts';
import { lecture } from '../../support/lecture.ts';

const guides = 5;
const searches = 10;
/** Takes two bytes per letter in storage. With a million of them, a guide reaches its largest size. */
const filler = 'что каждый отдел нефрона делает с водой, натрием и глюкозой. '.repeat(16_000);

/** A learner with as many guides as the free plan allows, each as large as possible. */
const learnerWithLargeGuides = async (): Promise<Learner> => {
  const learner = await newLearner();
  const { token } = learner;
  for (let index = 0; index < guides; index += 1) {
    const made = await call('POST', '/study-materials/unified', { token, form: textForm(lecture) });
    expect(made.status).toBe(201);
    const { status } = await call('PUT', `/study-materials/${made.body._id as string}`, {
      token,
      body: { content: `${filler} № ${index}` },
    });
    expect(status).toBe(200);
  }
  return learner;
};

const medianOf = (times: readonly number[]): number => [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Infinity;

test('ten searches at once over five guides of two megabytes hold nobody else up', async () => {
  const [{ token }, other] = [await learnerWithLargeGuides(), await newLearner()];
  const timed = async (path: string): Promise<number> => {
    const start = performance.now();
    expect((await call('GET', path, { token: other.token })).status).toBe(200);
    return performance.now() - start;
  };
  await timed('/study-materials');
  const calm = medianOf([await timed('/folders'), await timed('/folders'), await timed('/folders')]);
  const words = ['глюкоз', 'не в тексте', 'ГЛЮКОЗОЙ. ЧТО', '№ 3', 'с', 'нефрона делает с вином', 'lecture', 'натрием и', 'zz', 'отдел'];
  let isOver = false;
  const answers = Promise.all(
    Array.from({ length: searches }, (_, index) => call('GET', `/study-materials?q=${encodeURIComponent(words[index] ?? '')}`, { token })),
  ).finally(() => {
    isOver = true;
  });
  const times: number[] = [];
  while (!isOver) times.push(await timed('/study-materials?q=nephron'), await timed('/folders'));
  const found = await answers;
  for (const { status, headers } of found) {
    expect([200, 429]).toContain(status);
    if (status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  }
  const counts = found.map(({ body }) => (Array.isArray(body) ? body.length : undefined));
  expect(counts.slice(0, 4)).toEqual([guides, 0, guides, 1]);
  // A blocked library would answer only one or two of them, after all searches are done.
  expect(times.length).toBeGreaterThanOrEqual(8);
  // A slow or busy machine is slow without the searches as well.
  expect(medianOf(times)).toBeLessThan(Math.max(500, 20 * calm));
});

test('more searches of one learner than a person can want are refused with when to come again, and harm no other call', async () => {
  const { token } = await newLearner();
  expect((await call('POST', '/study-materials/unified', { token, form: textForm(lecture) })).status).toBe(201);
  const answers = await Promise.all(Array.from({ length: 120 }, () => call('GET', '/study-materials?q=the', { token })));
  for (const { status, headers, body } of answers) {
    expect([200, 429]).toContain(status);
    if (status === 429) expect([Number(headers.get('retry-after')) > 0, body.code]).toEqual([true, 'rate_limited']);
    else expect(body).toHaveLength(1);
  }
  expect((await call('GET', '/study-materials?q=the', { token })).status).toBe(200);
  expect((await call('GET', '/study-materials', { token })).status).toBe(200);
});
