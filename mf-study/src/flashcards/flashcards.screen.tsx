import { calls, type FlashcardDeck } from '@lectern/contracts';
import {
  call,
  engineName,
  isSessionOver,
  openUpgradeModal,
  reportError,
  toast,
  useIdempotencyKey,
  useLimits,
  usePageTitle,
} from '@lectern/platform';
import { Link, useLocation, useNavigate, useParams } from '@lectern/platform/router';
import {
  ArrowLeft,
  ArrowRight,
  Breadcrumb,
  Button,
  color,
  EmptyState,
  MadeBy,
  media,
  Notice,
  PageHead,
  ProgressBar,
  ProgressOverlay,
  size,
  space,
  Sparkles,
  VisuallyHidden,
} from '@lectern/ui';
import { useMutation } from '@lectern/platform/query';
import { useEffect, useEffectEvent, useReducer, useRef, useState, type MouseEvent, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { ItemFacts } from '../shared/ItemFacts';
import { isFreeKey, isOnControl } from '../shared/keys';
import { SourceNote } from '../shared/SourceNote';
import { studyChanges } from '../shared/studyChanges';
import { useDeck } from '../shared/studyQueries';
import { cleanDescription, shortfallText } from '../shared/text';
import { useKeyDown } from '../shared/useKeyDown';
import { CardOptions } from './CardOptions';
import { hasCards, isFirstCard, isLastCard, reduceCards, startCards, type CardAction } from './CardSession';
import { readPosition, writePosition } from './deckPosition';
import { DeckSkeleton } from './DeckSkeleton';
import { FlipCard } from './FlipCard';
import { useFirstTime } from './useFirstTime';

const Column = styled.div`
  max-width: 760px;
  margin: 0 auto;
`;

const Position = styled.div`
  display: grid;
  gap: ${space[8]};
  margin-bottom: ${space[24]};
  > div:first-child {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: ${space[16]};
    font-size: ${size[14]};
    font-weight: 600;
    color: ${color['ink-soft']};
    font-variant-numeric: tabular-nums;
  }
  /* Its dots, not its edge, end with the column. */
  button {
    margin-right: -${space[8]};
  }
`;

const Moves = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space[12]};
  margin: ${space[24]} 0;
  > div {
    display: flex;
    flex-wrap: wrap;
    gap: ${space[12]};
  }
  @media ${media.small} {
    > *,
    > div > * {
      flex: 1 1 auto;
    }
  }
`;

const KeysHint = styled.p`
  margin-bottom: ${space[24]};
  font-size: ${size[14]};
  text-align: center;
  color: ${color['ink-faint']};
`;

const Origin = styled.div`
  margin-top: ${space[24]};
`;

const Facts = styled.div`
  margin-bottom: ${space[24]};
