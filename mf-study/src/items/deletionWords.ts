import { counted } from '@lectern/contracts';
import { quotedTitles } from '@lectern/platform';
import { splitTitle } from '../shared/text';
import type { ItemKind } from './itemWords';

/** A quiz or deck in a list. */
export interface ListedItem {
  _id: string;
  title: string;
  questionCount?: number;
  cardCount?: number;
}

const nouns = {
  quiz: { one: 'quiz', many: 'quizzes', parts: 'questions, attempts and review schedules' },
  deck: { one: 'flashcard deck', many: 'flashcard decks', parts: 'cards and review schedules' },
} as const;

/** What is deleted together with a single item: 'its 10 questions, your attempts and the review schedules'. */
const partsOf = (kind: ItemKind, { questionCount = 0, cardCount = 0 }: ListedItem): string =>
  kind === 'quiz'
    ? `its ${counted(questionCount, 'question')}, your attempts and the review schedules`
    : `its ${counted(cardCount, 'card')} and their review schedules`;

/** The text of the confirmation before quizzes or decks are deleted: their names, and what is deleted with them. */
export const deletionWords = (kind: ItemKind, items: readonly ListedItem[]): { question: string; details: string } => {
  const { one, many, parts } = nouns[kind];
  const [item, ...others] = items;
  const isSingle = item !== undefined && others.length === 0;
  const what = isSingle ? `this ${one}` : counted(items.length, one, many);
  const rest = isSingle ? `is deleted with ${partsOf(kind, item)}` : `are deleted with their ${parts}`;
  return {
    question: `Are you sure you want to delete ${what}?`,
    details: `${quotedTitles(items.map(({ title }) => splitTitle(title)[1]))} ${rest}. What you reviewed stays in your statistics.`,
  };
};
