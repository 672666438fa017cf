import type { Source } from '@lectern/contracts';
import type { EngineOptions, Guide } from '../../StudyContentEngine.ts';
import { GuideAnswer, OverviewAnswer } from './answers.ts';
import { askEachPart, roomFor } from './askParts.ts';
import { EngineError } from './EngineError.ts';
import type { Job } from './Job.ts';
import { messageOf, partsOf, type Part } from './material.ts';
import type { AskModel } from './modelClient.ts';
import { guidePrompt, overviewPrompt } from './prompts.ts';
import { mergeGuides, renderAnswer } from './renderAnswer.ts';

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

/**
 * Asks for a guide, part by part, and sets it as markdown.
 *
 * @param reasons - Why the gate refused the draft before; empty for the first one.
 */
export async function makeGuide(
  ask: AskModel,
  contextTokens: number,
  source: Source,
  options: EngineOptions,
  job: Job,
  reasons: readonly string[],
): Promise<Guide> {
  const system = guidePrompt(source, options, reasons);
  // The answer, with its quotes, may be as long as the material.
  const { read, isAll } = partsToRead(source, roomFor(contextTokens, system, contextTokens / 2));
  const answers = await askEachPart(job, read, (part) =>
    ask({
      name: 'guide',
      schema: GuideAnswer,
      ...job,
      system,
      user: messageOf(source, part),
      mostCharacters: mostCharacters.base + part.tokens * mostCharacters.perToken,
    }),
  );
  const overview = answers.length > 1 ? await askForOverview(ask, source, answers, job) : undefined;
  const guide = renderAnswer(source, mergeGuides(answers, overview), options);
  const last = read.at(-1);
  const unread =
    !isAll && last
      ? `The material is too long for the language model: the guide ends at ${source.passages[0]?.pointer.kind === 'slide' ? 'slide' : 'paragraph'} ${last.to}.`
      : undefined;
  const limitation = [unread, guide.limitation].filter((one) => one !== undefined).join(' ');
  return { ...guide, ...(limitation !== '' && { limitation }), usage: job.meter.total() };
}
