import { calls, type SharedDeck } from '@lectern/contracts';
import { call, usePageTitle, useSharedPage, type SharedPage } from '@lectern/platform';
import { useParams } from '@lectern/platform/router';
import { Badge, Button, EmptyState, RotateCcw, space } from '@lectern/ui';
import { useEffect, useReducer, useRef, type Dispatch, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { CardHint } from '../flashcards/CardHint';
import { CardMoves } from '../flashcards/CardMoves';
import { reduceCards, startCards, type CardAction, type CardSession } from '../flashcards/CardSession';
import { DeckSummary } from '../flashcards/DeckResults';
import { DeckSkeleton } from '../flashcards/DeckSkeleton';
import { FlipCard } from '../flashcards/FlipCard';
import { useCardFocus } from '../flashcards/useCardFocus';
import { useCardKeys } from '../flashcards/useCardKeys';
import { QuizPosition } from '../quiz/QuizPosition';
import { ActionsSkeleton } from '../shared/ActionsSkeleton';
import { FocusPage } from '../shared/FocusPage';
import { KeysHint } from '../shared/KeysHint';
import { ResultActions } from '../shared/ResultCard';
import { studyChanges } from '../shared/studyChanges';
import { CopyButton, sharedBy, SharedFocusPage } from './SharedFocusPage';
import { SharedLinkProblem } from './SharedLinkProblem';
import { useSharedDeck } from './sharedQueries';

const Below = styled.div`
  display: grid;
  gap: ${space[16]};
  margin-top: ${space[16]};
`;

interface DeckTrialProps {
  deck: SharedDeck;
  page: SharedPage;
}

interface RunningDeckProps extends DeckTrialProps {
  card: SharedDeck['cards'][number];
  session: CardSession;
  dispatch: Dispatch<CardAction>;
}

/** The current card. */
const RunningDeck = ({ deck, page, card, session, dispatch }: RunningDeckProps): ReactNode => {
  const { index, cardIds, isFlipped } = session;
  const button = useRef<HTMLButtonElement>(null);
  useCardKeys(dispatch);
  useCardFocus(button, card._id);
  useEffect(() => {
    document.documentElement.scrollTop = 0;
  }, []);
  const position = {
    label: `Card ${String(index + 1)} of ${String(cardIds.length)}`,
    percent: Math.round((index / cardIds.length) * 100),
  };
  const flip = (): void => {
    dispatch({ type: 'flip' });
  };
  const flipByButton = (): void => {
    flip();
    // The flip button disappears with the front, so the card takes focus.
    button.current?.focus({ preventScroll: true });
  };
  return (
    <SharedFocusPage
      title={deck.title}
      page={page}
      position={position}
      actions={<CardMoves session={session} dispatch={dispatch} onFlip={flipByButton} />}
    >
      <div aria-live="polite">
        <QuizPosition {...position}>
          <Badge tone="accent">{sharedBy('deck', deck.owner)}</Badge>
        </QuizPosition>
      </div>
      <FlipCard
        key={card._id}
        ref={button}
        card={card}
        language={deck.language}
        isFlipped={isFlipped}
        onFlip={flip}
        onSwipe={(type) => {
          dispatch({ type });
        }}
      />
      <Below>
        {!isFlipped && <CardHint key={card._id} hint={card.hint} />}
        {index === 0 && (
          <KeysHint>
            <span>Press Space to flip the card, 1 for “Not yet”, 2 for “Got it”, and the arrow keys to go back or forward.</span>
            <span>Tap the card to flip it. Swipe to go back or forward.</span>
          </KeysHint>
        )}
      </Below>
    </SharedFocusPage>
  );
};

/** The cards of the deck. Marks stay in the browser. */
const DeckTrial = ({ deck, page }: DeckTrialProps): ReactNode => {
  const { title, cards, language } = deck;
  const [session, dispatch] = useReducer(reduceCards, cards, (all) => startCards(all.map(({ _id }) => _id)));
  const { isFinished, index, cardIds } = session;
  const card = cards.find(({ _id }) => _id === cardIds[index]);
  if (!card)
    return (
      <SharedFocusPage title={title} page={page}>
        <EmptyState drawing="card">There are no cards in this deck yet.</EmptyState>
      </SharedFocusPage>
    );
  if (!isFinished) return <RunningDeck deck={deck} page={page} card={card} session={session} dispatch={dispatch} />;
  return (
    <SharedFocusPage title={title} page={page} hasCopy position={{ label: 'Progress', percent: 100 }}>
      <DeckSummary session={session} cards={cards} language={language}>
        <ResultActions>
          <CopyButton page={page} isMain />
          <Button
            variant="secondary"
            icon={<RotateCcw aria-hidden />}
            onClick={() => {
              dispatch({ type: 'restart', cardIds });
            }}
          >
            Start again
          </Button>
        </ResultActions>
      </DeckSummary>
    </SharedFocusPage>
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
  if (deck) return <DeckTrial deck={deck} page={page} />;
  if (!isPending) return <SharedLinkProblem query={query} />;
  return (
    <FocusPage closeTo="/" title="Flashcards" actions={<ActionsSkeleton kind="deck" />}>
      <DeckSkeleton />
    </FocusPage>
  );
};
