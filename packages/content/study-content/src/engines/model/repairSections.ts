import type { Source } from '@lectern/contracts';
import type { EngineOptions } from '../../StudyContentEngine.ts';
import { RepairedStatements } from './answers.ts';
import { callWithPart, callForEach, type Job, tokenBudgetFor } from './modelRequests.ts';
import { EngineError } from './EngineError.ts';
import { elementsOf, type JudgedSection, type Refusal, withElements } from './guideElements.ts';
import { messageOf, partAbout, textOf } from './material.ts';
import type { ModelClient } from './modelClient.ts';
import { refusedStatements, repairGuidePrompt } from './prompts.ts';

/** Statements per request, and answer tokens per statement. */
const maxStatementsPerCall = 25;
const tokensOfOne = 120;

/**
 * Repairs the refused statements of a guide in one more round.
 *
 * @returns the sections with repaired statements in place, and unrepaired ones removed
 */
export async function repairSections(
  callModel: ModelClient,
  job: Job,
  source: Source,
  sections: readonly JudgedSection[],
  options: EngineOptions,
): Promise<JudgedSection['answer'][]> {
  const all = sections.flatMap((section) => section.refused.map((refusal) => ({ section, refusal })));
  const numbered = all.map((one, at) => ({ ...one, id: at + 1 }));
  const repaired = new Map<number, RepairedStatements['statements'][number]>();
  const groups = Array.from({ length: Math.ceil(numbered.length / maxStatementsPerCall) }, (_, index) =>
    numbered.slice(index * maxStatementsPerCall, (index + 1) * maxStatementsPerCall),
  );
  const system = repairGuidePrompt(source, options);
  await callForEach(callModel, job, groups, async (group) => {
    const text = refusedStatements(
      group.map(({ id, refusal: { head, text: content, quote, reasons } }) => ({ id, head, text: content, quote, reasons })),
    );
    const answerTokens = group.length * tokensOfOne;
    try {
      const cited = group.map(({ refusal }) => refusal.citation);
      const budget = (): number => tokenBudgetFor(callModel.contextTokens, system + text, answerTokens);
      const answers = await callWithPart(partAbout(source, cited, budget()), budget, (piece) =>
        callModel({
          name: 'statements',
          schema: RepairedStatements,
          ...job,
          system,
          user: `${messageOf(source, textOf(piece))}\n${text}`,
          answerTokens,
        }),
      );
      for (const statement of answers.flatMap(({ statements }) => statements)) repaired.set(statement.id, statement);
    } catch (error) {
      // Unrepaired statements are removed.
      if (!(error instanceof EngineError)) throw error;
    }
  });
  return sections.map((section) => {
    const idOf = (refusal: Refusal): number => numbered.find((one) => one.section === section && one.refusal === refusal)?.id ?? 0;
    const elements = elementsOf(section.answer);
    return withElements(section.answer, (index) => {
      const refusal = section.refused.find((one) => one.index === index);
      return refusal ? repaired.get(idOf(refusal)) : elements[index];
    });
  });
}
