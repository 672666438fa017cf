import { Check, color, size, space, VisuallyHidden } from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { planDifferences, premiumPriceLine } from '../shared/planWords';

const Table = styled.table`
  width: 100%;
  table-layout: fixed;
  border-collapse: collapse;
  text-align: left;
  line-height: 1.45;
  thead th {
    padding-bottom: ${space[12]};
    font-size: ${size[16]};
    vertical-align: top;
  }
  thead span {
    display: block;
    font-size: ${size[14]};
    font-weight: 400;
    color: ${color['ink-soft']};
  }
  td {
    padding: ${space[12]} ${space[16]} ${space[12]} 0;
    border-top: 1px solid ${color.line};
    vertical-align: top;
    overflow-wrap: anywhere;
  }
  td:first-of-type {
    color: ${color['ink-soft']};
  }
  td > div {
    display: flex;
    gap: ${space[8]};
  }
  svg {
    flex: none;
    width: 18px;
    height: 18px;
    margin-top: 3px;
    color: ${color.success};
  }
`;

/** A table of the differences between the two plans. */
export const PlanComparison = (): ReactNode => (
  <Table>
    <thead>
      <tr>
        <th scope="col">
          Free <span>$0</span>
        </th>
        <th scope="col">
          Premium <span>{premiumPriceLine}</span>
        </th>
      </tr>
    </thead>
    <tbody>
      {planDifferences.map(({ name, free, premium }) => (
        <tr key={name}>
          <td>
            {free ?? (
              <>
                <VisuallyHidden>{name}: not included</VisuallyHidden>
                <span aria-hidden>–</span>
              </>
            )}
          </td>
          <td>
            <div>
              <Check aria-hidden />
              {premium}
            </div>
          </td>
        </tr>
      ))}
    </tbody>
  </Table>
);
