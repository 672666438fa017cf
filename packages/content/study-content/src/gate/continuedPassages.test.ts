import { sourceOfText } from '@lectern/documents';
import { citationOf } from '../../testing/materials.ts';
import type { Guide } from '../StudyContentEngine.ts';
import { checkCard } from './checkCard.ts';
import { statementsOfGuide } from './checkGuide.ts';

const source = sourceOfText(`# Dismissal

An employer of a small bakery cannot

dismiss a pregnant worker during the protected months.

The protected months end four months after the birth.`);
const citation = citationOf(source, 'dismiss a pregnant worker during the protected months.');

const failuresOf = (text: string): string[] => {
  const guide: Guide = {
    title: 'Dismissal',
    overview: 'Dismissal.',
    markdownContent: `# Dismissal\n\n## Protection\n\n${text} [¶3](#paragraph-3)\n`,
    sources: [citation],
  };
  return statementsOfGuide(guide, source).flatMap(({ failed }) => failed);
};

it('compares a guide’s statement with a sentence that starts in the previous paragraph', () => {
  expect(failuresOf('The employer of a small bakery cannot dismiss a pregnant worker during the protected months.')).toEqual([]);
  expect(failuresOf('An employer of a small bakery can dismiss a pregnant worker during the protected months.')).toEqual([
    'no-contradiction',
  ]);
});

it('compares the back of a card with the whole sentence of its quote', () => {
  const front = 'What is the employer of a small bakery not allowed to do?';
  const card = (asked: string, back: string) => ({ front: asked, back, source: citation });
  expect(checkCard(card(front, 'Dismiss a pregnant worker in the protected months'), source)).toEqual([]);
  expect(checkCard(card('What is said of an employer in the protected months?', 'They cannot dismiss a pregnant worker'), source)).toEqual(
    [],
  );
  expect(
    checkCard(card('What may the employer of a small bakery do?', 'Dismiss a pregnant worker during the protected months'), source),
  ).toEqual(['no-contradiction']);
});
