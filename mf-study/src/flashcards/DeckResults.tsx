import { counted, type Flashcard, type FlashcardDeck } from '@lectern/contracts';
import { Link } from '@lectern/platform/router';
import { Button, color, GraduationCap, radius, Repeat, RotateCcw, ScoreRing, size, space, Sparkles, Target } from '@lectern/ui';
import { useEffect, useRef, type Dispatch, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { ResultActions, ResultCard, ResultCounts } from '../shared/ResultCard';
import { cardsMarked, shuffled, type CardAction, type CardSession } from './CardSession';

const Base = styled.div`
  display: grid;
  gap: ${space[32]};
`;

const Missed = styled.section`
  display: grid;
  gap: ${space[12]};
  h2 {
    font-size: ${size[22]};
  }
  ul {
    padding: 0;
    list-style: none;
  }
  li {
    padding: ${space[16]};
    border: 1px solid ${color.line};
    border-radius: ${radius.card};
    background: ${color.raised};
    overflow-wrap: anywhere;
    white-space: pre-line;
  }
  li + li {
    margin-top: ${space[8]};
  }
  strong {
    display: block;
    font-weight: 600;
  }
`;

const messageFor = (known: number, missed: number): string => {
  if (known + missed === 0) return 'You have been through the deck';
  return missed === 0 ? 'You know these cards' : 'Good round. Some cards need another look';
};

const MissedCards = ({ cards }: { cards: readonly Flashcard[] }): ReactNode =>
  cards.length > 0 && (
    <Missed>
      <h2>{counted(cards.length, 'card')} to look at again</h2>
      <ul>
        {cards.map((card) => (
          <li key={card._id}>
            <strong>{card.front}</strong>
            {card.back}
          </li>
        ))}
      </ul>
    </Missed>
  );

export interface DeckResultsProps {
  deck: FlashcardDeck;
  session: CardSession;
  dispatch: Dispatch<CardAction>;
  onGenerate: () => void;
}

const NextSteps = ({ deck, session, dispatch, missedIds, onGenerate }: DeckResultsProps & { missedIds: readonly string[] }): ReactNode => {
  const restart = (cardIds: readonly string[]) => (): void => {
    dispatch({ type: 'restart', cardIds });
  };
  return (
    <ResultActions>
      {missedIds.length > 0 && (
        <Button icon={<Target aria-hidden />} onClick={restart(missedIds)}>
          Missed only
        </Button>
      )}
      <Button
        variant={missedIds.length > 0 ? 'secondary' : 'primary'}
        icon={<RotateCcw aria-hidden />}
        onClick={restart(shuffled(session.deckIds, Math.random))}
      >
        Shuffle and start again
      </Button>
      <Button as={Link} to={`/review?deckId=${deck._id}`} variant="secondary" icon={<Repeat aria-hidden />}>
        Review
      </Button>
      {deck.studyMaterialId !== null && (
        <>
          <Button as={Link} to={`/quizzes/new?material=${deck.studyMaterialId}`} variant="secondary" icon={<GraduationCap aria-hidden />}>
            Quiz me
          </Button>
          <Button variant="secondary" icon={<Sparkles aria-hidden />} onClick={onGenerate}>
            Generate New Cards
          </Button>
        </>
      )}
    </ResultActions>
  );
};

/** The end of a run: what was known, what was not, and what to do next. */
export const DeckResults = ({ deck, session, dispatch, onGenerate }: DeckResultsProps): ReactNode => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.documentElement.scrollTop = 0;
    heading.current?.focus({ preventScroll: true });
  }, []);
  const byId = new Map(deck.cards.map((card) => [card._id, card]));
  const known = cardsMarked(session, 'known').length;
  const missedIds = cardsMarked(session, 'missed');
  const missed = missedIds.flatMap((id) => byId.get(id) ?? []);
  const marked = known + missed.length;
  return (
    <Base>
      <ResultCard aria-label="Results">
        {marked > 0 && (
          <ScoreRing
            percent={Math.round((known / marked) * 100)}
            label="known"
            tone={missed.length === 0 ? 'good' : 'accent'}
            pixels={140}
            phonePixels={96}
          />
        )}
        <h2 ref={heading} tabIndex={-1}>
          {messageFor(known, missed.length)}
        </h2>
        <ResultCounts>
          <li>{known} known</li>
          <li>{missed.length} not yet</li>
          {session.cardIds.length > marked && <li>{session.cardIds.length - marked} not marked</li>}
        </ResultCounts>
        <NextSteps deck={deck} session={session} dispatch={dispatch} missedIds={missedIds} onGenerate={onGenerate} />
      </ResultCard>
      <MissedCards cards={missed} />
    </Base>
  );
};
