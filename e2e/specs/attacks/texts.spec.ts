import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { hostileTexts } from '@lectern/test-servers';
import { call, fileForm, makePremium, newLearner, textForm, type Answer, type Learner } from '../../support/api.ts';
import { startSite, type RunningSite } from '../../support/site.ts';
import { workSecondsOf } from '../../support/workSecondsOf.ts';
import { deckOfOneSlide } from '../../support/zipBombs.ts';

/** The longest text that may be pasted. */
const longest = 1_000_000;
/** Ten times the text takes ten times the work if growth is linear, and a hundred times if it is quadratic. */
const mostGrowth = 30;

let site: RunningSite;

test.beforeAll(async () => {
  site = await startSite({ environment: { RATE_LIMITS: 'off' } });
});
test.afterAll(() => site.stop());

const premiumLearner = async (): Promise<Learner> => {
  const learner = await newLearner(site);
  await makePremium(learner, site);
  return learner;
};

/** CPU seconds that the library has used so far, including its threads. */
const libraryWorkSeconds = (): number => {
  const { library = 0 } = JSON.parse(readFileSync(join(site.dataFolder, 'pids.json'), 'utf8')) as Record<string, number>;
  return workSecondsOf(library);
};

interface Ended {
  name: string;
  answer: Answer;
  milliseconds: number;
}

async function send(name: string, learner: Learner, form: FormData): Promise<Ended> {
  const begun = performance.now();
  const answer = await call('POST', '/study-materials/unified', { token: learner.token, form }, site.api);
  return { name, answer, milliseconds: performance.now() - begun };
}

/** Whether the answer is a guide, or a sentence that says what the text lacks; never a server error. */
const isProper = ({ answer: { status, body } }: Ended): boolean => status === 201 || (status === 422 && typeof body.msg === 'string');

/** Sends all forms concurrently. Returns those that did not end properly. */
async function failingOf(forms: Record<string, () => Promise<FormData> | FormData>, learner: Learner): Promise<string[]> {
  const ended = await Promise.all(Object.entries(forms).map(async ([name, form]) => send(name, learner, await form())));
  return ended.flatMap((each) =>
    isProper(each)
      ? []
      : [`${each.name}: ${each.answer.status} after ${Math.round(each.milliseconds)} ms ${JSON.stringify(each.answer.body).slice(0, 200)}`],
  );
}

const hostile = (name: string, size = longest): string => hostileTexts[name]?.(size) ?? '';

test('texts of a million characters end in time, three at once', async () => {
  // `hostileMaterial.test.ts` measures the growth of each of 139 texts. Here, one of the most expensive and two that are read quickly go
  // through the running service. The test below does the same for common prose.
  const quick = ['one long sentence', 'letters'];
  const learner = await premiumLearner();
  const workOf = async (names: readonly string[], size: number): Promise<number> => {
    const before = libraryWorkSeconds();
    expect(await failingOf(Object.fromEntries(names.map((name) => [name, () => textForm(hostile(name, size))])), learner)).toEqual([]);
    return libraryWorkSeconds() - before;
  };
  // The most expensive text cannot show its growth: the whole would take a hundred times as long as a tenth, but threads are ended after a
  // minute.
  await workOf(['definitions of strange words', ...quick], longest);
  const [tenth, whole] = [await workOf(quick, longest / 10), await workOf(quick, longest)];
  expect(whole / tenth, `${tenth} s and ${whole} s of a processor`).toBeLessThan(mostGrowth);
});

const run = (text: string): string => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`;
const cell = (text: string): string => `<a:tc><a:txBody>${run(text)}</a:txBody></a:tc>`;
const table = (...rows: string[][]): string =>
  `<p:graphicFrame><a:graphic><a:graphicData><a:tbl>${rows.map((cells) => `<a:tr>${cells.map(cell).join('')}</a:tr>`).join('')}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>`;
const shape = (text: string): string => `<p:sp><p:txBody>${run(text)}</p:txBody></p:sp>`;
const deckForm = (inner: string): FormData =>
  fileForm(
    deckOfOneSlide(
      `<p:sld xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"><p:cSld><p:spTree>${inner}</p:spTree></p:cSld></p:sld>`,
    ),
  );

test('decks of one cell, of a thousand rows and of one slide end in time, three at once', async () => {
  const learner = await premiumLearner();
  const rows = Array.from({ length: 2_470 }, (_, row) => [
    `Drug number ${row}`,
    `a drug that lowers the pressure of the blood in ${row} minutes`,
    `by mouth, ${row} times a day`,
  ]);
  expect(
    await failingOf(
      {
        'a cell of 400 kB': () => deckForm(table(['Name', 'Kind'], ['Heart', 'a'.repeat(400_000)])),
        'a table of 2,470 rows': () => deckForm(table(['Name', 'Kind', 'Route'], ...rows)),
        '200 kB of prose on one slide': () => deckForm(shape(hostile('sentences of shared words', 200_000))),
      },
      learner,
    ),
  ).toEqual([]);
});

test('a stranger’s small guide comes beside eight big ones', async () => {
  // As many as two learners may run concurrently. Each is four times the size that counts as large, so that one takes longer than a small
  // one under load. Compares the order, not times: in a single queue, a request behind them would come last.
  const attackers = [await premiumLearner(), await premiumLearner()];
  const stranger = await newLearner(site);
  let answered = 0;
  const big = Array.from({ length: 8 }, async (_, number) => {
    const form = textForm(`Text ${number}. ${hostile('sentences of shared words', 400_000)}`);
    const ended = await send(`big ${number}`, attackers[number % 2] ?? stranger, form);
    answered += 1;
    return ended;
  });
  const text = 'The heart is a pump. It moves blood through the body. A valve lets blood flow in one direction.';
  const small = await send('small', stranger, textForm(text));
  expect(small.answer.status, JSON.stringify(small.answer.body)).toBe(201);
  expect(answered, 'big ones that were answered before the small one').toBeLessThan(big.length / 2);
  for (const { name, answer } of await Promise.all(big)) {
    expect([201, 422, 429, 503], `${name}: ${JSON.stringify(answer.body)}`).toContain(answer.status);
    if (answer.status === 429 || answer.status === 503) expect(answer.headers.get('retry-after'), name).not.toBeNull();
  }
});
