import { counted, mostAtOnce } from '@lectern/contracts';
import { reportError, toast, useSelection, useUndoableDeletion } from '@lectern/platform';
import { SelectionBar, useUndoLine } from '@lectern/ui';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { ShareItemDialog } from '../sharing/ShareItemDialog';
import { studyChanges } from '../shared/studyChanges';
import { deletionWords, type ListedItem } from './deletionWords';
import type { ItemCardActions } from './ItemCard';
import type { ItemKind } from './itemWords';
import { RenameDialog } from './RenameDialog';

/** The calls and texts for the actions of a list. */
interface ListRules {
  rename: string;
  /** Messages after a deletion. */
  deleted: string;
  notDeleted: string;
  /** Such as 'quiz' and 'quizzes'. */
  names: readonly [one: string, many: string];
  renamed: (id: string, title: string) => Promise<void>;
  copy: (id: string, idempotencyKey: string) => Promise<void>;
  remove: (id: string) => Promise<void>;
  /** @returns how many items could not be deleted */
  removeMany: (ids: readonly string[]) => Promise<number>;
}

const rules: Record<ItemKind, ListRules> = {
  quiz: {
    rename: 'Rename Quiz',
    deleted: 'Quiz deleted successfully',
    notDeleted: 'Failed to delete quiz',
    names: ['quiz', 'quizzes'],
    renamed: (id, title) => studyChanges.quizRenamed(id, title),
    copy: (id, key) => studyChanges.copyQuiz(id, key),
    remove: (id) => studyChanges.deleteQuiz(id),
    removeMany: (ids) => studyChanges.deleteQuizzes(ids),
  },
  deck: {
    rename: 'Rename Deck',
    deleted: 'Flashcard deck deleted successfully',
    notDeleted: 'Failed to delete flashcard deck',
    names: ['flashcard deck', 'flashcard decks'],
    renamed: (id, title) => studyChanges.deckRenamed(id, title),
    copy: (id, key) => studyChanges.copyDeck(id, key),
    remove: (id) => studyChanges.deleteDeck(id),
    removeMany: (ids) => studyChanges.deleteDecks(ids),
  },
};

/** Creates one copy per click, even if the call is retried. */
const copyItem = async (copy: ListRules['copy'], id: string): Promise<void> => {
  try {
    await copy(id, crypto.randomUUID());
    toast.success('Duplicated successfully');
  } catch (error) {
    reportError(error, 'Failed to duplicate');
  }
};

/** Deletes items and reports those that could not be deleted. */
const deleteItems = async ({ names: [one, many], notDeleted, remove, removeMany }: ListRules, ids: readonly string[]): Promise<void> => {
  const [id, ...others] = ids;
  if (id === undefined) return;
  try {
    if (others.length === 0) await remove(id);
    else {
      const failed = await removeMany(ids);
      if (failed > 0) toast.error(`${counted(failed, one, many)} could not be deleted.`);
    }
  } catch (error) {
    reportError(error, others.length === 0 ? notDeleted : `Failed to delete ${many}`);
  }
};

export interface ListActions {
  /** Referentially stable. */
  actions: ItemCardActions<ListedItem>;
  /** Ids of the selected items; undefined outside selection mode. */
  selected: ReadonlySet<string> | undefined;
  /** Ids of items whose deletion is pending. */
  hidden: ReadonlySet<string>;
  /** The dialog and the selection bar. */
  overlays: ReactNode;
}

/** Deletes items after a confirmation, and offers "Undo". */
const useListDeletion = (
  kind: ItemKind,
): { hidden: ReadonlySet<string>; remove: (items: readonly ListedItem[]) => Promise<boolean>; line: ReactNode } => {
  const list = rules[kind];
  const { undoLine, line } = useUndoLine();
  const [removeItems] = useState(() => (ids: readonly string[]) => deleteItems(list, ids));
  const { hidden, ask } = useUndoableDeletion(removeItems, undoLine);
  const remove = (items: readonly ListedItem[]): Promise<boolean> =>
    ask({
      ids: items.map(({ _id }) => _id),
      ...deletionWords(kind, items),
      done: items.length === 1 ? list.deleted : `${counted(items.length, ...list.names)} deleted.`,
    });
  return { hidden, remove, line };
};

/** Renames, copies, selects and deletes the items of a list. */
export const useListActions = (kind: ItemKind): ListActions => {
  const list = rules[kind];
  const [renaming, setRenaming] = useState<ListedItem>();
  const [sharing, setSharing] = useState<ListedItem>();
  const { selected, toggle, end } = useSelection();
  // Includes the titles, which the confirmation before a deletion lists.
  const [chosen, setChosen] = useState<ReadonlyMap<string, ListedItem>>(new Map());
  const { hidden, remove, line } = useListDeletion(kind);
  const removeLatest = useRef(remove);
  useEffect(() => {
    removeLatest.current = remove;
  });
  const [actions] = useState<ItemCardActions<ListedItem>>(() => ({
    onRename: setRenaming,
    onShare: setSharing,
    onCopy: ({ _id }) => void copyItem(list.copy, _id),
    onDelete: (item) => void removeLatest.current([item]),
    onSelect: (item) => {
      toggle(item._id);
      setChosen((before) => new Map(before).set(item._id, item));
    },
  }));
  const removeSelected = async (): Promise<void> => {
    const items = [...(selected ?? [])].flatMap((id) => chosen.get(id) ?? []);
    if (await remove(items)) end();
  };
  const overlays = (
    <>
      {renaming && (
        <RenameDialog
          heading={list.rename}
          itemId={renaming._id}
          title={renaming.title}
          save={(title) => list.renamed(renaming._id, title)}
          onClose={() => {
            setRenaming(undefined);
          }}
        />
      )}
      {sharing && (
        <ShareItemDialog
          kind={kind}
          id={sharing._id}
          title={sharing.title}
          onClose={() => {
            setSharing(undefined);
          }}
        />
      )}
      {selected && <SelectionBar count={selected.size} most={mostAtOnce} onDelete={() => void removeSelected()} onCancel={end} />}
      {line}
    </>
  );
  return { actions, selected, hidden, overlays };
};
