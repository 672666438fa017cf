import { writtenByLearner, type Flashcard, type FlashcardDeck } from '@lectern/contracts';
import { engineName, otherEngines, useFocusMode, useSourcePage } from '@lectern/platform';
import { Link } from '@lectern/platform/router';
import { Breadcrumb, Button, EmptyState, MadeBy, PageHead, Plus, space, Sparkles } from '@lectern/ui';
import { useEffect, useRef, useState, type Dispatch, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { DismissibleNotice } from '../shared/DismissibleNotice';
import { FocusPage } from '../shared/FocusPage';
import { CheckOffer } from '../shared/CheckOffer';
import { GenerationNotice } from '../shared/GenerationNotice';
import { KeysHint } from '../shared/KeysHint';
import { MakingOverlay } from '../shared/MakingOverlay';
import { useRenewedPicture } from '../shared/SourcePictures';
import { AskAbout } from '../shared/AskAbout';
import { SourceNote } from '../shared/SourceNote';
import { Origin } from '../shared/Origin';
import { RoundLine } from '../shared/RoundLine';
import { ItemTitle } from '../shared/ItemTitle';
import { StudyColumn } from '../shared/StudyColumn';
import { cleanDescription, shortfallText } from '../shared/text';
import { AddCardDialog } from './AddCardDialog';
import { CardHint } from './CardHint';
import { CardMoves } from './CardMoves';
import { CardOptions } from './CardOptions';
import { isLastCard, type CardAction, type CardRound, type CardSession } from './CardSession';
import { DeckPosition } from './DeckPosition';
import { DeckResults } from './DeckResults';
import { FlipCard } from './FlipCard';
import { useCardFocus } from './useCardFocus';
import { useCardGeneration } from './useCardGeneration';
import { useCardKeys } from './useCardKeys';
import { useCardSession } from './useCardSession';
import { TypedAnswer } from './TypedAnswer';
import { useFirstTime } from './useFirstTime';
import { useMarkLog } from './useMarkLog';
import { useTypedAnswers } from './useTypedAnswers';

const Below = styled.div`
  display: grid;
  gap: ${space[16]};
  margin-top: ${space[16]};
  > button {
    justify-self: center;
  }
`;

const Above = styled.div`
  margin-bottom: ${space[24]};
`;

const overlayStages = [
  'Rereading your guide',
  'Finding facts that have no card yet',
  'Writing both sides of each card',
  'Checking every card',
] as const;

const roundNames: Record<CardRound, string> = { missed: '“Not yet” cards', unmarked: 'Unmarked cards' };

/** Shown above a card: the round, if there is one, and the card's position in it. */
const AboveCard = ({
  card,
  session,
  dispatch,
  label,
  madeBy,
}: Pick<RunningDeckProps, 'card' | 'session' | 'dispatch'> & { label: string; madeBy: string }): ReactNode => (
  <>
    {session.round !== undefined && (
      <RoundLine
        name={roundNames[session.round]}
        count={session.cardIds.length}
        total={session.deckIds.length}
        onRestart={() => {
          dispatch({ type: 'restart', cardIds: session.deckIds });
        }}
      />
    )}
    <DeckPosition label={label} card={card} madeBy={madeBy} />
  </>
);

/** The guide that a card was generated from. */
const guideOf = (deck: FlashcardDeck, card: Flashcard): string | null => card.source?.studyMaterialId ?? deck.studyMaterialId;

interface FewCards {
  text: string;
  /** Id of the first new card, which shows the notice. */
  firstId: string | undefined;
  onDismiss: () => void;
}

interface RunningDeckProps {
  deck: FlashcardDeck;
  card: Flashcard;
  session: CardSession;
  dispatch: Dispatch<CardAction>;
  /** Why the last "Generate New Cards" made fewer cards than requested. */
  fewCards: FewCards | undefined;
  onGenerate: () => void;
  /** Opens the dialog for a card written by the learner. */
  onAdd: () => void;
}

const isGrowing = ({ generation }: FlashcardDeck): boolean => generation?.state === 'running';

interface BelowCardProps extends Pick<RunningDeckProps, 'deck' | 'card' | 'session' | 'fewCards' | 'onGenerate'> {
  hasKeysHint: boolean;
  isTyping: boolean;
  /** Called with the typed answer, also an empty one. */
  onTyped: (typed: string) => void;
}

const BelowCard = ({ deck, card, session, fewCards, onGenerate, hasKeysHint, isTyping, onTyped }: BelowCardProps): ReactNode => {
  const guide = guideOf(deck, card);
  const isFirstFront = session.index === 0 && !session.isFlipped;
  return (
    <Below>
      {!session.isFlipped && <CardHint key={`hint ${card._id}`} hint={card.hint} />}
      {isTyping && <TypedAnswer key={`answer ${card._id}`} back={card.back} isFlipped={session.isFlipped} onAnswer={onTyped} />}
      {fewCards?.firstId === card._id && <DismissibleNotice onDismiss={fewCards.onDismiss}>{fewCards.text}</DismissibleNotice>}
      {(session.index === 0 || (isLastCard(session) && isGrowing(deck))) && <GenerationNotice item={deck} />}
      {isLastCard(session) && deck.studyMaterialId !== null && (
        <Button variant="secondary" icon={<Sparkles aria-hidden />} onClick={onGenerate}>
          Generate New Cards
        </Button>
      )}
      {hasKeysHint && (
        <KeysHint>
          <span>Press Space to flip the card, 1 for “Not yet”, 2 for “Got it”, and the arrow keys to go back or forward.</span>
          <span>Tap the card to flip it. Swipe to go back or forward.</span>
        </KeysHint>
      )}
      {session.isFlipped && card.source && (
        <SourceNote key={`source ${card._id}`} source={card.source} language={deck.language} studyMaterialId={deck.studyMaterialId} />
      )}
      {session.isFlipped && guide !== null && <AskAbout key={`ask ${card._id}`} studyMaterialId={guide} itemId={card._id} />}
      {isFirstFront && deck.generatedBy !== writtenByLearner && (
        <Origin>
          <MadeBy
            engine={engineName(deck.generatedBy)}
            others={{ part: 'card', total: deck.cards.length, by: otherEngines(deck.generatedBy, deck.cards) }}
          />
          <CheckOffer item={deck} kind="card" />
        </Origin>
      )}
    </Below>
  );
};

/** The current card, in focus mode. */
const RunningDeck = ({ deck, card, session, dispatch: act, fewCards, onGenerate, onAdd }: RunningDeckProps): ReactNode => {
  const { dispatch, onTyped } = useMarkLog(session, act);
  const areKeysNew = useFirstTime('flashcard-keys');
  const wereKeysUsed = useCardKeys(dispatch);
  const button = useRef<HTMLButtonElement>(null);
  useCardFocus(button, card._id);
  // A round starts from the results page, which may be scrolled.
  useEffect(() => {
    document.documentElement.scrollTop = 0;
  }, []);
  const renewPicture = useRenewedPicture(guideOf(deck, card));
  const page = useSourcePage(guideOf(deck, card), card.source ? [card.source.pointer] : []);
  const [isTyping, toggleTyping] = useTypedAnswers();
  const { index, cardIds, round, isFlipped } = session;
  const label = `Card ${String(index + 1)} of ${String(cardIds.length)}`;
  const flip = (): void => {
    dispatch({ type: 'flip' });
  };
  const flipByButton = (): void => {
    flip();
    // The flip button disappears with the front, so the card takes focus.
    button.current?.focus({ preventScroll: true });
  };
  return (
    <FocusPage
      closeTo="/quizzes?tab=flashcards"
      title={<ItemTitle title={deck.title} />}
      description={round === undefined ? cleanDescription(deck.description) : ''}
      menu={
        <CardOptions key={card._id} {...{ card, onAdd, isTyping }} deckId={deck._id} number={index + 1} onToggleTyping={toggleTyping} />
      }
      position={{ label, percent: (index / cardIds.length) * 100 }}
      actions={<CardMoves session={session} dispatch={dispatch} onFlip={flipByButton} />}
    >
      <AboveCard {...{ card, session, dispatch, label }} madeBy={deck.generatedBy} />
      <FlipCard
        key={card._id}
        ref={button}
        card={card}
        language={deck.language}
        page={page}
        renewPicture={renewPicture}
        isFlipped={isFlipped}
        onFlip={flip}
        onSwipe={(type) => {
          dispatch({ type });
        }}
      />
      <BelowCard
        {...{ deck, card, session, fewCards, onGenerate, isTyping }}
        hasKeysHint={areKeysNew && !wereKeysUsed}
        onTyped={(typed) => {
          onTyped(typed);
          flipByButton();
        }}
      />
    </FocusPage>
  );
};

/** The deck's page outside focus mode: the end of a run, or an empty deck. */
const DeckPage = ({ deck, children }: { deck: FlashcardDeck; children: ReactNode }): ReactNode => {
  useFocusMode(false);
  return (
    <StudyColumn>
      <Breadcrumb
        items={[
          <Link key="decks" to="/quizzes?tab=flashcards">
            Flashcards
          </Link>,
          <ItemTitle key="title" title={deck.title} />,
        ]}
      />
      <PageHead title={<ItemTitle title={deck.title} />} context={cleanDescription(deck.description)} />
      {children}
    </StudyColumn>
  );
};

const NoCards = ({ onAdd }: { onAdd: () => void }): ReactNode => (
  <EmptyState
    drawing="card"
    action={
      <Button icon={<Plus aria-hidden />} onClick={onAdd}>
        Write a Card
      </Button>
    }
  >
    This deck has no cards.
  </EmptyState>
);

/** Runs through a deck card by card, then shows the result. */
export const DeckRun = ({ deck }: { deck: FlashcardDeck }): ReactNode => {
  const { session, dispatch, awaitCard } = useCardSession(deck);
  const [fewCards, setFewCards] = useState<FewCards>();
  const { generate, isRunning, progressKey } = useCardGeneration(deck, ({ newCards, shortfall, notice }) => {
    const firstId = newCards[0]?._id;
    awaitCard(firstId);
    const onDismiss = (): void => {
      setFewCards(undefined);
    };
    const text = [shortfall && shortfallText(shortfall, 'new cards'), notice].filter((part) => part !== undefined).join(' ');
    setFewCards(text === '' ? undefined : { text, firstId, onDismiss });
  });
  const [isAdding, setIsAdding] = useState(false);
  const add = (): void => {
    setIsAdding(true);
  };
  const card = deck.cards.find(({ _id }) => _id === session.cardIds[session.index]);
  const shared = { deck, session, dispatch, onGenerate: generate };
  return (
    <>
      {!card || session.isFinished ? (
        <DeckPage deck={deck}>
          {isGrowing(deck) && (
            <Above>
              <GenerationNotice item={deck} />
            </Above>
          )}
          {card ? <DeckResults {...shared} /> : <NoCards onAdd={add} />}
        </DeckPage>
      ) : (
        <RunningDeck {...shared} card={card} fewCards={fewCards} onAdd={add} />
      )}
      {isAdding && (
        <AddCardDialog
          deckId={deck._id}
          onAdded={awaitCard}
          onClose={() => {
            setIsAdding(false);
          }}
        />
      )}
      {isRunning && (
        <MakingOverlay part="card" title="Generating New Cards" stages={overlayStages} totalSeconds={30} progressKey={progressKey} />
      )}
    </>
  );
};
