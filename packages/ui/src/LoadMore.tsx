import { useEffect, useRef, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { Button } from './Button';
import { color, size, space } from './tokens';

const Row = styled.div`
  display: grid;
  justify-items: center;
  gap: ${space[8]};
  margin-top: ${space[24]};
  p {
    font-size: ${size[14]};
    color: ${color['ink-soft']};
  }
`;

/** How far below the screen the list's end may be when the next page is asked for: more than a screen, so that nobody waits. */
const reach = '1200px';

export interface LoadMoreProps {
  /** An infinite query. */
  query: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError?: boolean;
    fetchNextPage: () => Promise<unknown>;
  };
}

/**
 * Below a list that has further pages: the next one loads by itself when the list's end comes near. The button is the way for the keyboard,
 * after a failure, and where the browser cannot watch.
 */
export const LoadMore = ({ query }: LoadMoreProps): ReactNode => {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError = false, fetchNextPage } = query;
  const row = useRef<HTMLDivElement>(null);
  const isReady = hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  useEffect(() => {
    const end = row.current;
    if (!isReady || !end || typeof IntersectionObserver === 'undefined') return;
    // Made anew after each page: an end that is still near is told again.
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        void fetchNextPage();
      },
      { rootMargin: `0px 0px ${reach} 0px` },
    );
    observer.observe(end);
    return () => {
      observer.disconnect();
    };
  }, [isReady, fetchNextPage]);
  return (
    hasNextPage && (
      <Row ref={row}>
        {isFetchNextPageError && <p role="alert">The rest of the list could not be loaded.</p>}
        <Button variant="secondary" isBusy={isFetchingNextPage} busyLabel="Loading..." onClick={() => void fetchNextPage()}>
          Load more
        </Button>
      </Row>
    )
  );
};
