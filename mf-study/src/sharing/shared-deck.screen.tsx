import { calls, counted, type SharedDeck } from '@lectern/contracts';
import { call, usePageTitle, useSharedPage, type SharedPage } from '@lectern/platform';
import { useParams } from '@lectern/platform/router';
import { Button, Copy, media, RotateCcw, ScoreRing, SharedHead, size, space, TextSkeleton } from '@lectern/ui';
import { useEffect, useReducer, useRef, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { CardHint } from '../flashcards/CardHint';
import { CardMoves } from '../flashcards/CardMoves';
import { cardsMarked, reduceCards, startCards } from '../flashcards/CardSession';
import { FlipCard } from '../flashcards/FlipCard';
import { useCardKeys } from '../flashcards/useCardKeys';
import { ResultActions, ResultCard, ResultCounts } from '../shared/ResultCard';
import { StudyColumn } from '../shared/StudyColumn';
import { studyChanges } from '../shared/studyChanges';
import { SharedLinkProblem } from './SharedLinkProblem';
import { useSharedDeck } from './sharedQueries';

const Cards = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[16]};
  > p {
    font-size: ${size[14]};
    font-weight: 600;
  }
`;
const Steps = styled.div`
  display: flex;
  justify-content: center;
  gap: ${space[12]};
  @media ${media.small} {
    > * {
      flex: 1;
      min-width: 0;
      padding-inline: ${space[8]};
    }
  }
`;

interface DeckEndProps {
  known: number;
  total: number;
  page: SharedPage;
  onAgain: () => void;
}

const DeckEnd = ({ known, total, page, onAgain }: DeckEndProps): ReactNode => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
  }, []);
  return (
    <ResultCard aria-label="Results">
      <ScoreRing percent={Math.round((known / total) * 100)} label="known" tone="near" pixels={160} phonePixels={96} />
      <h2 ref={heading} tabIndex={-1}>
        That was the deck
      </h2>
      <ResultCounts>
        <li>
          {known} of {counted(total, 'card')} known
        </li>
      </ResultCounts>
      <ResultActions>
        <Button icon={<Copy aria-hidden />} isBusy={page.isCopying} onClick={page.onCopy}>
          Copy to my Lectern
        </Button>
        <Button variant="secondary" icon={<RotateCcw aria-hidden />} onClick={onAgain}>
          Start again
        </Button>
      </ResultActions>
    </ResultCard>
  );
};

/** The cards of the deck. Marks stay in the browser. */
const DeckTrial = ({ deck: { cards, language }, page }: { deck: SharedDeck; page: SharedPage }): ReactNode => {
  const [session, dispatch] = useReducer(reduceCards, cards, (all) => startCards(all.map(({ _id }) => _id)));
  const { isFinished, index, cardIds, isFlipped } = session;
  useCardKeys(dispatch);
  const card = cards.find(({ _id }) => _id === cardIds[index]);
  if (!card) return <p>There are no cards in this deck yet.</p>;
  if (isFinished)
    return (
      <DeckEnd
        known={cardsMarked(session, 'known').length}
        total={cardIds.length}
        page={page}
        onAgain={() => {
          dispatch({ type: 'restart', cardIds });
        }}
      />
    );
  const flip = (): void => {
    dispatch({ type: 'flip' });
  };
  return (
    <Cards>
      <p aria-live="polite">{`Card ${String(index + 1)} of ${String(cardIds.length)}`}</p>
      <FlipCard
        key={card._id}
        card={card}
        language={language}
        isFlipped={isFlipped}
        onFlip={flip}
        onSwipe={(direction) => {
          dispatch({ type: direction });
        }}
      />
      <CardHint key={`hint ${card._id}`} hint={card.hint} />
      <Steps>
        <CardMoves session={session} dispatch={dispatch} onFlip={flip} />
      </Steps>
    </Cards>
  );
};

/** A deck that its owner shares, to flip without an account. */
export const SharedDeckScreen = (): ReactNode => {
  const { secret = '' } = useParams();
  const query = useSharedDeck(secret);
  const { data: deck, isPending } = query;
  usePageTitle(deck?.title ?? 'Shared flashcards');
  const page = useSharedPage({
    kind: 'deck',
    secret,
    copy: async (idempotencyKey) => {
      const copied = await call(calls.copySharedDeck, { path: { secret }, idempotencyKey });
      studyChanges.deckCreated(copied);
      return `/flashcards/${copied._id}`;
    },
  });
  if (isPending) return <TextSkeleton label="Loading flashcards" lines={8} />;
  if (!deck) return <SharedLinkProblem query={query} />;
  return (
    <>
      <SharedHead title={deck.title} what="deck" owner={deck.owner} context={counted(deck.cards.length, 'card')} {...page} />
      <StudyColumn>
        <DeckTrial deck={deck} page={page} />
      </StudyColumn>
    </>
  );
};
