import type { Flashcard } from '@lectern/contracts';
import { errorText, isAbsent, isSessionOver, usePageTitle } from '@lectern/platform';
import { useParams } from '@lectern/platform/router';
import { color, ErrorState, font, ItemText, radius, size, space } from '@lectern/ui';
import { useEffect, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { DeckSkeleton } from '../flashcards/DeckSkeleton';
import { EditCardDialog } from '../flashcards/EditCardDialog';
import { FocusPage } from '../shared/FocusPage';
import { studyChanges } from '../shared/studyChanges';
import { useDeck } from '../shared/studyQueries';
import { CheckRun } from './CheckRun';

const Sides = styled.dl`
  display: grid;
  gap: ${space[16]};
  margin: 0;
  padding: ${space[24]};
  border: 1px solid ${color.line};
  border-radius: ${radius.card};
  background: ${color.raised};
  dt {
    margin-bottom: ${space[4]};
    font-size: ${size[12]};
    color: ${color['ink-faint']};
  }
  dd {
    margin: 0;
    font-family: ${font.reading};
    font-size: ${size[18]};
    line-height: 1.5;
    white-space: pre-line;
    overflow-wrap: anywhere;
  }
`;

const BothSides = ({ card: { front, back } }: { card: Flashcard }): ReactNode => (
  <Sides>
    <div>
      <dt>Front</dt>
      <dd dir="auto">
        <ItemText>{front}</ItemText>
      </dd>
    </div>
    <div>
      <dt>Back</dt>
      <dd dir="auto">
        <ItemText>{back}</ItemText>
      </dd>
    </div>
  </Sides>
);

/** "Check your cards": reviews the generated cards one at a time. */
export const CheckCardsScreen = (): ReactNode => {
  const { id = '' } = useParams();
  usePageTitle('Check your cards');
  const { data: deck, error, isFetching, refetch } = useDeck(id);
  const closeTo = `/flashcards/${id}`;
  // The deck's page shows the remaining cards.
  useEffect(
    () => () => {
      studyChanges.reloadDeck(id);
    },
    [id],
  );
  if (!deck)
    return (
      <FocusPage closeTo={isAbsent(error) ? '/quizzes?tab=flashcards' : closeTo} title="Check your cards">
        {error === null || isSessionOver(error) ? (
          <DeckSkeleton />
        ) : (
          <ErrorState isRetrying={isFetching} {...(!isAbsent(error) && { onRetry: () => void refetch() })}>
            {errorText(error, 'The cards could not be loaded.')}
          </ErrorState>
        )}
      </FocusPage>
    );
  return (
    <CheckRun
      key={deck._id}
      kind="card"
      title={deck.title}
      back={{ to: closeTo, label: 'Study the cards' }}
      studyMaterialId={deck.studyMaterialId}
      items={deck.cards.filter(({ source }) => source !== undefined)}
      calls={{
        drop: (cardId) => studyChanges.dropCard(id, cardId),
        restore: (cardId) => studyChanges.restoreCard(id, cardId),
      }}
      draw={(card) => <BothSides card={card} />}
      editDialog={(card, onClose) => <EditCardDialog deckId={id} card={card} onClose={onClose} />}
    />
  );
};
