import { isAbsent } from '@lectern/platform';
import { Link, useParams } from '@lectern/platform/router';
import { Button, ErrorState, NotFoundState, PageHead, RadioField } from '@lectern/ui';
import { useState, type ReactNode } from 'react';
import { useDeck } from '../shared/studyQueries';
import { FoldCards, type CardSize } from './FoldCards';
import { PrintPage, PrintSkeleton } from './PrintPage';

const sizes = [
  { value: 'large', label: 'Large, 4 per page' },
  { value: 'small', label: 'Small, 10 per page' },
] as const;

/** The print page of a deck. */
export const PrintDeckScreen = (): ReactNode => {
  const { id = '' } = useParams();
  const { data: deck, error, isFetching, refetch } = useDeck(id);
  const [size, setSize] = useState<CardSize>('large');
  if (!deck) {
    if (isAbsent(error))
      return (
        <NotFoundState
          title="Deck Not Found"
          drawing="card"
          action={
            <Button as={Link} to="/quizzes?tab=flashcards" variant="secondary">
              Back to flashcards
            </Button>
          }
        >
          The deck you&apos;re looking for doesn&apos;t exist.
        </NotFoundState>
      );
    if (error)
      return (
        <>
          <PageHead title="Print" />
          <ErrorState onRetry={() => void refetch()} isRetrying={isFetching}>
            The deck could not be loaded.
          </ErrorState>
        </>
      );
    return <PrintSkeleton label="Loading the deck" />;
  }
  return (
    <PrintPage
      list={{ label: 'Flashcards', to: '/quizzes?tab=flashcards' }}
      title={deck.title}
      lead="Cut along the dashed lines, then fold along the dotted line in the middle: the front is on one side, the back on the other."
      choice={<RadioField label="Card size" options={sizes} value={size} onChange={setSize} />}
    >
      <FoldCards cards={deck.cards} language={deck.language} size={size} />
    </PrintPage>
  );
};
