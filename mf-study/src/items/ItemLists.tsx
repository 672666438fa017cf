import { confirmDeletion, readPlaces, reportError, toast, type Place } from '@lectern/platform';
import { ListView } from '@lectern/ui';
import { useState, type ReactNode } from 'react';
import { CardsSkeleton } from '../shared/CardsSkeleton';
import { studyChanges } from '../shared/studyChanges';
import { useDeckList, useQuizList } from '../shared/studyQueries';
import { DeckCard, QuizCard } from './ItemCard';
import { RenameDialog } from './RenameDialog';

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

/** One copy for each click, however often the call has to be repeated. */
const copied = async (copy: (idempotencyKey: string) => Promise<void>): Promise<void> => {
  try {
    await copy(crypto.randomUUID());
    toast.success('Duplicated successfully');
  } catch (error) {
    reportError(error, 'Failed to duplicate');
  }
};

interface Renaming {
  _id: string;
  title: string;
}

/** The places that were left in quizzes or decks, by id. */
const positionsOf = (kind: Place['kind']): ReadonlyMap<string, string> =>
  new Map(readPlaces().flatMap((place) => (place.kind === kind ? [[place.id, place.detail]] : [])));

/** The quizzes that match a search; all without one. */
export const QuizList = ({ q, create }: ItemListProps): ReactNode => {
  const { query, items } = useQuizList(q);
  const [positions] = useState(() => positionsOf('quiz'));
  const [renaming, setRenaming] = useState<Renaming>();
  const [actions] = useState(() => ({
    onRename: setRenaming,
    onCopy: ({ _id }: Renaming) => void copied((key) => studyChanges.copyQuiz(_id, key)),
    onDelete: deleteQuiz,
  }));
  return (
    <>
      <ListView
        query={query}
        items={items}
        isSearching={q !== ''}
        loading={<CardsSkeleton label="Loading quizzes" lines={1} foot={[22, 40]} />}
        error={{ text: 'Failed to load quizzes' }}
        empty={{ drawing: 'quiz', children: 'No quizzes yet. Create one from a study guide.', action: create }}
        noMatch={{ children: 'No quizzes found matching your search.' }}
      >
        {(quiz) => <QuizCard item={quiz} actions={actions} position={positions.get(quiz._id)} />}
      </ListView>
      {renaming && (
        <RenameDialog
          heading="Rename Quiz"
          itemId={renaming._id}
          title={renaming.title}
          save={(title) => studyChanges.quizRenamed(renaming._id, title)}
          onClose={() => {
            setRenaming(undefined);
          }}
        />
      )}
    </>
  );
};

/** The decks that match a search; all without one. */
export const DeckList = ({ q, create }: ItemListProps): ReactNode => {
  const { query, items } = useDeckList(q);
  const [positions] = useState(() => positionsOf('deck'));
  const [renaming, setRenaming] = useState<Renaming>();
  const [actions] = useState(() => ({
    onRename: setRenaming,
    onCopy: ({ _id }: Renaming) => void copied((key) => studyChanges.copyDeck(_id, key)),
    onDelete: deleteDeck,
  }));
  return (
    <>
      <ListView
        query={query}
        items={items}
        isSearching={q !== ''}
        loading={<CardsSkeleton label="Loading flashcard decks" foot={[22, 40]} />}
        error={{ text: 'Failed to load flashcards' }}
        empty={{ drawing: 'card', children: 'No flashcard decks yet. Create one from a study guide.', action: create }}
        noMatch={{ children: 'No flashcard decks found matching your search.' }}
      >
        {(deck) => <DeckCard item={deck} actions={actions} position={positions.get(deck._id)} />}
      </ListView>
      {renaming && (
        <RenameDialog
          heading="Rename Deck"
          itemId={renaming._id}
          title={renaming.title}
          save={(title) => studyChanges.deckRenamed(renaming._id, title)}
          onClose={() => {
            setRenaming(undefined);
          }}
        />
      )}
    </>
  );
};
