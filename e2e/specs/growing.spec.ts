import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, startModelServer, type ChatRequest, type StartedModelServer } from '@lectern/test-servers';
import { library } from '../pages/library.ts';
import { call, newLearner, textForm, type CallOptions } from '../support/api.ts';
import { expect, test } from '../support/browser.ts';
import { startSite, type RunningSite } from '../support/site.ts';

const fixtures = join(import.meta.dirname, '..', '..', 'packages', 'content', 'study-content', 'testing', 'answers');
const recorded = (name: string): string => readFileSync(join(fixtures, `${name}.json`), 'utf8');
const answers = { guide: recorded('guide'), cards: recorded('cards'), quiz: recorded('quiz') };
/** The material that the recorded answers are about. */
const material = `# Anticoagulants

Warfarin blocks the recycling of vitamin K, so the liver makes fewer working clotting factors. Its effect begins after 2 to 3 days. The INR should lie between 2 and 3 for most patients with atrial fibrillation.

Heparin acts within minutes because it strengthens antithrombin that is already present. Protamine reverses heparin; vitamin K reverses warfarin.

Foods that are rich in vitamin K weaken the effect of warfarin:

- Spinach and kale
- Broccoli and sprouts

Apixaban inhibits factor Xa and needs no routine blood test. Do not give apixaban to patients with a mechanical heart valve.

Patients on anticoagulants should not take aspirin unless it is prescribed, because the risk of bleeding rises.`;

const answer = ({ messages }: ChatRequest): string => {
  const text = messages.map(({ content }) => String(content)).join('\n');
  if (text.includes('<refused>')) return JSON.stringify({ statements: [], questions: [], cards: [] });
  if (text.includes('entry of "sections"')) return answers.guide;
  return text.includes('flashcards') ? answers.cards : answers.quiz;
};

/** The time limit of a call, in seconds. */
const deadline = 16;
/** At this speed, the recorded quiz with six questions takes more than twenty seconds. */
const slow = 70;
/** How long a page may take at most: a call and some time to render. Milliseconds. */
const timeout = 90_000;

let port: number;
let model: StartedModelServer;
let site: RunningSite;
const play = async (tokensPerSecond: number): Promise<void> => {
  model = await startModelServer({ port, answer, tokensPerSecond });
};
test.beforeAll(async () => {
  port = await freePort();
  await play(1_000);
  site = await startSite({
    environment: {
      OPENAI_BASE_URL: model.baseURL,
      OPENAI_MODEL: 'played-model',
      GENERATION_DEADLINE_S: String(deadline),
      RATE_LIMITS: 'off',
    },
  });
});
test.afterAll(async () => {
  await site.stop();
  await model.stop();
});

const madeByModel = /^Made by played-model from your material/;
const noAnswer = 'The language model did not answer. Lectern made this without it. Try again later for a fuller version.';

test('a slow model: how far it is, what is there in time, and a stop; a model that is down: a guide without it, rewritten later', async ({
  page,
  watched,
}) => {
  // A call may have ended when the overlay asks for its progress.
  watched.allow(/\/progress\/|status of 404/);
  const { token } = await newLearner(site);
  await page.addInitScript((value) => localStorage.setItem('token', value), token);
  const at = (path: string) => page.goto(`${site.site}${path}`);
  const createGuide = async (): Promise<void> => {
    await at('/study-materials/create');
    await page.getByLabel('Content').fill(material);
    await page.getByRole('button', { name: 'Generate Guide' }).click();
    await expect(page.getByText('Study guide created successfully!')).toBeVisible({ timeout });
    await expect(page).toHaveURL(/\/study-materials$/);
    await library(page).openGuide(/anticoagulants/i);
  };

  await test.step('a guide by the model', async () => {
    await createGuide();
    await expect(page.getByText(madeByModel)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Rewrite with the model' })).toHaveCount(0);
  });

  await test.step('a quiz that is not done in time has what is there, and grows', async () => {
    await model.stop();
    await play(slow);
    await page.getByRole('button', { name: 'Quiz me' }).click();
    const overlay = page.getByRole('dialog', { name: 'Creating Your Quiz' });
    await expect(overlay.getByText(/^[1-9]\d* questions? so far$/).first()).toBeVisible({ timeout });
    await expect(page.getByText(/^Question 1 of \d+$/)).toBeVisible({ timeout });
    const line = page.getByText(/^\d+ of \d+ questions were ready in time\. The others are being made\.$/);
    await expect(line).toBeVisible();
    const before = Number(/\d+/.exec((await line.textContent()) ?? '')?.[0]);
    await expect
      .poll(async () => Number(/\d+$/.exec((await page.getByText(/^Question 1 of \d+$/).textContent()) ?? '')?.[0]), { timeout })
      .toBeGreaterThan(before);
    await page.getByRole('button', { name: 'Stop' }).click();
    await expect(page.getByText(/^\d+ of \d+ questions were made\./)).toBeVisible();
    await expect(line).toHaveCount(0);
  });

  await test.step('without the model there is a guide, and a sentence that says so', async () => {
    await model.stop();
    await createGuide();
    await expect(page.getByText(noAnswer)).toHaveCount(1);
    await expect(page.getByText(/^Made by Lectern's own engine from your material/)).toBeVisible();
  });

  await test.step('the model rewrites it, and the former text can be restored', async () => {
    await play(1_000);
    await page.getByRole('button', { name: 'Rewrite with the model' }).click();
    await expect(page.getByText('The language model has rewritten this guide.')).toBeVisible({ timeout });
    await expect(page.getByText(madeByModel)).toBeVisible();
    await expect(page.getByText(noAnswer)).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Undone. Everything is as it was.')).toBeVisible();
  });
});

test('what runs when its process ends: what is there stays, nothing comes twice, and it can be stopped', async () => {
  await model.stop();
  await play(1_000);
  const { token } = await newLearner(site);
  const api = (method: string, path: string, more: CallOptions = {}) => call(method, path, { token, ...more }, site.api);
  const guide = await api('POST', '/study-materials/unified', { form: textForm(material) });
  await model.stop();
  await play(slow);
  const pidOf = (part: string) =>
    (JSON.parse(readFileSync(join(site.dataFolder, 'pids.json'), 'utf8')) as Record<string, number>)[part] ?? 0;
  const endStudy = async (signal: NodeJS.Signals): Promise<void> => {
    const before = pidOf('study');
    process.kill(before, signal);
    await expect.poll(async () => pidOf('study') !== before && (await api('GET', '/quizzes')).status, { timeout }).toBe(200);
  };
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const made = await api('POST', '/quizzes/generate', { body: { studyMaterialId: guide.body._id, questionCount: 10 } });
    expect(made.body.generation).toMatchObject({ state: 'running', asked: 10 });
    await endStudy(signal);
    const path = `/quizzes/${made.body._id}`;
    const after = (await api('GET', path)).body;
    expect(after.questions.length).toBeGreaterThanOrEqual(made.body.questions.length);
    expect(new Set(after.questions.map(({ question }: { question: string }) => question)).size).toBe(after.questions.length);
    // A process that is asked to stop reports it. A killed one reports nothing, and counts as running for two minutes.
    expect(after.generation.state).toBe(signal === 'SIGTERM' ? 'stopped' : 'running');
    const stopped = (await api('DELETE', `${path}/generation`)).body;
    expect([stopped.generation.state, stopped.questions.length]).toEqual(['stopped', after.questions.length]);
  }
});
