import type { ShareLink, ShareLinkRequest } from '@lectern/contracts';
import { useQuery, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import { isAbsent } from './ApiError';
import { reportError } from './reportError';
import { useIdempotencyKey } from './useIdempotencyKey';

/** The calls for the link of a guide, folder, quiz or deck. */
export interface ShareCalls {
  read: (signal: AbortSignal) => Promise<ShareLink>;
  create: (request: ShareLinkRequest, idempotencyKey: string) => Promise<ShareLink>;
  end: () => Promise<unknown>;
}

export interface ShareLinkView {
  /** `null` if it is not shared; undefined while loading, and after a failure. */
  link: ShareLink | null | undefined;
  hasFailed: boolean;
  onRetry: () => void;
  isBusy: boolean;
  /** Makes a link, in place of the present one. */
  onCreate: (request: ShareLinkRequest) => Promise<void>;
  onEnd: () => Promise<void>;
}

/**
 * The link of something that a learner shares, for `ShareDialog`. Capability `shared-pages/1`.
 *
 * @param key - the query key of the thing
 */
export const useShareLink = (key: QueryKey, { read, create, end }: ShareCalls): ShareLinkView => {
  const client = useQueryClient();
  const queryKey = [...key, 'share'];
  const { keyFor, done } = useIdempotencyKey();
  const [isBusy, setIsBusy] = useState(false);
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<ShareLink | null> => {
      try {
        return await read(signal);
      } catch (error) {
        if (isAbsent(error)) return null;
        throw error;
      }
    },
    // Its counts change.
    staleTime: 0,
  });
  const change = async (work: () => Promise<ShareLink | null>, problem: string): Promise<void> => {
    setIsBusy(true);
    try {
      client.setQueryData(queryKey, await work());
    } catch (error) {
      reportError(error, problem);
    } finally {
      setIsBusy(false);
    }
  };
  return {
    link: query.data,
    hasFailed: query.isError && query.data === undefined,
    onRetry: () => void query.refetch(),
    isBusy: isBusy || (query.isFetching && query.data === undefined),
    onCreate: (request) =>
      change(async () => {
        const link = await create(request, keyFor(request));
        done();
        return link;
      }, 'Failed to make the link'),
    onEnd: () =>
      change(async () => {
        await end();
        return null;
      }, 'Failed to end the link'),
  };
};
