import { calls } from '@lectern/contracts';
import { call } from '@lectern/platform';
import { useQuery } from '@lectern/platform/query';

const sharedKey = (kind: 'guide' | 'folder', secret: string): string[] => ['shared', kind, secret];

export const useSharedGuide = (secret: string) =>
  useQuery({
    queryKey: sharedKey('guide', secret),
    queryFn: ({ signal }) => call(calls.showSharedGuide, { path: { secret }, signal }),
    // Each read counts as an opening.
    staleTime: Infinity,
  });

export const useSharedFolder = (secret: string) =>
  useQuery({
    queryKey: sharedKey('folder', secret),
    queryFn: ({ signal }) => call(calls.showSharedFolder, { path: { secret }, signal }),
    staleTime: Infinity,
  });

export const useSharedFolderGuide = (secret: string, materialId: string) =>
  useQuery({
    queryKey: [...sharedKey('folder', secret), materialId],
    queryFn: ({ signal }) => call(calls.showSharedFolderGuide, { path: { secret, materialId }, signal }),
    staleTime: Infinity,
  });
