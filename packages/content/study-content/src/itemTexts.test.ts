import { parseItemText } from '@lectern/contracts/item-text';
import type { Source } from '@lectern/contracts';
import { loadMaterials } from '../testing/materials.ts';
import { offlineEngine } from './engines/offline/offlineEngine.ts';
import { TooLittleMaterialError } from './gather.ts';
import { generateCards, generateQuiz } from './generateItems.ts';

const engine = offlineEngine();

const orNone = <Items>(items: Promise<readonly Items[]>): Promise<readonly Items[]> =>
  items.catch((error: unknown) => {
    if (error instanceof TooLittleMaterialError) return [];
    throw error;
  });

/** The texts of all items that a learner can get from a source, and its passages. */
const textsOf = async (source: Source): Promise<string[]> => {
  const cards = await orNone(generateCards(engine, source, { count: 100 }).then((made) => made.cards));
  const questions = await orNone(generateQuiz(engine, source, { count: 100, random: () => 0.5 }).then((made) => made.questions));
  return [
    ...cards.flatMap(({ front, back }) => [front, back]),
    ...questions.flatMap(({ question, answer, explanation, distractors }) => [
      question,
      answer,
      explanation,
      ...distractors.flatMap(({ text, rationale }) => [text, rationale]),
    ]),
    ...source.passages.map(({ text }) => text),
  ];
};

// Generated items are plain text. Among the materials is programming, with its asterisks and underscores.
it('no generated item looks different as Markdown', async () => {
  const texts = (await Promise.all(Object.values(await loadMaterials()).map(textsOf))).flat();
  const isPlain = (text: string): boolean =>
    parseItemText(text).every(
      ({ kind, ...block }) =>
        kind === 'lines' && 'parts' in block && block.parts.every((part) => 'formula' in part || part.kind === 'text'),
    );
  expect(texts.filter((text) => !isPlain(text))).toEqual([]);
  expect(texts.length).toBeGreaterThan(500);
});
