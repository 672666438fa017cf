import type { Source } from '@lectern/contracts';
import type { EngineOptions } from '../../StudyContentEngine.ts';
import { MendedStatements } from './answers.ts';
import { askPart, forEachAtOnce, roomFor } from './askParts.ts';
import { EngineError } from './EngineError.ts';
import { elementsOf, type JudgedSection, type Refusal, withElements } from './guideElements.ts';
import type { Job } from './Job.ts';
import { messageOf, partAbout, textOf } from './material.ts';
import type { AskModel } from './modelClient.ts';
import { refusedStatements, repairGuidePrompt } from './prompts.ts';

/** Statements per request, and answer tokens per statement. */
const mostAtOnce = 25;
const tokensOfOne = 120;

/**
 * Repairs the refused statements of a guide in one more round.
 *
 * @returns the sections with repaired statements in place, and unrepaired ones removed
 */
export async function repairSections(
  ask: AskModel,
  job: Job,
  source: Source,
  sections: readonly JudgedSection[],
  options: EngineOptions,
): Promise<JudgedSection['answer'][]> {
  const all = sections.flatMap((section) => section.refused.map((refusal) => ({ section, refusal })));
  const numbered = all.map((one, at) => ({ ...one, id: at + 1 }));
  const mended = new Map<number, MendedStatements['statements'][number]>();
  const groups = Array.from({ length: Math.ceil(numbered.length / mostAtOnce) }, (_, index) =>
    numbered.slice(index * mostAtOnce, (index + 1) * mostAtOnce),
  );
  const system = repairGuidePrompt(source, options);
  await forEachAtOnce(ask, job, groups, async (group) => {
    const text = refusedStatements(
      group.map(({ id, refusal: { head, text: said, quote, reasons } }) => ({ id, head, text: said, quote, reasons })),
    );
    const answerTokens = group.length * tokensOfOne;
    try {
      const cited = group.map(({ refusal }) => refusal.citation);
      const room = (): number => roomFor(ask.contextTokens, system + text, answerTokens);
      const answers = await askPart(partAbout(source, cited, room()), room, (piece) =>
        ask({
          name: 'statements',
          schema: MendedStatements,
          ...job,
          system,
          user: `${messageOf(source, textOf(piece))}\n${text}`,
          answerTokens,
        }),
      );
      for (const statement of answers.flatMap(({ statements }) => statements)) mended.set(statement.id, statement);
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
      return refusal ? mended.get(idOf(refusal)) : elements[index];
    });
  });
}
