import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import {
  checkCard,
  checkQuestion,
  generateCards,
  generateGuide,
  generateQuiz,
  offlineEngine,
  withThreeDistractors,
  type DraftCard,
  type DraftQuestion,
} from '@lectern/study-content';
import { answerQuestion, createAskingModel, usageMeter, type Answered } from '@lectern/study-content/asking';
import { openaiEngine, realDependencies, type Exchange, type ModelEngine, type ModelRequest } from '@lectern/study-content/openai';
import { evalCommand } from './evalCommand.ts';
import type { Material } from './evaluateDeck.ts';
import { readMaterials } from './readMaterials.ts';
import { hashOf, recordingExchange, rekeyingExchange, replayingExchange } from './recordings.ts';

const repository = join(__dirname, '../../../..');
const recordings = join(__dirname, '../recordings');
const engineWith = (exchange: Exchange): ModelEngine => openaiEngine({ model: 'recorded' }, { ...realDependencies, exchange });

let lectures: Material[];
let folder = '';
beforeAll(async () => {
  lectures = await readMaterials([join(__dirname, '../lectures')]);
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-recordings-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});
const lectureOf = (name: string): Material => {
  const found = lectures.find((lecture) => lecture.name.startsWith(name));
  if (!found) throw new Error(`There is no lecture ${name}.`);
  return found;
};
const embedded = offlineEngine();

/** Learners' questions about each lecture that the material answers, and one that it does not. */
const asked: [string, string[], string][] = [
  [
    'acute-kidney',
    [
      'why is ibuprofen bad if someone is dehydrated? and does the same go for ramipril',
      'pt 80kg, 210 ml in catheter bag over 6h, creatinine normal this morning - is that AKI and what do i do first?',
      'whats the difference between oliguria and anuria',
    ],
    'what dose of calcium gluconate do you give for hyperkalaemia',
  ],
  [
    'industrialisierung',
    [
      'Warum gilt die Eisenbahn als Leitsektor?',
      'Schutzzölle bei List und bei Bismarck, ist das das gleiche?',
      'was war nochmal die gewerbefreiheit',
    ],
    'wie viele Leute sind damals nach Amerika ausgewandert?',
  ],
  [
    'trademark',
    [
      'why cant a generic word ever get protected even if you spend tons on ads',
      'can Kodak sue someone selling Kodak pianos if nobody is confused? and what would they get',
      'when does a mark count as abandoned?',
    ],
    'how much does it cost to file a trademark application',
  ],
  [
    'memory-hierarchy',
    [
      'why is going through a 2d array by columns so slow if its the same additions',
      'do bigger cache lines make false sharing worse? they also help w compulsory misses right',
      'whats a dirty bit for',
    ],
    'how does the TLB translate virtual addresses',
  ],
];

describe('the answers of a teacher who did not know the checks', () => {
  const engine = engineWith(replayingExchange(recordings));
  const names = ['acute-kidney', 'industrialisierung', 'memory-hierarchy', 'trademark'];
  /** Extra items that one call requests. */
  const spare = { questions: 2, cards: 3 } as const;

  it.each(names)('give a quiz, a deck and a guide in one call each, with at most one more for repairs: %s', async (name) => {
    const { source } = lectureOf(name);
    const quiz = await generateQuiz(engine, source, { count: 15, random: () => 0.5 });
    const deck = await generateCards(engine, source, { count: 25 });
    const made = await generateGuide(engine, source, {}, { embedded });
    expect(quiz.questions.length).toBeGreaterThanOrEqual(13);
    expect(deck.cards).toHaveLength(25);
    for (const { usage } of [quiz, deck, made]) expect(usage?.calls).toBeLessThanOrEqual(2);
    // Every section is the model's.
    expect(new Set(made.guide.sections?.map(({ generatedBy }) => generatedBy))).toEqual(new Set(['openai:recorded']));
    expect(quiz.questions.filter(({ isApplied }) => isApplied).length).toBeGreaterThanOrEqual(quiz.questions.length * 0.4);
  });

  it('include cases, comparisons and next steps if the learner asks for them', async () => {
    const { source } = lectureOf('acute-kidney');
    const wish = { count: 15, random: () => 0.5, stylePreference: 'NCLEX-style' };
    const { questions, limitation, usage } = await generateQuiz(engine, source, wish);
    expect(questions.filter(({ isApplied }) => isApplied).length).toBeGreaterThanOrEqual(6);
    expect([questions.length, limitation, usage?.calls]).toEqual([15, undefined, 1]);
  });

  it('are refused for about 3 % of the items, all of which are sound', async () => {
    const refused: string[] = [];
    let judged = 0;
    for (const { source } of lectures) {
      const drafts: DraftQuestion[] = [];
      const cards: DraftCard[] = [];
      await engine.quiz(source, { count: 15, random: () => 0.5, accept: (draft) => drafts.push(draft) });
      await engine.cards(source, { count: 25, accept: (draft) => cards.push(draft) });
      judged += 15 + spare.questions + cards.length;
      const passes = (draft: DraftQuestion): boolean =>
        withThreeDistractors(draft, () => 0.5).some((one) => checkQuestion(one, source).length === 0);
      refused.push(...drafts.filter((draft) => !passes(draft)).map(({ question }) => question));
      refused.push(...cards.filter((draft) => checkCard(draft, source).length > 0).map(({ front }) => front));
    }
    expect(judged).toBe(180);
    if (refused.length > 6) throw new Error(`Refused, ${refused.length} of ${judged}:\n${refused.join('\n')}`);
  });

  it.each(asked)('answer questions with citations, or say that the material does not: %s', async (name, told, notTold) => {
    const { source } = lectureOf(name);
    const answerTo = (question: string): Promise<Answered> =>
      answerQuestion(
        source,
        question,
        createAskingModel(engine.callModel, usageMeter({ model: 'recorded' }), () => 0),
      );
    for (const question of told) {
      const { answeredBy, passages } = await answerTo(question);
      expect([question, answeredBy]).toEqual([question, 'model']);
      for (const { pointer, quote } of passages)
        expect(source.passages.some((passage) => isDeepStrictEqual(passage.pointer, pointer) && passage.text.includes(quote))).toBe(true);
    }
    expect(await answerTo(notTold)).toMatchObject({ answeredBy: 'nothing', passages: [], usage: { calls: 1 } });
  });

  it('contain no key', () => {
    for (const name of readdirSync(recordings))
      expect(readFileSync(join(recordings, name), 'utf8')).not.toMatch(/api[_-]?key|authorization|bearer|\bsk-/i);
  });
});