`;

const overlayStages = [
  'Going back to your guide',
  'Looking for what has no card yet',
  'Writing both sides of each card',
  'Checking every card',
] as const;

const DeckViewer = ({ deck }: { deck: FlashcardDeck }): ReactNode => {
  const { cards } = deck;
  const { key: visit } = useLocation();
  const cardIds = cards.map((card) => card._id);
  const [session, dispatch] = useReducer(reduceCards, cardIds, (ids) => startCards(ids, readPosition(deck._id, ids, visit)));
  const { limits, isPremium } = useLimits();
  const idempotency = useIdempotencyKey();
  const [information, setInformation] = useState(deck.shortfall && shortfallText(deck.shortfall, 'cards'));
  const areKeysNew = useFirstTime('flashcard-keys');
  const [hasUsedKeys, setHasUsedKeys] = useState(false);
  const cardButton = useRef<HTMLButtonElement>(null);

  // The jump to the new cards waits for the deck that has them, whichever render that is.
  const [awaitedCardId, setAwaitedCardId] = useState<string>();
  const awaited = awaitedCardId === undefined ? -1 : cards.findIndex((candidate) => candidate._id === awaitedCardId);
  if (awaited >= 0) {
    setAwaitedCardId(undefined);
    dispatch({ type: 'cardsAdded', cardIds, added: cards.length - awaited });
  } else if (!hasCards(session, cardIds)) {
    dispatch({ type: 'cardsChanged', cardIds });
  }

  const generation = useMutation({
    mutationFn: () => {
      const body = { studyMaterialId: deck.studyMaterialId };
      const idempotencyKey = idempotency.keyFor({ body, count: cards.length });
      return call(calls.generateCards, { path: { id: deck._id }, body, idempotencyKey, hasOwnProgress: true });
    },
    onSuccess: async (made) => {
      idempotency.done();
      setAwaitedCardId(made.newCards[0]?._id);
      await studyChanges.cardsAdded(deck._id, made);
      setInformation(made.shortfall && shortfallText(made.shortfall, 'new cards'));
      toast.success('New cards generated successfully!');
    },
    onError: (error) => {
      reportError(error, 'Failed to generate new cards');
    },
  });

  const generate = (): void => {
    if (limits && !isPremium) openUpgradeModal('New cards are part of Premium.');
    else generation.mutate();
  };

  useKeyDown((event) => {
    if (!isFreeKey(event)) return;
    const actions: Record<string, CardAction> = { ArrowRight: { type: 'next' }, ArrowLeft: { type: 'previous' }, ' ': { type: 'flip' } };
    const action = actions[event.key];
    // On a button Space presses that button; the card is one and turns by it.
    if (!action || (event.key === ' ' && (event.repeat || isOnControl(event)))) return;
    event.preventDefault();
    setHasUsedKeys(true);
    dispatch(action);
  });

  const go =
    (type: 'next' | 'previous') =>
    (event: MouseEvent<HTMLElement>): void => {
      // After a click with the pointer the keys belong to the card; who came by Tab stays on the button.
      if (event.detail > 0) event.currentTarget.blur();
      dispatch({ type });
    };

  const card = cards[session.index];
  const cardId = card?._id;
  const { index } = session;
  useEffect(() => {
    if (cardId !== undefined) writePosition(deck._id, { cardId, index, visit });
  }, [deck._id, cardId, index, visit]);

  const lastCardId = useRef(cardId);
  // A new card takes the focus that its predecessor, or a button that has no more use, would drop.
  useEffect(() => {
    if (lastCardId.current === cardId) return;
    lastCardId.current = cardId;
    const focused = document.activeElement;
    if (focused === null || focused === document.body || focused.matches(':disabled')) cardButton.current?.focus({ preventScroll: true });
  }, [cardId]);
  const position = `Card ${String(session.index + 1)} of ${String(cards.length)}`;
  const isLast = isLastCard(session);

  return (
    <Column>
      <Breadcrumb
        items={[
          <Link key="decks" to="/quizzes?tab=flashcards">
            Flashcards
          </Link>,
          deck.title,
        ]}
      />
      <PageHead title={deck.title} context={cleanDescription(deck.description)} />
      {!card && (
        <EmptyState
          drawing="card"
          action={
            <Button as={Link} to="/quizzes?tab=flashcards" variant="secondary">
              Back to your decks
            </Button>
          }
        >
          This deck has no cards.
        </EmptyState>
      )}
      {card && (
        <>
          {(information ?? deck.limitation) !== undefined && (
            <Facts role="status">
              <Notice>{information ?? deck.limitation}</Notice>
            </Facts>
          )}
          <Position>
            <div>
              <p aria-live="polite">{position}</p>
              <CardOptions key={card._id} deckId={deck._id} card={card} number={session.index + 1} />
            </div>
            <ProgressBar label={position} percent={((session.index + 1) / cards.length) * 100} isThin />
            <ItemFacts item={card} kind="card" />
          </Position>
          <FlipCard
            key={card._id}
            ref={cardButton}
            card={card}
            isFlipped={session.isFlipped}
            onFlip={() => {
              dispatch({ type: 'flip' });
            }}
            onSwipe={(type) => {
              dispatch({ type });
            }}
          />
          <Moves>
            <Button variant="secondary" icon={<ArrowLeft aria-hidden />} disabled={isFirstCard(session)} onClick={go('previous')}>
              Previous
            </Button>
            <div>
              {isLast && (
                <Button icon={<Sparkles aria-hidden />} onClick={generate}>
                  Generate New Cards
                </Button>
              )}
              <Button variant={isLast ? 'secondary' : 'primary'} disabled={isLast} onClick={go('next')}>
                Next
                <ArrowRight aria-hidden />
              </Button>
            </div>
          </Moves>
          {areKeysNew && !hasUsedKeys && (
            <KeysHint>Space flips the card, the arrow keys go back and on. On a touch screen, swipe.</KeysHint>
          )}
          {session.isFlipped && card.source && (
            <SourceNote key={`source ${card._id}`} source={card.source} studyMaterialId={deck.studyMaterialId} />
          )}
        </>
      )}
      <Origin>
        <MadeBy engine={engineName(deck.generatedBy)} />
      </Origin>
      {generation.isPending && <ProgressOverlay title="Generating New Cards" stages={overlayStages} totalSeconds={30} />}
    </Column>
  );
};

/** Learning a deck. */
export const FlashcardsScreen = (): ReactNode => {
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const { data: deck, error } = useDeck(id);
  usePageTitle(deck?.title ?? 'Flashcards');

  const hasFailed = error !== null && deck === undefined && !isSessionOver(error);
  const leave = useEffectEvent(() => {
    toast.error('Failed to load flashcard deck', { id: 'deck-load' });
    void navigate('/quizzes', { replace: true });
  });
  useEffect(() => {
    if (hasFailed) leave();
  }, [hasFailed]);

  if (deck) return <DeckViewer key={deck._id} deck={deck} />;
  return (
    <Column>
      <VisuallyHidden as="h1">Flashcards</VisuallyHidden>
      <DeckSkeleton />
    </Column>
  );
};
