import type { Folder } from '@lectern/contracts';
import { formatDate } from '@lectern/platform';
import { Link } from '@lectern/platform/router';
import { Card, cardLink, CardMeta, CardTitle, Menu, Pencil, Trash2 } from '@lectern/ui';
import { memo, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { guideCount } from '../shared/guideCount';

const TitleLink = styled(Link)`
  ${cardLink}
`;

export interface FolderCardProps {
  folder: Folder;
  onRename: (folder: Folder) => void;
  onDelete: (folder: Folder) => void;
}

/** A folder's card in a list. The whole card opens the folder. */
export const FolderCard = memo(({ folder, onRename, onDelete }: FolderCardProps): ReactNode => (
  <Card
    isRaisable
    menu={
      <Menu
        title={folder.name}
        entries={[
          {
            label: 'Rename',
            icon: <Pencil aria-hidden />,
            onSelect: () => {
              onRename(folder);
            },
          },
          {
            label: 'Delete Folder',
            icon: <Trash2 aria-hidden />,
            isDestructive: true,
            onSelect: () => {
              onDelete(folder);
            },
          },
        ]}
      />
    }
  >
    <CardTitle>
      <TitleLink to={`/folders/${folder._id}`}>{folder.name}</TitleLink>
    </CardTitle>
    <CardMeta>
      <span>{guideCount(folder.studyMaterialCount)}</span>
      <span>Created {formatDate(folder.createdAt)}</span>
    </CardMeta>
  </Card>
));
