import { counted, type ExistingCards } from '@lectern/contracts';
import { color, RadioField, size, space } from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import type { ImportForm } from './useImportForm';

const Choice = styled.div`
  display: grid;
  gap: ${space[8]};
  p {
    font-size: ${size[14]};
    color: ${color['ink-soft']};
  }
`;

const options: { value: ExistingCards; label: string }[] = [
  { value: 'skip', label: 'Add only new' },
  { value: 'update', label: 'Update' },
  { value: 'copy', label: 'Import as a second deck' },
];

/** The effect of each choice on existing cards. */
const effects: Readonly<Record<ExistingCards, string>> = {
  skip: 'Cards that you have stay as they are.',
  update: 'Cards that you have get the words of the file and keep their schedule. New cards are added.',
  copy: 'All cards of the file become new ones.',
};

/** Asks how to handle cards of the file that exist already. */
export const ExistingField = ({ form }: { form: Pick<ImportForm, 'existingCount' | 'existing' | 'setExisting'> }): ReactNode => {
  const { existingCount, existing, setExisting } = form;
  const label = `${counted(existingCount, 'card')} of this file ${existingCount === 1 ? 'is' : 'are'} in your decks already`;
  return (
    <Choice>
      <RadioField label={label} options={options} value={existing} onChange={setExisting} />
      <p role="status">{effects[existing]}</p>
    </Choice>
  );
};