describe('recordings', () => {
  const answer = JSON.stringify({
    cards: [
      {
        front: 'What is called a hit?',
        back: 'An access that finds its data in the cache',
        source: { passage: 23, quote: 'An access that finds its data in the cache is called a hit' },
      },
    ],
  });

  it('store each request with its answer, and replay it', async () => {
    const { source } = lectureOf('memory-hierarchy');
    const recording = recordingExchange(folder);
    const recorded = await engineWith((request) => recording(request, () => Promise.resolve(answer))).cards(source, { count: 3 });
    const [name = ''] = readdirSync(folder);
    const kept = JSON.parse(readFileSync(join(folder, name), 'utf8')) as { request: ModelRequest; answer: unknown };
    expect(name).toBe(`${hashOf(kept.request)}.json`);
    expect(kept.answer).toEqual(JSON.parse(answer));
    const replayed = await engineWith(replayingExchange(folder)).cards(source, { count: 3 });
    expect(replayed.drafts).toEqual(recorded.drafts);
  });

  it('are named by a hash that ignores the model and the order of keys', () => {
    const request: ModelRequest = { model: 'a', messages: [{ role: 'user', content: 'x' }] };
    expect(hashOf({ messages: [{ content: 'x', role: 'user' }], model: 'b' })).toBe(hashOf(request));
    expect(hashOf({ ...request, messages: [{ role: 'user', content: 'y' }] })).not.toBe(hashOf(request));
  });

  it('report a missing hash without a retry', async () => {
    let asked = 0;
    const replay = replayingExchange(folder);
    const engine = engineWith((request, send) => {
      asked += 1;
      return replay(request, send);
    });
    await expect(generateCards(engine, lectureOf('memory-hierarchy').source, { count: 3 })).rejects.toThrow(
      /^No recording [\da-f]{16} in /,
    );
    expect(asked).toBe(1);
  });

  it('are renamed after a prompt was reworded', async () => {
    const { source } = lectureOf('memory-hierarchy');
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

it('are replayed by the command without a key, and missing ones are named', async () => {
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
  const deck = 'packages/content/content-eval/lectures/trademark-law.md';
  const brief = await run('packages/content/content-eval/lectures', '--engine', 'openai', '--replay', recordings, '--brief');
  expect(brief.errors).toBe('');
  expect(brief.text).toMatch(/trademark-law\.md +15 questions +25 cards/);
  expect(brief.text).toContain('0 HARD checks fail, 3 others.');
  expect(brief.code).toBe(0);
  const whole = await run(deck, '--engine', 'openai', '--replay', recordings);
  expect(whole.code).toBe(2);
  expect(whole.errors).toMatch(/^No recording [\da-f]{16} in /);
  expect((await run(deck, '--replay', recordings)).errors).toMatch(/Recordings require --engine openai/);
  expect((await run(deck, '--engine', 'openai', '--replay', 'nowhere')).errors).toMatch(/No such folder of recordings/);
});
