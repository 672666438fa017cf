import { VisuallyHidden } from '@lectern/ui';
import type { ReactNode } from 'react';

export interface DataTableProps {
  /** The table's caption, which describes the figures. */
  caption: string;
  columns: readonly string[];
  /** The first cell of each row is its heading. */
  rows: readonly (readonly [heading: string, ...cells: string[]])[];
}

/** A chart's figures as a table for screen readers. */
export const DataTable = ({ caption, columns, rows }: DataTableProps): ReactNode => (
  <VisuallyHidden as="div">
    <table>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([heading, ...cells]) => (
          <tr key={heading}>
            <th scope="row">{heading}</th>
            {cells.map((cell, index) => (
              <td key={index}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </VisuallyHidden>
);
