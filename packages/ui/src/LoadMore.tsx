import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { Button } from './Button';
import { space } from './tokens';

const Row = styled.div`
  display: flex;
  justify-content: center;
  margin-top: ${space[24]};
`;

export interface LoadMoreProps {
  /** An infinite query. */
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
}

/** The button below a list that has further pages. */
export const LoadMore = ({ query }: LoadMoreProps): ReactNode =>
  query.hasNextPage && (
    <Row>
      <Button variant="secondary" isBusy={query.isFetchingNextPage} busyLabel="Loading..." onClick={() => void query.fetchNextPage()}>
        Load more
      </Button>
    </Row>
  );
