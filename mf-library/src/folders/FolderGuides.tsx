import type { FolderDetail, StudyMaterialListItem } from '@lectern/contracts';
import { CardList, FolderMinus } from '@lectern/ui';
import { memo, useMemo, type ReactNode } from 'react';
import { GuideCard } from '../guides/GuideCard';
import { trimmed } from '../shared/trimmed';

interface FolderGuideProps {
  guide: StudyMaterialListItem;
  folderId: string;
  onRemove: (guide: StudyMaterialListItem) => void;
}

/** Memoised: rendered again only when the guide changes. */
const FolderGuide = memo(({ guide, folderId, onRemove }: FolderGuideProps): ReactNode => (
  <GuideCard
    guide={guide}
    text={trimmed(guide.processedContent.overview)}
    fromFolder={folderId}
    entries={[
      {
        label: 'Remove from Folder',
        icon: <FolderMinus aria-hidden />,
        onSelect: () => {
          onRemove(guide);
        },
      },
    ]}
  />
));

export interface FolderGuidesProps {
  folder: FolderDetail;
  /** The filter text in lower case. Empty shows all guides. */
  wanted: string;
  onRemove: (guide: StudyMaterialListItem) => void;
}

/** The guides of a folder. The folder's response has all of them, so they are filtered in the browser. */
export const FolderGuides = ({ folder, wanted, onRemove }: FolderGuidesProps): ReactNode => {
  const { materials } = folder;
  const found = useMemo(
    () => materials.filter(({ title, processedContent }) => `${title}\n${processedContent.overview}`.toLowerCase().includes(wanted)),
    [materials, wanted],
  );
  return (
    <CardList
      items={found}
      isSearching={materials.length > 0}
      empty={{
        drawing: 'folder',
        title: 'This folder is empty',
        children: 'Keep the guides of a course or a topic here.',
      }}
      noMatch={{ title: 'No study guides found', children: 'No title or overview in this folder contains this text.' }}
    >
      {(guide) => <FolderGuide guide={guide} folderId={folder._id} onRemove={onRemove} />}
    </CardList>
  );
};
