import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { hostileTexts } from '@lectern/test-servers';
import { call, fileForm, makePremium, newLearner, textForm, type Answer, type Learner } from '../../support/api.ts';
import { startSite, type RunningSite } from '../../support/site.ts';
import { deckOfOneSlide } from '../../support/zipBombs.ts';

/** The longest text that may be pasted (contract, section 2). */
const longest = 1_000_000;
/**
 * Three texts of that size at once end in 20 s on two processors, so all three together take no more than twice that of their time. The time on
 * the wall tells what else the machine is doing.
 */
const workSecondsMax = 40;
/** What a stranger waits for a small guide, whatever others have the site do. */
const strangersMs = 10_000;

let site: RunningSite;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  site = await startSite({ environment: { RATE_LIMITS: 'off' } });
});
test.afterAll(() => site.stop());

const premiumLearner = async (): Promise<Learner> => {
  const learner = await newLearner(site);
  await makePremium(learner, site);
  return learner;
};

/** Seconds of a processor that the library has used so far, its threads included. */
const libraryWorkSeconds = (): number => {
  const { library = 0 } = JSON.parse(readFileSync(join(site.dataFolder, 'pids.json'), 'utf8')) as Record<string, number>;
  // The name in brackets may hold blanks; times follow in hundredths of a second.
  const fields = readFileSync(`/proc/${library}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
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

/** A guide, or one sentence that says what the text lacks; never an error of ours. */
const isProper = ({ answer: { status, body } }: Ended): boolean => status === 201 || (status === 422 && typeof body.msg === 'string');

/** What did not end as it should. */
async function failingOf(forms: Record<string, () => Promise<FormData> | FormData>, learner: Learner): Promise<string[]> {
  const names = Object.keys(forms);
  const failing: string[] = [];
  for (let at = 0; at < names.length; at += 3) {
    const three = names.slice(at, at + 3);
    const before = libraryWorkSeconds();
    const ended = await Promise.all(three.map(async (name) => send(name, learner, (await forms[name]?.()) ?? new FormData())));
    const workSeconds = libraryWorkSeconds() - before;
    if (workSeconds > workSecondsMax) failing.push(`${three.join(', ')}: ${workSeconds} s of a processor`);
    for (const each of ended)
      if (!isProper(each))
        failing.push(
          `${each.name}: ${each.answer.status} after ${Math.round(each.milliseconds)} ms ${JSON.stringify(each.answer.body).slice(0, 200)}`,
        );
  }
  return failing;
}

const hostile = (name: string, size = longest): string => hostileTexts[name]?.(size) ?? '';

test('texts of a million characters end in time, three at once', async () => {
  test.setTimeout(600_000);
  // Growth with the length of each of 139 texts is measured in `hostileMaterial.test.ts`; here three that are quick to read and three that cost most.
  const names = ['pictures', 'opened quotes', 'letters', 'lines of strange words', 'definitions of strange words', 'rules'];
  const learner = await premiumLearner();
  expect(await failingOf(Object.fromEntries(names.map((name) => [name, () => textForm(hostile(name))])), learner)).toEqual([]);
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
  test.setTimeout(300_000);
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
        '500 kB of prose on one slide': () => deckForm(shape(hostile('sentences of shared words', 500_000))),
      },
      learner,
    ),
  ).toEqual([]);
});

test('a stranger’s small guide comes beside eight big ones', async () => {
  test.setTimeout(300_000);
  // As many as one learner may have at once, of two: the first of each as long as a text may be, the others as long as counts as large.
  const attackers = [await premiumLearner(), await premiumLearner()];
  const stranger = await newLearner(site);
  let answered = 0;
  const big = Array.from({ length: 8 }, async (_, number) => {
    const size = number < attackers.length ? longest : 150_000;
    const form = textForm(`Text ${number}. ${hostile('definitions of strange words', size)}`.slice(0, size));
    const ended = await send(`big ${number}`, attackers[number % 2] ?? stranger, form);
    answered += 1;
    return ended;
  });
  const text = 'The heart is a pump. It moves blood through the body. A valve lets blood flow in one direction.';
  let least = Infinity;
  // A machine that does something else only ever adds to the time. A round after the big ones would show nothing.
  for (let round = 0; round < 3 && least >= strangersMs; round += 1) {
    const small = await send('small', stranger, textForm(text));
    expect(small.answer.status, JSON.stringify(small.answer.body)).toBe(201);
    expect(answered, 'big ones that were answered before the small one').toBeLessThan(big.length / 2);
    least = Math.min(least, small.milliseconds);
  }
  console.log(`note: a small guide beside eight big ones took ${Math.round(least)} ms`);
  expect(least).toBeLessThan(strangersMs);
  for (const { name, answer } of await Promise.all(big)) {
    expect([201, 422, 429, 503], `${name}: ${JSON.stringify(answer.body)}`).toContain(answer.status);
    if (answer.status === 429 || answer.status === 503) expect(answer.headers.get('retry-after'), name).not.toBeNull();
  }
});
