import { calls } from '@lectern/contracts';
import { call, usePageTitle, useSharedPage } from '@lectern/platform';
import { useParams } from '@lectern/platform/router';
import { TextSkeleton, VisuallyHidden } from '@lectern/ui';
import { useCallback, type ReactNode } from 'react';
import { libraryChanges } from '../shared/libraryChanges';
import { SharedGuideView, SharedSheet } from './SharedGuideView';
import { SharedLinkProblem } from './SharedLinkProblem';
import { useSharedGuide } from './sharedQueries';

/** A guide that its owner shares, for anyone with the link. */
export const SharedGuideScreen = (): ReactNode => {
  const { secret = '' } = useParams();
  const query = useSharedGuide(secret);
  const { data: guide, isPending, refetch } = query;
  usePageTitle(guide?.title ?? 'Shared study guide');
  const page = useSharedPage({
    kind: 'guide',
    secret,
    copy: async (idempotencyKey) => {
      const copied = await call(calls.copySharedGuide, { path: { secret }, idempotencyKey });
      libraryChanges.guideCreated(copied);
      return `/study-materials/${copied._id}`;
    },
  });
  const readAgain = useCallback(async () => (await refetch()).data, [refetch]);
  if (!guide && !isPending) return <SharedLinkProblem query={query} />;
  return (
    <SharedSheet>
      {guide ? (
        <SharedGuideView id={secret} guide={guide} readAgain={readAgain} page={page} />
      ) : (
        <>
          <VisuallyHidden as="h1">Shared study guide</VisuallyHidden>
          <TextSkeleton label="Loading study guide" lines={24} />
        </>
      )}
    </SharedSheet>
  );
};
