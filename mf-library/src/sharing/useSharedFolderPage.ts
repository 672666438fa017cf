import { calls, counted } from '@lectern/contracts';
import { call, queryKeys, toast, useSharedPage, type SharedPage } from '@lectern/platform';
import { useQueryClient } from '@lectern/platform/query';

/** The actions of a shared folder, and of a guide in it: copying takes the whole folder. */
export const useSharedFolderPage = (secret: string): SharedPage => {
  const client = useQueryClient();
  return useSharedPage({
    kind: 'folder',
    secret,
    copy: async (idempotencyKey) => {
      const { _id, skipped } = await call(calls.copySharedFolder, { path: { secret }, idempotencyKey, hasOwnProgress: true });
      void client.invalidateQueries({ queryKey: queryKeys.folders });
      void client.invalidateQueries({ queryKey: queryKeys.studyMaterials });
      for (const { reason, count } of skipped) toast.error(`${counted(count, 'guide was', 'guides were')} not copied. ${reason}`);
      return `/folders/${_id}`;
    },
  });
};
