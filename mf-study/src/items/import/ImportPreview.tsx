import { counted, textEncodings, type DeckImportPreview, type TextEncodingName } from '@lectern/contracts';
import { color, ItemText, Notice, radius, SelectField, size, space } from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { cardsWith, columnNames, type Columns } from './previewCards';
import type { ImportForm } from './useImportForm';

const Cards = styled.div`
  max-height: 280px;
  overflow: auto;
  border: 1px solid ${color.line};
  border-radius: ${radius.field};
  table {
    width: 100%;
    border-collapse: collapse;
    table-layout: fixed;
    font-size: ${size[14]};
  }
  caption {
    padding: ${space[8]} ${space[12]};
    text-align: start;
    font-weight: 600;
  }
  th,
  td {
    padding: ${space[8]} ${space[12]};
    border-top: 1px solid ${color.line};
    text-align: start;
    vertical-align: top;
    white-space: pre-line;
    overflow-wrap: anywhere;
  }
  th {
    font-weight: 600;
    color: ${color['ink-faint']};
  }
`;
const Sides = styled.div`
  display: grid;
  gap: ${space[12]};
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 160px), 1fr));
`;
const Skipped = styled.ul`
  margin: ${space[4]} 0 0;
  padding-inline-start: ${space[24]};
`;
const Summary = styled.p`
  overflow-wrap: anywhere;
`;

/** Maximum number of titles to list. The rest are counted. */
const titlesNamed = 5;

const summaryOf = ({ decks, reviewCount }: DeckImportPreview): string => {
  const cards = decks.reduce((sum, { cardCount }) => sum + cardCount, 0);
  const reviews = reviewCount === 0 ? '' : `, with ${counted(reviewCount, 'review')}`;
  const more = decks.length - titlesNamed;
  const titles = decks.slice(0, titlesNamed).map(({ title, cardCount }) => `“${title}” (${counted(cardCount, 'card')})`);
  const named = decks.length < 2 ? '' : ` ${titles.join(', ')}${more > 0 ? ` and ${String(more)} more` : ''}.`;
  return `${counted(decks.length, 'deck')}, ${counted(cards, 'card')}${reviews}.${named}`;
};

const ColumnFields = ({ table, columns, onChange }: { table: NonNullable<DeckImportPreview['table']> } & ColumnChange): ReactNode => {
  const options = columnNames(table, columns.hasHeader).map((label, index) => ({ value: String(index + 1), label }));
  const side = (label: string, name: 'front' | 'back'): ReactNode => (
    <SelectField
      label={label}
      options={options}
      value={String(columns[name])}
      onChange={(event) => {
        onChange({ ...columns, [name]: Number(event.target.value) });
      }}
    />
  );
  return (
    <Sides>
      {side('Front', 'front')}
      {side('Back', 'back')}
      <SelectField
        label="First line"
        options={[
          { value: 'card', label: 'A card' },
          { value: 'names', label: 'Column names' },
        ]}
        value={columns.hasHeader ? 'names' : 'card'}
        onChange={(event) => {
          onChange({ ...columns, hasHeader: event.target.value === 'names' });
        }}
      />
    </Sides>
  );
};

interface ColumnChange {
  columns: Columns;
  onChange: (columns: Columns) => void;
}

const encodingOptions = Object.entries(textEncodings).map(([value, label]) => ({ value, label }));

/** The encoding of a text file. Shown if the file is not in Unicode, or if the learner has chosen an encoding. */
const EncodingField = ({ preview, form }: ImportPreviewProps): ReactNode => {
  const { encoding, isEncodingCertain } = preview;
  if (encoding === undefined || (encoding.startsWith('utf') && form.encoding === undefined)) return null;
  return (
    <SelectField
      label="Encoding"
      hint={isEncodingCertain ? undefined : 'The encoding of this file is uncertain. If the letters below look wrong, choose another one.'}
      options={encodingOptions}
      value={encoding}
      onChange={(event) => {
        form.setEncoding(event.target.value as TextEncodingName);
      }}
    />
  );
};

export interface ImportPreviewProps {
  preview: DeckImportPreview;
  form: Pick<ImportForm, 'columns' | 'setColumns' | 'encoding' | 'setEncoding'>;
}

/** Preview of an import: the decks and first cards, the skipped cards, and for a text file the columns of front and back. */
export const ImportPreview = ({ preview, form }: ImportPreviewProps): ReactNode => {
  const { columns, setColumns } = form;
  const { table, skipped } = preview;
  const chosen = table && columns;
  const isAsFound = !chosen || (chosen.front === table.front && chosen.back === table.back && chosen.hasHeader === table.hasHeader);
  const cards = isAsFound || !table ? preview.cards : cardsWith(table, chosen);
  return (
    <>
      <Summary role="status">{summaryOf(preview)}</Summary>
      {chosen && <ColumnFields table={table} columns={chosen} onChange={setColumns} />}
      <EncodingField preview={preview} form={form} />
      <Cards tabIndex={0} role="region" aria-label="First cards">
        <table>
          <caption>First cards</caption>
          <thead>
            <tr>
              <th scope="col">Front</th>
              <th scope="col">Back</th>
            </tr>
          </thead>
          <tbody>
            {cards.map(({ front, back }, index) => (
              <tr key={index}>
                <td dir="auto">
                  <ItemText>{front}</ItemText>
                </td>
                <td dir="auto">
                  <ItemText>{back}</ItemText>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Cards>
      {skipped.length > 0 && (
        <Notice tone="neutral">
          Left out:
          <Skipped>
            {skipped.map(({ reason, count }) => (
              <li key={reason}>
                {reason}: {count}
              </li>
            ))}
          </Skipped>
        </Notice>
      )}
    </>
  );
};
