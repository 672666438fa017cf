import { calls } from '@lectern/contracts';
import { call, useShareLink, type ShareCalls } from '@lectern/platform';
import { ShareDialog } from '@lectern/ui';
import type { ReactNode } from 'react';
import { folderKey, guideKey } from '../shared/libraryKeys';

interface SharedThingProps {
  id: string;
  title: string;
  onClose: () => void;
}

const guideShare = (id: string): ShareCalls => ({
  read: (signal) => call(calls.getGuideShare, { path: { id }, signal }),
  create: (body, idempotencyKey) => call(calls.createGuideShare, { path: { id }, body, idempotencyKey }),
  end: () => call(calls.deleteGuideShare, { path: { id } }),
});

const folderShare = (id: string): ShareCalls => ({
  read: (signal) => call(calls.getFolderShare, { path: { id }, signal }),
  create: (body, idempotencyKey) => call(calls.createFolderShare, { path: { id }, body, idempotencyKey }),
  end: () => call(calls.deleteFolderShare, { path: { id } }),
});

/** The dialog that shares a guide. */
export const ShareGuideDialog = ({ id, title, onClose }: SharedThingProps): ReactNode => (
  <ShareDialog isOpen what="study guide" title={title} onClose={onClose} {...useShareLink(guideKey(id), guideShare(id))} />
);

/** The dialog that shares a folder. */
export const ShareFolderDialog = ({ id, title, onClose }: SharedThingProps): ReactNode => (
  <ShareDialog isOpen what="folder" title={title} onClose={onClose} {...useShareLink(folderKey(id), folderShare(id))} />
);
