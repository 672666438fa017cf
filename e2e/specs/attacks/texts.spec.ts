import { expect, test } from '@playwright/test';
import { hostileTexts } from '@lectern/test-engines';
import { call, fileForm, makePremium, newLearner, textForm, type Answer, type Learner } from '../../support/api.ts';
import { startSite, type RunningSite } from '../../support/site.ts';
import { deckOfOneSlide } from '../../support/zipBombs.ts';

/** The longest text that may be pasted (contract, section 2). */
const longest = 1_000_000;
/** A text of that size, two others beside it, has ended after so long. */
const inTimeMs = 20_000;
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

/** What did not end as it should. A machine that does something else only ever adds to the time, so those are tried once more. */
async function failingOf(forms: Record<string, () => Promise<FormData> | FormData>, learner: Learner): Promise<string[]> {
  const names = Object.keys(forms);
  const failing: string[] = [];
  for (let at = 0; at < names.length; at += 3) {
    const three = names.slice(at, at + 3);
    const sendAll = async () => Promise.all(three.map(async (name) => send(name, learner, (await forms[name]?.()) ?? new FormData())));
    let ended = await sendAll();
    if (ended.some(({ milliseconds }) => milliseconds > inTimeMs)) ended = await sendAll();
    for (const each of ended)
      if (!isProper(each) || each.milliseconds > inTimeMs)
        failing.push(
          `${each.name}: ${each.answer.status} after ${Math.round(each.milliseconds)} ms ${JSON.stringify(each.answer.body).slice(0, 200)}`,
        );
  }
  return failing;
}

const hostile = (name: string, size = longest): string => hostileTexts[name]?.(size) ?? '';

test('texts of a million characters end in time, three at once', async () => {
  test.setTimeout(600_000);
  const names = [
    ...[
      'pictures',
      'brackets',
      'anchors',
      'comments',
      'halves of addresses',
      'marks of bold text',
      'opened quotes',
      'the after the',
      'letters',
    ],
    ...[
      'sentences of shared words',
      'lines of strange words',
      'definitions of strange words',
      'lists of three',
      'a table of many rows',
      'rules',
    ],
  ];
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

test('a stranger’s small guide comes beside twelve big ones', async () => {
  test.setTimeout(300_000);
  const [attacker, stranger] = [await premiumLearner(), await newLearner(site)];
  const big = Array.from({ length: 12 }, (_, number) =>
    send(`big ${number}`, attacker, textForm(`Text ${number}. ${hostile('definitions of strange words')}`.slice(0, longest))),
  );
  const small = await send(
    'small',
    stranger,
    textForm('The heart is a pump. It moves blood through the body. A valve lets blood flow in one direction.'),
  );
  expect(small.answer.status, JSON.stringify(small.answer.body)).toBe(201);
  expect(small.milliseconds).toBeLessThan(strangersMs);
  for (const { name, answer } of await Promise.all(big)) {
    expect([201, 422, 429, 503], `${name}: ${JSON.stringify(answer.body)}`).toContain(answer.status);
    if (answer.status === 429 || answer.status === 503) expect(answer.headers.get('retry-after'), name).not.toBeNull();
  }
});
