import { readPlaces, useListOrder, type Place } from '@lectern/platform';
import { ListView } from '@lectern/ui';
import { useState, type ReactNode } from 'react';
import { CardsSkeleton } from '../shared/CardsSkeleton';
import { useDeckList, useQuizList } from '../shared/studyQueries';
import { DeckCard, QuizCard } from './ItemCard';
import { deckOrders, quizOrders } from './itemOrders';
import { useListActions } from './useListActions';

export interface ItemListProps {
  /** The search text; empty for all items. */
  q: string;
  /** The button shown in an empty list. */
  create: ReactNode;
}

/** The stored positions in quizzes or decks, by id. */
const positionsOf = (kind: Place['kind']): ReadonlyMap<string, string> =>
  new Map(readPlaces().flatMap((place) => (place.kind === kind ? [[place.id, place.position]] : [])));

/** Filters out items whose deletion is pending. */
const shownOf = <Item extends { _id: string }>(items: readonly Item[], hidden: ReadonlySet<string>): readonly Item[] =>
  hidden.size === 0 ? items : items.filter(({ _id }) => !hidden.has(_id));

/** The quizzes that match a search; all of them if the search is empty. */
export const QuizList = ({ q, create }: ItemListProps): ReactNode => {
  const { order } = useListOrder(quizOrders);
  const { query, items } = useQuizList(q, order);
  const [positions] = useState(() => positionsOf('quiz'));
  const { actions, selected, hidden, overlays } = useListActions('quiz');
  return (
    <>
      <ListView
        query={query}
        items={shownOf(items, hidden)}
        isSearching={q !== ''}
        loading={<CardsSkeleton label="Loading quizzes" hasLongTitles lines={2} foot={[46, 40]} />}
        error={{ text: 'Failed to load quizzes' }}
        empty={{ drawing: 'quiz', children: 'No quizzes yet. Create one from a study guide.', action: create }}
        noMatch={{ children: 'No quizzes found matching your search.' }}
      >
        {(quiz) => <QuizCard item={quiz} actions={actions} position={positions.get(quiz._id)} isSelected={selected?.has(quiz._id)} />}
      </ListView>
      {overlays}
    </>
  );
};

/** The decks that match a search; all of them if the search is empty. */
export const DeckList = ({ q, create }: ItemListProps): ReactNode => {
  const { order } = useListOrder(deckOrders);
  const { query, items } = useDeckList(q, order);
  const [positions] = useState(() => positionsOf('deck'));
  const { actions, selected, hidden, overlays } = useListActions('deck');
  return (
    <>
      <ListView
        query={query}
        items={shownOf(items, hidden)}
        isSearching={q !== ''}
        loading={<CardsSkeleton label="Loading flashcard decks" hasLongTitles foot={[22, 40]} />}
        error={{ text: 'Failed to load flashcards' }}
        empty={{ drawing: 'card', children: 'No flashcard decks yet. Create one from a study guide.', action: create }}
        noMatch={{ children: 'No flashcard decks found matching your search.' }}
      >
        {(deck) => <DeckCard item={deck} actions={actions} position={positions.get(deck._id)} isSelected={selected?.has(deck._id)} />}
      </ListView>
      {overlays}
    </>
  );
};
