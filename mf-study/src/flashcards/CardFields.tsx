import { sizes, type CardEdit } from '@lectern/contracts';
import { TextArea } from '@lectern/ui';
import type { ReactNode } from 'react';

export interface CardFieldsProps {
  values: CardEdit;
  change: (part: Partial<CardEdit>) => void;
  /** Error messages by field name. */
  problems: Readonly<Record<string, string>>;
}

/** The fields for both sides of a card. */
export const CardFields = ({ values, change, problems }: CardFieldsProps): ReactNode => (
  <>
    <TextArea
      label="Front"
      rows={3}
      maxLength={sizes.cardSide}
      value={values.front}
      error={problems['front']}
      onChange={(event) => {
        change({ front: event.target.value });
      }}
    />
    <TextArea
      label="Back"
      rows={4}
      maxLength={sizes.cardSide}
      value={values.back}
      error={problems['back']}
      onChange={(event) => {
        change({ back: event.target.value });
      }}
    />
  </>
);
