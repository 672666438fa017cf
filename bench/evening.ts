import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { call, textForm } from '@lectern/e2e/api';
import { backendParts, startBackend, type Backend } from '@lectern/e2e/backend';
import { lecture } from '@lectern/e2e/lecture';
import { randomFrom } from '@lectern/contracts';
import { signSessionToken } from './site.ts';
import { percentile, row, type Row } from './table.ts';

const learners = 200;
const eveningMs = 60_000;
/** The pause between two actions of a learner (reading a screen, answering a question), in milliseconds. */
const thinking = { least: 500, most: 8_000 };
/** Actions in the run with a single learner, without pauses. */
const aloneSteps = 1_000;
const preparedAtOnce = 6;
/** Time for idle generation threads to end and for garbage collection to return memory. */
const settlingMs = 120_000;

/** A learner with a guide, a quiz and a deck. */
export interface Learner {
  token: string;
  guide: string;
  quiz: string;
  deck: string;
  questions: readonly { options: readonly { text: string; isCorrect: boolean }[] }[];
}
type Ask = (kind: 'read' | 'write' | 'generation', method: string, path: string, body?: unknown) => Promise<unknown>;

/** Latencies in milliseconds, and the responses that were errors. */
interface Figures {
  read: number[];
  write: number[];
  generation: number[];
  errors: string[];
}

/** Calls the API as one learner and records the latency. */
const askFor =
  (api: string, token: string, figures: Figures): Ask =>
  async (kind, method, path, body) => {
    const start = performance.now();
    const answer = await call(
      method,
      path,
      { token, ...(body instanceof FormData ? { form: body } : body !== undefined && { body }) },
      api,
    );
    // Refusals are fast, so their latency would distort the figures.
    if (answer.status < 400) figures[kind].push(performance.now() - start);
    else figures.errors.push(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body as unknown;
  };

export const rightOf = ({ options }: Learner['questions'][number]): string => options.find(({ isCorrect }) => isCorrect)?.text ?? '';

/** What learners do in an evening, with each action's share in percent. */
const habits: readonly [share: number, act: (ask: Ask, learner: Learner, random: () => number) => Promise<unknown>][] = [
  [20, (ask) => ask('read', 'GET', '/study-materials')],
  [
    18,
    async (ask, { guide }) => {
      await ask('read', 'GET', `/study-materials/${guide}`);
      await ask('read', 'GET', `/study-materials/${guide}/marks`);
    },
  ],
  [4, (ask) => ask('read', 'GET', '/study-materials?q=glycolysis')],
  [4, (ask) => ask('read', 'GET', '/folders')],
  [8, (ask) => ask('read', 'GET', '/quizzes')],
  [8, (ask, { quiz }) => ask('read', 'GET', `/quizzes/${quiz}`)],
  [4, (ask, { quiz, questions }) => ask('write', 'POST', `/quizzes/${quiz}/submit`, { answers: questions.map(rightOf) })],
  [
    26,
    async (ask, _learner, random) => {
      const queue = (await ask('read', 'GET', '/reviews/queue?limit=20')) as { itemId: string; kind: string }[];
      const item = queue[Math.floor(random() * queue.length)];
      if (item)
        await ask('write', 'POST', '/reviews', { itemId: item.itemId, kind: item.kind, rating: random() < 0.85 ? 'good' : 'again' });
    },
  ],
  [4, (ask) => ask('read', 'GET', '/reviews/summary')],
  [3, (ask) => ask('read', 'GET', '/subscription/limits')],
  [
    1,
    async (ask) => {
      const made = (await ask('generation', 'POST', '/study-materials/unified', textForm(lecture))) as { _id: string };
      await ask('write', 'DELETE', `/study-materials/${made._id}`);
    },
  ],
];
const allShares = habits.reduce((sum, [share]) => sum + share, 0);

const actOnce = (ask: Ask, learner: Learner, random: () => number): Promise<unknown> => {
  let point = random() * allShares;
  const [, act] = habits.find(([share]) => (point -= share) < 0) ?? habits[0] ?? [0, () => Promise.resolve()];
  return act(ask, learner, random);
};

/** Creates a learner with a guide, a quiz and a deck. */
const prepare = async (backend: Backend, index: number): Promise<Learner> => {
  const token = signSessionToken(backend.tokenSecret, { userId: `learner-${index}`, sessionId: `session-${index}` });
  const figures: Figures = { read: [], write: [], generation: [], errors: [] };
  const ask = askFor(backend.api, token, figures);
  const guide = (await ask('generation', 'POST', '/study-materials/unified', textForm(lecture))) as { _id: string };
  const quiz = (await ask('generation', 'POST', '/quizzes/generate', { studyMaterialId: guide._id })) as {
    _id: string;
    questions: Learner['questions'];
  };
  const deck = (await ask('generation', 'POST', '/flashcards', { studyMaterialId: guide._id })) as { _id: string };
  if (figures.errors.length > 0) throw new Error(figures.errors.join('\n'));
  return { token, guide: guide._id, quiz: quiz._id, deck: deck._id, questions: quiz.questions };
};

/** Creates learners with a guide, a quiz and a deck each. */
export const prepareAll = async (backend: Backend, learners: number): Promise<Learner[]> => {
  const all: Learner[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < learners) all.push(await prepare(backend, next++));
  };
  await Promise.all(Array.from({ length: preparedAtOnce }, work));
  return all;
};

