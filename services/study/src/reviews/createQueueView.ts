import type { QueuedReview } from '@lectern/contracts';
import { maybeYield } from '@lectern/document-store';
import type { ItemViews } from './createItemViews.ts';
import type { LoadSmoothing } from './createLoadSmoothing.ts';
import { createPreviews, type PreviewContext } from './createPreviews.ts';
import type { ReviewItemDocument } from './reviewCollections.ts';
import { shuffledOptions } from './shuffledOptions.ts';

export interface QueueViewDependencies {
  views: ItemViews;
  smoothing: LoadSmoothing;
}

/** Shows chosen items of a queue with what is needed to review them: when they come back after each rating, and options in a new order. */
export function createQueueView({ views, smoothing }: QueueViewDependencies) {
  const previewsFor = createPreviews(smoothing);

  return async (userId: string, chosen: readonly ReviewItemDocument[], context: PreviewContext): Promise<QueuedReview[]> => {
    const previewOf = previewsFor(userId, context);
    const queued: QueuedReview[] = [];
    for (const { item, view } of await views(userId, chosen)) {
      await maybeYield();
      const { lapses: _lapses, ...shown } = view;
      const preview = await previewOf(item);
      queued.push(
        shown.kind === 'card'
          ? { ...shown, preview }
          : { ...shown, preview, options: shuffledOptions(shown.options, `${item._id}:${item.reps}`) },
      );
    }
    return queued;
  };
}
