import type { Source } from '@lectern/contracts';
import type { MaterialName } from '../../testing/humanItems.ts';
import { lectureCards, lectureQuestions } from '../../testing/lectureItems.ts';
import { cardOfHuman, citationOf, draftOfHuman, loadMaterials } from '../../testing/materials.ts';
import { checkCard } from './checkCard.ts';
import { checkQuestion } from './checkQuestion.ts';
import { weaknessesOf, weaknessesOfCard } from './repeats.ts';

let materials: Record<MaterialName, Source>;
beforeAll(async () => {
  materials = await loadMaterials();
});

/** The citation of a quote. An altered quote gets the place of the original. */
const citing = (source: Source, quote: string, before: string) =>
  source.passages.some(({ text }) => text.includes(quote)) ? citationOf(source, quote) : { ...citationOf(source, before), quote };

interface Judged {
  what: string;
  failed: string[];
}
const list = (judged: readonly Judged[]): string => judged.map(({ what, failed }) => `${what} ${failed.join()}`).join('\n');

it('refuses at most 5 % of sound items written without knowledge of the checks', () => {
  const judged: Judged[] = [
    ...lectureQuestions.map(({ item }) => ({
      what: item.question,
      failed: checkQuestion(draftOfHuman(materials[item.of], item), materials[item.of]),
    })),
    ...lectureCards.map(({ item }) => ({ what: item.front, failed: checkCard(cardOfHuman(materials[item.of], item), materials[item.of]) })),
  ];
  const refused = judged.filter(({ failed }) => failed.length > 0);
  expect(judged.length).toBeGreaterThanOrEqual(40);
  if (refused.length / judged.length > 0.05) throw new Error(`Wrongly refused, ${refused.length} of ${judged.length}:\n${list(refused)}`);
});

it('refuses at least 95 % of their twins with one defect', () => {
  const judged: Judged[] = [
    ...lectureQuestions.map(({ item, twin: { defect, ...change } }) => {
      const source = materials[item.of];
      const draft = {
        ...draftOfHuman(source, { ...item, ...change, quote: item.quote }),
        source: citing(source, change.quote ?? item.quote, item.quote),
      };
      return { what: `${defect}: ${draft.question}`, failed: [...checkQuestion(draft, source), ...weaknessesOf(draft)] };
    }),
    ...lectureCards.map(({ item, twin: { defect, ...change } }) => {
      const draft = cardOfHuman(materials[item.of], { ...item, ...change });
      // A flaw limited by share counts as found.
      return { what: `${defect}: ${draft.front}`, failed: [...checkCard(draft, materials[item.of]), ...weaknessesOfCard(draft)] };
    }),
  ];
  const missed = judged.filter(({ failed }) => failed.length === 0);
  expect(judged.length).toBeGreaterThanOrEqual(40);
  if (missed.length / judged.length > 0.05) throw new Error(`Let through, ${missed.length} of ${judged.length}:\n${list(missed)}`);
});
