import { writtenByLearner, type Flashcard, type FlashcardDeck } from '@lectern/contracts';
import { engineName } from '@lectern/platform';
import { Link } from '@lectern/platform/router';
import { Breadcrumb, Button, color, EmptyState, MadeBy, Notice, PageHead, ProgressOverlay, size, space } from '@lectern/ui';
import { useRef, useState, type Dispatch, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { useRenewedPicture } from '../shared/SourcePictures';
import { SourceNote } from '../shared/SourceNote';
import { StudyColumn } from '../shared/StudyColumn';
import { cleanDescription, shortfallText } from '../shared/text';
import { CardMoves } from './CardMoves';
import type { CardAction, CardSession } from './CardSession';
import { DeckPosition } from './DeckPosition';
import { FlipCard } from './FlipCard';
import { useCardFocus } from './useCardFocus';
import { useCardGeneration } from './useCardGeneration';
import { useCardKeys } from './useCardKeys';
import { useCardSession } from './useCardSession';
import { useFirstTime } from './useFirstTime';

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

const NoCards = (): ReactNode => (
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
);

interface CurrentCardProps {
  deck: FlashcardDeck;
  card: Flashcard;
  session: CardSession;
  dispatch: Dispatch<CardAction>;
  onGenerate: () => void;
}

const CurrentCard = ({ deck, card, session, dispatch, onGenerate }: CurrentCardProps): ReactNode => {
  const areKeysNew = useFirstTime('flashcard-keys');
  const wereKeysUsed = useCardKeys(dispatch);
  const button = useRef<HTMLButtonElement>(null);
  useCardFocus(button, card._id);
  const renewPicture = useRenewedPicture(card.source?.studyMaterialId ?? deck.studyMaterialId);
  return (
    <>
      <DeckPosition deckId={deck._id} card={card} number={session.index + 1} count={deck.cards.length} />
      <FlipCard
        key={card._id}
        ref={button}
        card={card}
        renewPicture={renewPicture}
        isFlipped={session.isFlipped}
        onFlip={() => {
          dispatch({ type: 'flip' });
        }}
        onSwipe={(type) => {
          dispatch({ type });
        }}
      />
      <CardMoves session={session} dispatch={dispatch} onGenerate={onGenerate} />
      {areKeysNew && !wereKeysUsed && <KeysHint>Space flips the card, the arrow keys go back and on. On a touch screen, swipe.</KeysHint>}
      {session.isFlipped && card.source && (
        <SourceNote key={`source ${card._id}`} source={card.source} studyMaterialId={deck.studyMaterialId} />
      )}
    </>
  );
};

/** A deck, card by card. */
export const DeckRun = ({ deck }: { deck: FlashcardDeck }): ReactNode => {
  const { session, dispatch, awaitCard } = useCardSession(deck);
  const [information, setInformation] = useState(deck.shortfall && shortfallText(deck.shortfall, 'cards'));
  const { generate, isRunning } = useCardGeneration(deck, ({ newCards, shortfall }) => {
    awaitCard(newCards[0]?._id);
    setInformation(shortfall && shortfallText(shortfall, 'new cards'));
  });
  const card = deck.cards[session.index];
  const facts = information ?? deck.limitation;
  return (
    <StudyColumn>
      <Breadcrumb
        items={[
          <Link key="decks" to="/quizzes?tab=flashcards">
            Flashcards
          </Link>,
          deck.title,
        ]}
      />
      <PageHead title={deck.title} context={cleanDescription(deck.description)} />
      {card && facts !== undefined && (
        <Facts role="status">
          <Notice>{facts}</Notice>
        </Facts>
      )}
      {card ? <CurrentCard deck={deck} card={card} session={session} dispatch={dispatch} onGenerate={generate} /> : <NoCards />}
      {deck.generatedBy !== writtenByLearner && (
        <Origin>
          <MadeBy engine={engineName(deck.generatedBy)} />
        </Origin>
      )}
      {isRunning && <ProgressOverlay title="Generating New Cards" stages={overlayStages} totalSeconds={30} />}
    </StudyColumn>
  );
};
