import { sourceOfText } from '@lectern/documents';
import { findFacts } from '../facts/findFacts.ts';
import { loadTagger } from '../posTagger.ts';
import { phrasesFor } from '../phrases.ts';
import { itemSpecsOf } from './itemSpecsOf.ts';

const specs = async (text: string, language = 'en') => {
  const isEnglish = language === 'en';
  const facts = findFacts(sourceOfText(text), isEnglish ? await loadTagger() : undefined);
  return facts.facts.flatMap((fact) => itemSpecsOf(fact, { facts, phrases: phrasesFor(language), isEnglish }));
};

it.each([
  ['- Moat: a ditch full of water around a wall', 'What is meant by “moat”?', 'A ditch full of water around a wall'],
  ['A moat is a ditch full of water around a wall.', 'What is a moat?', 'A ditch full of water around a wall'],
  ['- Erosion: the loss of soil to wind and water', 'What is erosion?', 'The loss of soil to wind and water'],
  ['- ADH: increases the water that kidneys take back', 'What does ADH do?', 'Increases the water that kidneys take back'],
  ['Sandstone consists of grains of quartz.', 'What does sandstone consist of?', 'Grains of quartz'],
])('asks for the meaning in: %s', async (text, front, back) => {
  const cards = (await specs(text)).filter(({ asCard }) => asCard);
  expect(cards.map((spec) => [spec.front ?? spec.question, spec.back ?? spec.text])).toEqual([[front, back]]);
});

it('asks for a term by its meaning, unless they share a word', async () => {
  const byMeaning = async (text: string) =>
    (await specs(text)).filter(({ asQuestion, optionClass }) => asQuestion && optionClass?.kind === 'term');
  expect(await byMeaning('- Erosion: the loss of soil to wind and water')).toMatchObject([
    { question: 'Which term means “the loss of soil to wind and water”?', text: 'Erosion' },
  ]);
  expect(await byMeaning('- Directional plans: plans that are flexible and set out guidelines')).toHaveLength(1);
  expect(await byMeaning('- Copyright: a set of rights that the law gives to copyright owners')).toEqual([]);
});

it('asks nothing about table cells', async () => {
  expect(await specs('| Case | Rule |\n| --- | --- |\n| Knife in a window | An invitation |\n| Rewards | An offer |')).toEqual([]);
});
