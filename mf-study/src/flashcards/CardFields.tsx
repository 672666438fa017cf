import { cardPictureTypes, counted, sizes, type CardEdit } from '@lectern/contracts';
import { Brackets, color, FieldRow, font, ImagePlus, ItemText, media, radius, size, space } from '@lectern/ui';
import { useState, type ReactNode } from 'react';
import { styled } from 'styled-components';
import type { FormatTool } from '../markdown/formatTools';
import { MarkdownField, type MarkdownFieldProps } from '../markdown/MarkdownField';
import { cardsOfForm } from './gapCards';
import { pictureFilesOf, type Side } from './pictures/cardPictures';
import { PictureList } from './pictures/PictureList';
import type { CardPictures } from './pictures/useCardPictures';
import { usePictureDrop } from './pictures/usePictureDrop';

const Made = styled.section`
  display: grid;
  gap: ${space[8]};
  h3 {
    font-size: ${size[14]};
  }
  ol {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  li {
    display: grid;
    gap: ${space[8]} ${space[16]};
    padding: ${space[12]};
    border: 1px solid ${color.line};
    border-radius: ${radius.field};
    background: ${color.surface};
    font-family: ${font.reading};
    line-height: 1.5;
    overflow-wrap: anywhere;
    @media ${media.medium} {
      grid-template-columns: repeat(2, minmax(0, 1fr));
    }
  }
  li + li {
    margin-top: ${space[8]};
  }
  small {
    display: block;
    font: 600 ${size[12]} / 1.5 ${font.interface};
    color: ${color['ink-faint']};
  }
  p {
    white-space: pre-line;
  }
`;

/** The cards that the gaps make. */
const CardsOfGaps = ({ cards }: { cards: readonly CardEdit[] }): ReactNode => (
  <Made aria-label={`${counted(cards.length, 'card')} from gaps`}>
    <h3>Makes {counted(cards.length, 'card')}</h3>
    <ol>
      {cards.map(({ front, back }, index) => (
        <li key={index}>
          <div>
            <small>Front</small>
            <p dir="auto">
              <ItemText>{front}</ItemText>
            </p>
          </div>
          <div>
            <small>Back</small>
            <p dir="auto">
              <ItemText>{back}</ItemText>
            </p>
          </div>
        </li>
      ))}
    </ol>
  </Made>
);

const GapHint = styled.p`
  display: flex;
  align-items: baseline;
  gap: ${space[8]};
  font-size: ${size[14]};
  line-height: 1.45;
  color: ${color['ink-soft']};
  svg {
    flex: none;
    width: 16px;
    height: 16px;
    transform: translateY(3px);
  }
`;

const SideOfCard = styled.div`
  display: grid;
  gap: ${space[8]};
  min-width: 0;
`;

const pictureTool: FormatTool = {
  name: 'Add a picture',
  icon: <ImagePlus aria-hidden />,
  run: (field) => {
    field.closest('[data-side]')?.querySelector<HTMLInputElement>('input[type="file"]')?.click();
  },
};

export interface CardFieldsProps {
  values: CardEdit;
  change: (part: Partial<CardEdit>) => void;
  /** Error messages by field name. */
  problems: Readonly<Record<string, string>>;
  /** Whether words can be made gaps, each of which makes a card. */
  canHaveGaps?: boolean;
  /** The pictures of the card. Absent before its deck exists. */
  pictures?: CardPictures;
}

interface SideFieldProps extends Omit<MarkdownFieldProps, 'onPaste' | 'tools'> {
  side: Side;
  pictures: CardPictures | undefined;
  /** An error of the card's pictures. */
  pictureProblem: string | undefined;
}

/** The text of a side, and its pictures: pasted, dropped or chosen. */
const SideField = ({ side, pictures, pictureProblem, ...field }: SideFieldProps): ReactNode => (
  <SideOfCard data-side={side}>
    <MarkdownField
      {...field}
      {...(pictures && {
        tools: [pictureTool],
        onPaste: (event) => {
          const files = pictureFilesOf(event.clipboardData);
          // A program that copies text and a picture of it, such as a spreadsheet, means the text.
          if (files.length === 0 || event.clipboardData.types.includes('text/plain')) return;
          event.preventDefault();
          pictures.add(side, files);
        },
      })}
    />
    {pictures && (
      <>
        <input
          type="file"
          hidden
          multiple
          accept={cardPictureTypes.join(',')}
          onChange={(event) => {
            pictures.add(side, [...(event.target.files ?? [])]);
            // The same file can be chosen again.
            event.target.value = '';
          }}
        />
        <PictureList side={side} of={pictures} problem={pictureProblem} />
      </>
    )}
  </SideOfCard>
);

/** The fields for both sides of a card. */
export const CardFields = ({ values, change, problems, canHaveGaps = false, pictures }: CardFieldsProps): ReactNode => {
  const [lastSide, setLastSide] = useState<Side>('front');
  usePictureDrop(
    pictures &&
      ((side, files) => {
        pictures.add(side ?? lastSide, files);
      }),
  );
  const { cards, isGapped } = canHaveGaps ? cardsOfForm(values) : { cards: [], isGapped: false };
  const fieldProps = (side: Side) => ({
    side,
    pictures,
    // Errors of pictures belong to the card, so they are shown once.
    pictureProblem: side === 'back' ? Object.entries(problems).find(([path]) => path.startsWith('pictures'))?.[1] : undefined,
    value: values[side],
    error: problems[side],
    maxLength: sizes.cardSide,
    hasGaps: canHaveGaps,
    hasPreview: !isGapped,
    onFocus: () => {
      setLastSide(side);
    },
    onChange: (value: string) => {
      change({ [side]: value });
    },
  });
  return (
    <>
      <FieldRow>
        <SideField label="Front" {...fieldProps('front')} />
        <SideField label="Back" {...fieldProps('back')} />
      </FieldRow>
      {isGapped && <CardsOfGaps cards={cards} />}
      {canHaveGaps && !isGapped && (
        <GapHint>
          <Brackets aria-hidden />
          To hide words of a sentence, select them and choose “Gap”. Each gap makes a card.
        </GapHint>
      )}
    </>
  );
};
