import { counted, mostAtOnce } from '@lectern/contracts';
import { confirmDeletion, reportError, toast, useDeferredDeletion, useSelection, type DeletionWords } from '@lectern/platform';
import { SelectionBar, useUndoLine } from '@lectern/ui';
import { useState, type ReactNode } from 'react';
import { studyChanges } from '../shared/studyChanges';
import type { ItemCardActions } from './ItemCard';
import type { ItemKind } from './itemWords';
import { RenameDialog } from './RenameDialog';

interface ListedItem {
  _id: string;
  title: string;
}

/** What can be done to the items of a list, and in which words. */
interface ListRules {
  rename: string;
  deletion: DeletionWords;
  /** 'quiz', 'quizzes' */
  names: readonly [one: string, many: string];
  renamed: (id: string, title: string) => Promise<void>;
  copy: (id: string, idempotencyKey: string) => Promise<void>;
  remove: (id: string) => Promise<void>;
  /** @returns how many could not be deleted */
  removeMany: (ids: readonly string[]) => Promise<number>;
}

const rules: Record<ItemKind, ListRules> = {
  quiz: {
    rename: 'Rename Quiz',
    deletion: {
      question: 'Are you sure you want to delete this quiz?',
      done: 'Quiz deleted successfully',
      failed: 'Failed to delete quiz',
    },
    names: ['quiz', 'quizzes'],
    renamed: (id, title) => studyChanges.quizRenamed(id, title),
    copy: (id, key) => studyChanges.copyQuiz(id, key),
    remove: (id) => studyChanges.deleteQuiz(id),
    removeMany: (ids) => studyChanges.deleteQuizzes(ids),
  },
  deck: {
    rename: 'Rename Deck',
    deletion: {
      question: 'Are you sure you want to delete this flashcard deck?',
      done: 'Flashcard deck deleted successfully',
      failed: 'Failed to delete flashcard deck',
    },
    names: ['flashcard deck', 'flashcard decks'],
    renamed: (id, title) => studyChanges.deckRenamed(id, title),
    copy: (id, key) => studyChanges.copyDeck(id, key),
    remove: (id) => studyChanges.deleteDeck(id),
    removeMany: (ids) => studyChanges.deleteDecks(ids),
  },
};

/** One copy for each click, however often the call has to be repeated. */
const copyItem = async (copy: ListRules['copy'], id: string): Promise<void> => {
  try {
    await copy(id, crypto.randomUUID());
    toast.success('Duplicated successfully');
  } catch (error) {
    reportError(error, 'Failed to duplicate');
  }
};

/** Deletes and says what could not be deleted. */
const deleteMany = async ({ names: [one, many], removeMany }: ListRules, ids: readonly string[]): Promise<void> => {
  try {
    const failed = await removeMany(ids);
    if (failed > 0) toast.error(`${counted(failed, one, many)} could not be deleted.`);
  } catch (error) {
    reportError(error, `Failed to delete ${many}`);
  }
};

export interface ListActions {
  /** The same object at every render. */
  actions: ItemCardActions<ListedItem>;
  /** Ids of the chosen items; undefined while nothing is being chosen. */
  selected: ReadonlySet<string> | undefined;
  /** Ids of the items that are being deleted. */
  hidden: ReadonlySet<string>;
  /** The dialog and the bar that belong to the list. */
  overlays: ReactNode;
}

/** Renaming, copying, choosing and deleting the items of a list. */
export const useListActions = (kind: ItemKind): ListActions => {
  const list = rules[kind];
  const [renaming, setRenaming] = useState<ListedItem>();
  const { selected, toggle, end } = useSelection();
  const [actions] = useState<ItemCardActions<ListedItem>>(() => ({
    onRename: setRenaming,
    onCopy: ({ _id }) => void copyItem(list.copy, _id),
    onDelete: ({ _id }) => void confirmDeletion(list.deletion, () => list.remove(_id)),
    onSelect: ({ _id }) => {
      toggle(_id);
    },
  }));
  const { undoLine, line } = useUndoLine();
  const { clear } = undoLine;
  const [removeMany] = useState(() => (ids: readonly string[]) => {
    clear();
    return deleteMany(list, ids);
  });
  const deletion = useDeferredDeletion(removeMany);
  const removeSelected = (): void => {
    const ids = [...(selected ?? [])];
    end();
    deletion.start(ids);
    undoLine.offer(`${counted(ids.length, ...list.names)} deleted.`, () => {
      deletion.undo();
      return Promise.resolve(true);
    });
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
      {selected && <SelectionBar count={selected.size} most={mostAtOnce} onDelete={removeSelected} onCancel={end} />}
      {line}
    </>
  );
  return { actions, selected, hidden: deletion.hidden, overlays };
};
