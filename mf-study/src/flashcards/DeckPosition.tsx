import type { Flashcard } from '@lectern/contracts';
import { ProgressBar, space } from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { ItemFacts } from '../shared/ItemFacts';
import { PositionBase } from '../shared/PositionBase';
import { CardOptions } from './CardOptions';

const Base = styled(PositionBase)`
  margin-bottom: ${space[24]};
  > div:first-child {
    align-items: center;
  }
  /* Aligns the menu's icon, not the button's edge, with the column. */
  button {
    margin-right: -${space[8]};
  }
`;

export interface DeckPositionProps {
  deckId: string;
  card: Flashcard;
  /** Counted from 1. */
  number: number;
  count: number;
}

/** The position in the deck: "Card 3 of 10", a bar, and the card's options. */
export const DeckPosition = ({ deckId, card, number, count }: DeckPositionProps): ReactNode => {
  const position = `Card ${String(number)} of ${String(count)}`;
  return (
    <Base>
      <div>
        <p aria-live="polite">{position}</p>
        <CardOptions key={card._id} deckId={deckId} card={card} number={number} />
      </div>
      <ProgressBar label={position} percent={(number / count) * 100} isThin />
      <ItemFacts item={card} kind="card" />
    </Base>
  );
};
