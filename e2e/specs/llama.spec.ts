import { embeddedEngine } from '@lectern/contracts';
import { findPythonPackage, freePort, startLlama, type Llama } from '@lectern/test-servers';
import { call, newLearner, textForm, type CallOptions } from '../support/api.ts';
import { expect, test } from '../support/browser.ts';
import { lecture } from '../support/lecture.ts';
import { startSite, type RunningSite } from '../support/site.ts';

const python = findPythonPackage('xllamacpp');
if ('missing' in python) process.stdout.write(`${python.missing}\n`);

interface Item {
  generatedBy: string;
  source: { quote: string };
}
interface Made {
  _id: string;
  generatedBy: string;
  notice?: string;
}

let llama: Llama | undefined;
let site: RunningSite | undefined;
test.afterAll(async () => {
  await site?.stop();
  await llama?.stop();
});

test('a real llama.cpp with a weak model: what it writes badly is refused, and the learner reads who made it', async () => {
  test.skip('missing' in python, 'This machine cannot have the package xllamacpp.');
  if ('missing' in python) return;
  const port = await freePort();
  site = await startSite({
    environment: {
      OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`,
      OPENAI_MODEL: 'SmolLM2-135M',
      OPENAI_TEMPERATURE: '0',
      RATE_LIMITS: 'off',
    },
  });
  const { api: origin } = site;
  const { token } = await newLearner(site);
  const api = async <T>(method: string, path: string, more: CallOptions = {}): Promise<T> => {
    const { status, body } = await call(method, path, { token, ...more }, origin);
    expect(status, JSON.stringify(body)).toBeLessThan(300);
    return body as T;
  };

  // The language model's server is not running yet.
  const guide = await api<Made>('POST', '/study-materials/unified', { form: textForm(lecture) });
  expect(guide).toMatchObject({ generatedBy: embeddedEngine, notice: expect.stringMatching(/^The language model did not answer\./) });

  llama = await startLlama(python.python, port);
  const deck = await api<Made & { cards: Item[] }>('POST', '/flashcards', { body: { studyMaterialId: guide._id, cardCount: 5 } });
  expect(await llama.written()).toBeGreaterThan(0);
  expect(deck).toMatchObject({
    generatedBy: embeddedEngine,
    // On a busy machine, the model may be too slow to write anything bad.
    notice: expect.stringMatching(/^(What the language model wrote did not pass the checks|The language model was too slow)/),
  });
  expect(deck.cards).toHaveLength(5);
  expect(new Set(deck.cards.map(({ generatedBy }) => generatedBy))).toEqual(new Set([embeddedEngine]));
  for (const { source } of deck.cards) expect(lecture).toContain(source.quote);

  const answer = await api<{ answeredBy: string; passages: { quote: string }[] }>('POST', `/study-materials/${guide._id}/ask`, {
    body: { question: 'Where does glycolysis take place?' },
  });
  expect(['model', 'passages']).toContain(answer.answeredBy);
  expect(answer.passages.length).toBeGreaterThan(0);
  for (const { quote } of answer.passages) expect(lecture).toContain(quote);
});
