import { counted, sizes, type CardEdit } from '@lectern/contracts';
import { color, ItemText, radius, size, space } from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { MarkdownField } from '../markdown/MarkdownField';
import { cardsOfForm } from './gapCards';

const Made = styled.section`
  display: grid;
  gap: ${space[8]};
  h3 {
    font-size: ${size[14]};
  }
  ol {
    display: grid;
    gap: ${space[8]};
    margin: 0;
    padding: 0;
    list-style: none;
  }
  li {
    padding: ${space[8]} ${space[12]};
    border: 1px solid ${color.line};
    border-radius: ${radius.field};
    background: ${color.raised};
    font-size: ${size[14]};
    line-height: 1.5;
    overflow-wrap: anywhere;
  }
  li p + p {
    margin-top: ${space[4]};
    font-weight: 600;
  }
`;

/** The cards that the gaps make. */
const CardsOfGaps = ({ cards }: { cards: readonly CardEdit[] }): ReactNode => (
  <Made aria-label={`${counted(cards.length, 'card')} from gaps`}>
    <h3>Makes {counted(cards.length, 'card')}</h3>
    <ol>
      {cards.map(({ front, back }, index) => (
        <li key={index}>
          <p dir="auto">
            <ItemText>{front}</ItemText>
          </p>
          <p dir="auto">
            <ItemText>{back}</ItemText>
          </p>
        </li>
      ))}
    </ol>
  </Made>
);

export interface CardFieldsProps {
  values: CardEdit;
  change: (part: Partial<CardEdit>) => void;
  /** Error messages by field name. */
  problems: Readonly<Record<string, string>>;
  /** Whether words can be made gaps, each of which makes a card. */
  canHaveGaps?: boolean;
}

/** The fields for both sides of a card. */
export const CardFields = ({ values, change, problems, canHaveGaps = false }: CardFieldsProps): ReactNode => {
  const { cards, isGapped } = canHaveGaps ? cardsOfForm(values) : { cards: [], isGapped: false };
  const fieldProps = (side: 'front' | 'back') => ({
    value: values[side],
    error: problems[side],
    maxLength: sizes.cardSide,
    hasGaps: canHaveGaps,
    hasPreview: !isGapped,
    onChange: (value: string) => {
      change({ [side]: value });
    },
  });
  return (
    <>
      <MarkdownField label="Front" rows={3} {...fieldProps('front')} />
      <MarkdownField
        label="Back"
        rows={4}
        {...(canHaveGaps && { hint: 'To hide words of a sentence, select them and choose “Make a gap”. Each gap makes a card.' })}
        {...fieldProps('back')}
      />
      {isGapped && <CardsOfGaps cards={cards} />}
    </>
  );
};
