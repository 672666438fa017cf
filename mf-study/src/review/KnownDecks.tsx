import type { ReviewSummary } from '@lectern/contracts';
import { Link } from '@lectern/platform/router';
import { color, measure, media, ProgressBar, size, space } from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { ItemTitle } from '../shared/ItemTitle';
import { splitTitle } from '../shared/text';
import { percentOf } from './reviewWords';

const Table = styled.table`
  width: 100%;
  border-collapse: collapse;
  font-size: ${size[14]};
  font-variant-numeric: tabular-nums;
  th,
  td {
    padding: ${space[8]} 0 ${space[8]} ${space[12]};
    border-top: 1px solid ${color.line};
    text-align: right;
    font-weight: 400;
  }
  th:first-child {
    padding-left: 0;
    text-align: left;
    overflow-wrap: anywhere;
  }
  thead th {
    border-top: 0;
    font-weight: 600;
    color: ${color['ink-faint']};
  }
  tbody th a {
    display: inline-flex;
    align-items: center;
    min-height: ${measure.target};
  }
  .known {
    width: 38%;
    > div {
      margin-top: ${space[4]};
    }
  }
  @media ${media.small} {
    .known {
      width: 26%;
    }
  }
`;

/** The decks, sorted by how well they are known, weakest first. */
export const KnownDecks = ({ decks }: { decks: ReviewSummary['decks'] }): ReactNode => (
  <Table>
    <thead>
      <tr>
        <th scope="col">Deck</th>
        <th scope="col">Due</th>
        <th scope="col">New</th>
        <th scope="col">Known</th>
      </tr>
    </thead>
    <tbody>
      {[...decks]
        .sort((one, other) => one.known - other.known)
        .map(({ deckId, title, due, new: fresh, known }) => (
          <tr key={deckId}>
            <th scope="row">
              <Link to={`/review?deckId=${deckId}`}>
                <ItemTitle title={title} />
              </Link>
            </th>
            <td>{due}</td>
            <td>{fresh}</td>
            <td className="known">
              {percentOf(known)}%
              <ProgressBar isThin label={`${splitTitle(title)[1]}: ${String(percentOf(known))}% known`} percent={known * 100} />
            </td>
          </tr>
        ))}
    </tbody>
  </Table>
);
