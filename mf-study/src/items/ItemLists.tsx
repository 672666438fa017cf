import { confirmDeletion } from '@lectern/platform';
import { ListView } from '@lectern/ui';
import type { ReactNode } from 'react';
import { CardsSkeleton } from '../shared/CardsSkeleton';
import { studyChanges } from '../shared/studyChanges';
import { useDeckList, useQuizList } from '../shared/studyQueries';
import { DeckCard, QuizCard } from './ItemCard';

export interface ItemListProps {
  /** The search text; empty for everything. */
  q: string;
  /** The button of the empty list. */
  create: ReactNode;
}

const quizDeletion = {
  question: 'Are you sure you want to delete this quiz?',
  done: 'Quiz deleted successfully',
  failed: 'Failed to delete quiz',
};
const deckDeletion = {
  question: 'Are you sure you want to delete this flashcard deck?',
  done: 'Flashcard deck deleted successfully',
  failed: 'Failed to delete flashcard deck',
};

const deleteQuiz = ({ _id }: { _id: string }): void => void confirmDeletion(quizDeletion, () => studyChanges.deleteQuiz(_id));
const deleteDeck = ({ _id }: { _id: string }): void => void confirmDeletion(deckDeletion, () => studyChanges.deleteDeck(_id));

/** The quizzes that match a search; all without one. */
export const QuizList = ({ q, create }: ItemListProps): ReactNode => {
  const { query, items } = useQuizList(q);
  return (
    <ListView
      query={query}
      items={items}
      isSearching={q !== ''}
      loading={<CardsSkeleton label="Loading quizzes" lines={1} foot={[22, 40]} />}
      error={{ text: 'Failed to load quizzes' }}
      empty={{ drawing: 'quiz', children: 'No quizzes yet. Create one from a study guide.', action: create }}
      noMatch={{ children: 'No quizzes found matching your search.' }}
    >
      {(quiz) => <QuizCard item={quiz} onDelete={deleteQuiz} />}
    </ListView>
  );
};

/** The decks that match a search; all without one. */
export const DeckList = ({ q, create }: ItemListProps): ReactNode => {
  const { query, items } = useDeckList(q);
  return (
    <ListView
      query={query}
      items={items}
      isSearching={q !== ''}
      loading={<CardsSkeleton label="Loading flashcard decks" foot={[22, 40]} />}
      error={{ text: 'Failed to load flashcards' }}
      empty={{ drawing: 'card', children: 'No flashcard decks yet. Create one from a study guide.', action: create }}
      noMatch={{ children: 'No flashcard decks found matching your search.' }}
    >
      {(deck) => <DeckCard item={deck} onDelete={deleteDeck} />}
    </ListView>
  );
};
