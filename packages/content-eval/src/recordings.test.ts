import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkCard, checkQuestion, generateCards, generateGuide, generateQuiz, type StudyContentEngine } from '@lectern/study-content';
import { openaiEngine, realDependencies, type Exchange, type ModelRequest } from '@lectern/study-content/openai';
import { evalCommand } from './evalCommand.ts';
import type { Material } from './evaluateDeck.ts';
import { readMaterials } from './readMaterials.ts';
import { hashOf, recordingExchange, rekeyingExchange, replayingExchange } from './recordings.ts';

const repository = join(__dirname, '../../..');
const recordings = join(__dirname, '../recordings');
const engineWith = (exchange: Exchange): StudyContentEngine => openaiEngine({ model: 'recorded' }, { ...realDependencies, exchange });

let samples: Material[];
let folder = '';
beforeAll(async () => {
  samples = await readMaterials([join(repository, 'samples')]);
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-recordings-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});
const sampleOf = (name: string): Material => {
  const found = samples.find((sample) => sample.name.startsWith(name));
  if (!found) throw new Error(`There is no sample ${name}.`);
  return found;
};

describe('the answers of a teacher to the prompts, recorded in the repository', () => {
  const engine = engineWith(replayingExchange(recordings));
  /** Questions that are rightly refused: one asks for what is not so, one has a number of its own. */
  const unsound = [/^Which kind of consideration does not support/, /^How much more energy does one gram of fat/];
  const refused: string[] = [];
  let judged = 0;

  it.each(['nursing', 'law', 'biology'])('give 15 questions, 25 cards and a guide: %s', async (name) => {
    const { source } = sampleOf(name);
    const quiz = await generateQuiz(engine, source, { count: 15, random: () => 0.5 });
    const deck = await generateCards(engine, source, { count: 25 });
    const made = await generateGuide(engine, source, {});
    expect([quiz.questions.length, deck.cards.length]).toEqual([15, 25]);
    // Nothing had to be repaired.
    expect([quiz.usage?.calls, deck.usage?.calls, made.usage?.calls]).toEqual([1, 1, 1]);
    expect(made.refusals).toEqual({});
    expect(made.guide.limitation).toBeUndefined();
  });

  it('give at least 40 % cases, comparisons and next steps where the learner wishes for applied questions', async () => {
    const { source } = sampleOf('nursing');
    const { questions, limitation, usage } = await generateQuiz(engine, source, {
      count: 15,
      random: () => 0.5,
      stylePreference: 'NCLEX-style',
    });
    expect(questions).toHaveLength(15);
    expect(questions.filter(({ isApplied }) => isApplied).length).toBeGreaterThanOrEqual(6);
    expect([limitation, usage?.calls]).toEqual([undefined, 1]);
  });

  it('are refused in at most 5 % of the sound items', async () => {
    for (const { source } of samples) {
      const { questions } = await engine.quiz(source, { count: 15, random: () => 0.5 });
      const { cards } = await engine.cards(source, { count: 25 });
      const sound = questions.filter(({ question }) => !unsound.some((pattern) => pattern.test(question)));
      judged += sound.length + cards.length;
      refused.push(...sound.filter((draft) => checkQuestion(draft, source).length > 0).map(({ question }) => question));
      refused.push(...cards.filter((draft) => checkCard(draft, source).length > 0).map(({ front }) => front));
    }
    expect(judged).toBe(133);
    if (refused.length / judged > 0.05) throw new Error(`Refused, ${refused.length} of ${judged}:\n${refused.join('\n')}`);
  });

  it('have no key in them', () => {
    for (const name of readdirSync(recordings))
      expect(readFileSync(join(recordings, name), 'utf8')).not.toMatch(/api[_-]?key|authorization|bearer|\bsk-/i);
  });
});

describe('recordings', () => {
  const answer = JSON.stringify({
    cards: [{ front: 'What is ATP?', back: 'A small molecule', source: { passage: 6, quote: 'a small molecule' } }],
  });

  it('keep each request and its answer, and give it back', async () => {
    const { source } = sampleOf('biology');
    const recording = recordingExchange(folder);
    const recorded = await engineWith((request) => recording(request, () => Promise.resolve(answer))).cards(source, { count: 3 });
    const [name = ''] = readdirSync(folder);
    const kept = JSON.parse(readFileSync(join(folder, name), 'utf8')) as { request: ModelRequest; answer: unknown };
    expect(name).toBe(`${hashOf(kept.request)}.json`);
    expect(kept.answer).toEqual(JSON.parse(answer));
    const replayed = await engineWith(replayingExchange(folder)).cards(source, { count: 3 });
    expect(replayed.cards).toEqual(recorded.cards);
  });

  it('have one hash for one question, whatever the model and the order of keys', () => {
    const request: ModelRequest = { model: 'a', messages: [{ role: 'user', content: 'x' }] };
    expect(hashOf({ messages: [{ content: 'x', role: 'user' }], model: 'b' })).toBe(hashOf(request));
    expect(hashOf({ ...request, messages: [{ role: 'user', content: 'y' }] })).not.toBe(hashOf(request));
  });

  it('that are missing are named by their hash, and the model is not asked again', async () => {
    let asked = 0;
    const replay = replayingExchange(folder);
    const engine = engineWith((request, send) => {
      asked += 1;
      return replay(request, send);
    });
    await expect(generateCards(engine, sampleOf('biology').source, { count: 3 })).rejects.toThrow(/^No recording [\da-f]{16} in /);
    expect(asked).toBe(1);
  });

  it('are filed anew when a prompt was reworded', async () => {
    const { source } = sampleOf('biology');
    cpSync(recordings, folder, { recursive: true });
    const names = readdirSync(folder);
    for (const name of names) {
      const text = readFileSync(join(folder, name), 'utf8').replace('You write study material', 'You wrote study material');
      rmSync(join(folder, name));
      writeFileSync(join(folder, `old-${name}`), text);
    }
    await generateCards(engineWith(rekeyingExchange(folder)), source, { count: 25 });
    const { cards } = await generateCards(engineWith(replayingExchange(folder)), source, { count: 25 });
    expect(cards).toHaveLength(25);
    expect(readdirSync(folder)).toHaveLength(names.length);
  });
});

it('the command plays recordings back without a key, and says which one is missing', async () => {
  const run = async (...argv: string[]) => {
    const errors: string[] = [];
    const text: string[] = [];
    const code = await evalCommand(argv, {
      root: folder,
      from: repository,
      environment: {},
      write: (part) => text.push(part),
      writeError: (part) => errors.push(part),
    });
    return { code, text: text.join(''), errors: errors.join('') };
  };
  const deck = 'samples/biology-cell-respiration.pptx';
  const brief = await run(deck, '--engine', 'openai', '--replay', recordings, '--brief');
  expect(brief.errors).toBe('');
  expect(brief.text).toMatch(/biology-cell-respiration\.pptx +15 questions +25 cards/);
  expect(brief.text).toContain('0 HARD checks fail');
  expect(brief.code).toBe(0);
  const whole = await run(deck, '--engine', 'openai', '--replay', recordings);
  expect(whole.code).toBe(2);
  expect(whole.errors).toMatch(/^No recording [\da-f]{16} in /);
  expect((await run(deck, '--replay', recordings)).errors).toMatch(/Only the engine openai has recordings/);
  expect((await run(deck, '--engine', 'openai', '--replay', 'nowhere')).errors).toMatch(/no folder of recordings/);
});