/** Resident memory of all parts, in MB. */
const residentOf = (backend: Backend): number =>
  backendParts
    .map((part) => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${backend.pid(part)}/status`, 'utf8'))?.[1]) / 1024)
    .reduce((sum, each) => sum + each, 0);

/** One learner at a time. Takes turns, because a learner may make only 600 calls a minute. */
const alone = async (backend: Backend, all: readonly Learner[]): Promise<Figures> => {
  const figures: Figures = { read: [], write: [], generation: [], errors: [] };
  const random = randomFrom(1);
  for (let step = 0; step < aloneSteps; step += 1) {
    const learner = all[step % all.length];
    if (learner) await actOnce(askFor(backend.api, learner.token, figures), learner, random);
  }
  return figures;
};

/**
 * The evening's habits of all learners concurrently, each with pauses, for a time or until `isOver`.
 *
 * @param haste - divides the pauses, so that fewer learners make as many calls
 */
export const together = async (
  backend: Backend,
  all: readonly Learner[],
  { isOver, haste = 1 }: { isOver: () => boolean; haste?: number },
): Promise<Figures> => {
  const figures: Figures = { read: [], write: [], generation: [], errors: [] };
  await Promise.all(
    all.map(async (learner, index) => {
      const random = randomFrom(index + 2);
      const pause = (): Promise<void> => wait((thinking.least + random() * (thinking.most - thinking.least)) / haste);
      const ask = askFor(backend.api, learner.token, figures);
      for (await pause(); !isOver(); await pause()) await actOnce(ask, learner, random);
    }),
  );
  return figures;
};

/** Latencies with 200 concurrent learners against those of a single one. */
export async function benchEvening(): Promise<Row[]> {
  const backend = await startBackend({ RATE_LIMITS: 'on' });
  try {
    const idle = residentOf(backend);
    const all = await prepareAll(backend, learners);
    // Warms up the JIT, and lets pending writes finish.
    await alone(backend, all);
    const one = await alone(backend, all);
    const end = performance.now() + eveningMs;
    const many = await together(backend, all, { isOver: () => performance.now() >= end });
    const most = residentOf(backend);
    await wait(settlingMs);
    const after = residentOf(backend);
    const errors = [...one.errors, ...many.errors];
    const calls = [one, many].flatMap(({ read, write, generation }) => [...read, ...write, ...generation]).length + errors.length;
    const p99 = { one: percentile(one.read, 0.99), many: percentile(many.read, 0.99) };
    const middle = { one: percentile(one.read, 0.5), many: percentile(many.read, 0.5) };
    const milliseconds = (value: number): string => `${value.toFixed(1)} ms`;
    return [
      row('p99 of reads', p99.many / p99.one, `${milliseconds(p99.many)} against ${milliseconds(p99.one)} of one alone (at most 5)`),
      row('median of reads', middle.many / middle.one, `${milliseconds(middle.many)} against ${milliseconds(middle.one)}`),
      row('p99 of writes', undefined, milliseconds(percentile(many.write, 0.99))),
      row('a guide, the median', undefined, `${milliseconds(percentile(many.generation, 0.5))}, ${many.generation.length} made`),
      row('errors', undefined, `${errors.length} of ${calls} calls ${errors.slice(0, 3).join('; ')}`),
      row(
        'memory after / before',
        after / idle,
        `${after.toFixed(0)} MB against ${idle.toFixed(0)} MB, ${most.toFixed(0)} MB at the end of the minute`,
      ),
    ];
  } finally {
    await backend.stop();
  }
}
