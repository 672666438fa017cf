import type { Source } from '@lectern/contracts';
import type { EngineOptions, Guide, RefusedGuide } from '../../StudyContentEngine.ts';
import { GuideAnswer, OverviewAnswer } from './answers.ts';
import { askEachPart, roomFor } from './askParts.ts';
import { EngineError } from './EngineError.ts';
import type { Job } from './Job.ts';
import { messageOf, partsOf, type Part } from './material.ts';
import type { AskModel } from './modelClient.ts';
import { guidePrompt, overviewPrompt } from './prompts.ts';
import { mergeGuides, renderAnswer } from './renderAnswer.ts';
import { repairStatements } from './repairStatements.ts';

/** A model takes longer than a learner waits for a guide of more material than this; its parts are written side by side. Tokens. */
const partTokens = 8_000;
/** The most parts of a guide, to limit its cost: each part is a call. */
const mostParts = 16;
/** The length beyond which an answer counts as a runaway answer of the model, in characters. */
const mostCharacters = { base: 6_000, perToken: 12 } as const;

function partsToRead(source: Source, room: number): { read: Part[]; isAll: boolean } {
  const small = partsOf(source, Math.min(room, partTokens));
  if (small.length <= mostParts) return { read: small, isAll: true };
  const all = small.reduce((sum, { tokens }) => sum + tokens, 0);
  const parts = partsOf(source, Math.min(room, Math.ceil(all / (mostParts - 1))));
  return { read: parts.slice(0, mostParts), isAll: parts.length <= mostParts };
}

/** One title and overview for the answers of all parts; `undefined` where the model gives none: then theirs are used. */
async function askForOverview(ask: AskModel, source: Source, answers: GuideAnswer[], job: Job): Promise<OverviewAnswer | undefined> {
  const parts = answers.map(({ title, overview, sections }) =>
    JSON.stringify({ title, overview, headings: sections.map(({ heading }) => heading) }),
  );
  try {
    return await ask({
      name: 'overview',
      schema: OverviewAnswer,
      ...job,
      system: overviewPrompt(source),
      user: `<parts>\n${parts.join('\n').replaceAll('<', '\\u003c')}\n</parts>`,
      mostCharacters: mostCharacters.base,
    });
  } catch (error) {
    if (error instanceof EngineError) return undefined;
    throw error;
  }
}

/** Asks for a guide, part by part. `reasons` tell why a draft before it was refused as a whole. */
async function askForGuide(
  { ask, contextTokens }: { ask: AskModel; contextTokens: number },
  job: Job,
  source: Source,
  options: EngineOptions,
  reasons: readonly string[],
): Promise<{ answer: GuideAnswer; unread?: string }> {
  const promptOf = (words: number): string => guidePrompt(source, options, words, reasons);
  // The answer, with its quotes, may be as long as the material.
  const { read, isAll } = partsToRead(source, roomFor(contextTokens, promptOf(0), contextTokens / 2));
  const answers = await askEachPart(job, read, (part) =>
    ask({
      name: 'guide',
      schema: GuideAnswer,
      ...job,
      system: promptOf(part.words),
      user: messageOf(source, part),
      mostCharacters: mostCharacters.base + part.tokens * mostCharacters.perToken,
    }),
  );
  const overview = answers.length > 1 ? await askForOverview(ask, source, answers, job) : undefined;
  const answer = mergeGuides(answers, overview);
  const last = read.at(-1);
  if (isAll || !last) return { answer };
  const place = source.passages[0]?.pointer.kind === 'slide' ? 'slide' : 'paragraph';
  return { answer, unread: `The material is too long for the language model: the guide ends at ${place} ${last.places.at(-1) ?? 0}.` };
}

/** A guide as the model gave it, with what is told of material that it did not read. */
interface WrittenGuide {
  answer: GuideAnswer;
  unread?: string;
}

/** Why a guide is written anew: what fails in it as a whole, and each statement that failed. */
const reasonsOf = ({ reasons, statements }: RefusedGuide): string[] => [
  ...reasons,
  ...statements.map(({ text, reasons: own }) => `${JSON.stringify(text)}: ${own.join(' ')}`),
];

/** Asks the model for guides, and repairs those statements of them that the gate refused. It keeps the answer of each guide for its repair. */
export function createGuideGeneration(ask: AskModel, contextTokens: number) {
  const written = new WeakMap<Guide, WrittenGuide>();

  const render = (job: Job, source: Source, options: EngineOptions, one: WrittenGuide): Guide => {
    const guide = renderAnswer(source, one.answer, options);
    const limitation = [one.unread, guide.limitation].filter((sentence) => sentence !== undefined).join(' ');
    return { ...guide, ...(limitation !== '' && { limitation }), usage: job.meter.total() };
  };

  return {
    async write(job: Job, source: Source, options: EngineOptions, reasons: readonly string[] = []): Promise<Guide> {
      const one = await askForGuide({ ask, contextTokens }, job, source, options, reasons);
      const guide = render(job, source, options, one);
      written.set(guide, one);
      return guide;
    },

    /** A guide that failed as a whole is written anew; of any other only the refused statements are asked for again. */
    async repair(job: Job, source: Source, refused: RefusedGuide, options: EngineOptions): Promise<Guide> {
      const one = written.get(refused.draft);
      if (!one || refused.reasons.length > 0) return this.write(job, source, options, reasonsOf(refused));
      const answer = await repairStatements(ask, contextTokens, job, source, one.answer, refused, options);
      return render(job, source, options, { ...one, answer });
    },
  };
}
