import { counted, type Flashcard, type FlashcardDeck } from '@lectern/contracts';
import { Link } from '@lectern/platform/router';
import { Button, color, ItemText, GraduationCap, radius, Repeat, RotateCcw, ScoreRing, size, space, Sparkles, Target } from '@lectern/ui';
import { useEffect, useRef, type Dispatch, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { FurtherActions, ResultActions, ResultCard, ResultCounts } from '../shared/ResultCard';
import { cardsMarked, shuffled, type CardAction, type CardRound, type CardSession } from './CardSession';

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

const messageFor = (known: number, missed: number, unmarked: number): string => {
  if (known + missed === 0) return 'You have not marked any cards yet';
  if (missed > 0) return 'Good round. Some cards need another look';
  return unmarked > 0 ? `Good start. ${counted(unmarked, 'card')} to go` : 'You know these cards';
};

const MissedCards = ({ cards, language }: { cards: readonly Flashcard[]; language: string | undefined }): ReactNode =>
  cards.length > 0 && (
    <Missed>
      <h2>{counted(cards.length, 'card')} to look at again</h2>
      <ul lang={language}>
        {cards.map((card) => (
          <li key={card._id}>
            <strong dir="auto">
              <ItemText>{card.front}</ItemText>
            </strong>
            <div dir="auto">
              <ItemText>{card.back}</ItemText>
            </div>
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

/** The rounds that the marks suggest, unmarked cards first. */
const roundsOf = (session: CardSession): { round: CardRound; cardIds: readonly string[]; label: string }[] => {
  const unmarked = cardsMarked(session, undefined);
  const missed = cardsMarked(session, 'missed');
  return [
    { round: 'unmarked' as const, cardIds: unmarked, label: `Go through ${counted(unmarked.length, 'unmarked card')}` },
    { round: 'missed' as const, cardIds: missed, label: `Repeat ${counted(missed.length, '“Not yet” card')}` },
    // A round of every card equals the whole deck, which "Shuffle and start again" covers.
  ].filter(({ cardIds }) => cardIds.length > 0 && cardIds.length < session.deckIds.length);
};

const NextSteps = ({ deck, session, dispatch, onGenerate }: DeckResultsProps): ReactNode => {
  const rounds = roundsOf(session);
  const restart = (
    <Button
      variant={rounds.length > 0 ? 'quiet' : 'primary'}
      icon={<RotateCcw aria-hidden />}
      onClick={() => {
        dispatch({ type: 'restart', cardIds: shuffled(session.deckIds, Math.random) });
      }}
    >
      Shuffle and start again
    </Button>
  );
  return (
    <ResultActions>
      {rounds.map(({ round, cardIds, label }, place) => (
        <Button
          key={round}
          variant={place === 0 ? 'primary' : 'secondary'}
          icon={<Target aria-hidden />}
          onClick={() => {
            dispatch({ type: 'restart', cardIds, round });
          }}
        >
          {label}
        </Button>
      ))}
      {rounds.length === 0 && restart}
      <FurtherActions>
        {rounds.length > 0 && restart}
        <Button as={Link} to={`/review?deckId=${deck._id}`} variant="quiet" icon={<Repeat aria-hidden />}>
          Review
        </Button>
        {deck.studyMaterialId !== null && (
          <>
            <Button as={Link} to={`/quizzes/new?material=${deck.studyMaterialId}`} variant="quiet" icon={<GraduationCap aria-hidden />}>
              Quiz me
            </Button>
            <Button variant="quiet" icon={<Sparkles aria-hidden />} onClick={onGenerate}>
              Generate New Cards
            </Button>
          </>
        )}
      </FurtherActions>
    </ResultActions>
  );
};

export interface DeckSummaryProps {
  session: CardSession;
  cards: readonly Flashcard[];
  language: string | undefined;
  /** The next steps, in `ResultActions`. */
  children: ReactNode;
}

/** The end of a run: the number of cards known, not yet known and without a mark. */
export const DeckSummary = ({ session, cards, language, children }: DeckSummaryProps): ReactNode => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.documentElement.scrollTop = 0;
    heading.current?.focus({ preventScroll: true });
  }, []);
  const byId = new Map(cards.map((card) => [card._id, card]));
  const total = session.cardIds.length;
  const known = cardsMarked(session, 'known').length;
  const missed = cardsMarked(session, 'missed').flatMap((id) => byId.get(id) ?? []);
  const unmarked = total - known - missed.length;
  return (
    <Base>
      <ResultCard aria-label="Results">
        <ScoreRing
          percent={Math.floor((known / total) * 100)}
          label="known"
          tone={known === total ? 'good' : 'accent'}
          pixels={140}
          phonePixels={96}
        />
        <h2 ref={heading} tabIndex={-1}>
          {messageFor(known, missed.length, unmarked)}
        </h2>
        <ResultCounts>
          <li>
            {known} of {total} marked “Got it”
          </li>
          {missed.length > 0 && <li>{missed.length} marked “Not yet”</li>}
          {unmarked > 0 && <li>{unmarked} not marked</li>}
        </ResultCounts>
        {children}
      </ResultCard>
      <MissedCards cards={missed} language={language} />
    </Base>
  );
};

/** The end of a run through the learner's own deck, with the next steps. */
export const DeckResults = (props: DeckResultsProps): ReactNode => (
  <DeckSummary session={props.session} cards={props.deck.cards} language={props.deck.language}>
    <NextSteps {...props} />
  </DeckSummary>
);
