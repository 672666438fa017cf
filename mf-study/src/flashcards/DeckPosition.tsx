import type { Flashcard } from '@lectern/contracts';
import { color, size, space } from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { ItemFacts } from '../shared/ItemFacts';

const Base = styled.div`
  display: grid;
  gap: ${space[4]};
  margin-bottom: ${space[12]};
  > p:first-child {
    font-size: ${size[14]};
    font-weight: 600;
    color: ${color['ink-soft']};
    font-variant-numeric: tabular-nums;
  }
`;

/** The position in the deck, such as "Card 3 of 10", and facts about the card. */
export const DeckPosition = ({ label, card, madeBy }: { label: string; card: Flashcard; madeBy: string }): ReactNode => (
  <Base>
    <p aria-live="polite">{label}</p>
    <ItemFacts item={card} kind="card" madeBy={madeBy} />
  </Base>
);
