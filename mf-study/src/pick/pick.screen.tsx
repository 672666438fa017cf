import { errorText, isAbsent, isSessionOver, usePageTitle } from '@lectern/platform';
import { useParams } from '@lectern/platform/router';
import { ErrorState, TextSkeleton } from '@lectern/ui';
import { useMemo, type ReactNode } from 'react';
import { FocusPage } from '../shared/FocusPage';
import { NothingToPick, PickList } from './PickList';
import { useGuide, useSuggestions } from './pickQueries';

/** "Pick what to ask": the learner makes cards and questions from a guide's terms and key statements. */
export const PickScreen = (): ReactNode => {
  const { id = '' } = useParams();
  usePageTitle('Pick what to ask');
  const guide = useGuide(id);
  const suggestions = useSuggestions(id);
  const pages = suggestions.data?.pages;
  const items = useMemo(() => pages?.flatMap((page) => page.items) ?? [], [pages]);
  if (guide.data && pages) {
    const picked = { id, title: guide.data.title };
    return items.length === 0 ? <NothingToPick guide={picked} /> : <PickList key={id} guide={picked} items={items} query={suggestions} />;
  }
  const error = guide.error ?? suggestions.error;
  return (
    <FocusPage closeTo={isAbsent(error) ? '/study-materials' : `/study-materials/${id}`} title="Pick what to ask">
      {error === null || isSessionOver(error) ? (
        <TextSkeleton label="Looking for terms and key statements" lines={8} />
      ) : (
        <ErrorState
          isRetrying={guide.isFetching || suggestions.isFetching}
          {...(!isAbsent(error) && {
            onRetry: () => {
              void guide.refetch();
              void suggestions.refetch();
            },
          })}
        >
          {errorText(error, 'The terms of this guide could not be loaded.')}
        </ErrorState>
      )}
    </FocusPage>
  );
};
