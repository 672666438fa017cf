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

/** How far below the screen the list's end may be when the next page is loaded. More than a screen, so that scrolling does not wait. */
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
 * Loads the next page of a list when its end comes near. The button is for the keyboard, after a failure, and for browsers without
 * `IntersectionObserver`.
 */
export const LoadMore = ({ query }: LoadMoreProps): ReactNode => {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError = false, fetchNextPage } = query;
  const row = useRef<HTMLDivElement>(null);
  const isReady = hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  useEffect(() => {
    const end = row.current;
    if (!isReady || !end || typeof IntersectionObserver === 'undefined') return;
    // A new observer after each page reports again if the end is still near.
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
