import { Button, media, Menu, MoreHorizontal, Pencil, Plus, Upload, useMediaQuery } from '@lectern/ui';
import type { ReactNode } from 'react';
import type { ItemKind } from './itemWords';

const createLabels: Record<ItemKind, string> = { quiz: 'Create Quiz', deck: 'Create Flashcard Deck' };

export interface HeadActionsProps {
  kind: ItemKind;
  onCreate: () => void;
  onWriteOwn: () => void;
  onImport: () => void;
}

/**
 * The buttons that create a quiz or deck, at most one of them primary. On a phone the secondary ones collapse into a menu, so that the list
 * starts higher.
 */
export const HeadActions = ({ kind, onCreate, onWriteOwn, onImport }: HeadActionsProps): ReactNode => {
  const isPhone = useMediaQuery(media.small);
  const create = (
    <Button icon={<Plus aria-hidden />} onClick={onCreate}>
      {createLabels[kind]}
    </Button>
  );
  if (kind === 'quiz') return create;
  const others = [
    { label: 'Write Your Own', icon: <Pencil aria-hidden />, onSelect: onWriteOwn },
    { label: 'Import', icon: <Upload aria-hidden />, onSelect: onImport },
  ];
  if (isPhone)
    return (
      <>
        {create}
        <Menu
          title="Other ways to create a deck"
          entries={others}
          trigger={
            <Button variant="secondary" aria-label="Other ways to create a deck">
              <MoreHorizontal aria-hidden />
            </Button>
          }
        />
      </>
    );
  return (
    <>
      {others.map(({ label, icon, onSelect }) => (
        <Button key={label} variant="secondary" icon={icon} onClick={onSelect}>
          {label}
        </Button>
      ))}
      {create}
    </>
  );
};
