import type { Report } from '@lectern/contracts';
import { plainItemText } from '@lectern/contracts/item-text';
import { confirmDeletion, isAbsent, type DeletionWords } from '@lectern/platform';
import { Flag, Menu, Pencil, Plus, Trash2, type MenuEntry } from '@lectern/ui';
import { useState, type ReactNode } from 'react';
import { ReportDialog } from './ReportDialog';

export interface ItemOptionsProps {
  kind: 'question' | 'card';
  itemId: string;
  /** The question, or the front of the card. */
  text: string;
  /** One-based. The menu is named "Options for question 3". */
  number: number;
  /** Whether the menu is disabled while the answers are being submitted. */
  isLocked?: boolean;
  /** Renders the dialog that edits the item, while it is open. */
  editDialog: (onClose: () => void) => ReactNode;
  report: (report: Report) => Promise<string>;
  remove: () => Promise<void>;
  /** Called if the item no longer exists, so that the page is out of date. */
  onAbsent: () => void;
  /** Opens the dialog for a new question or card. */
  onAdd: () => void;
  /** Additional entries, above the others. */
  entries?: readonly MenuEntry[];
}

interface Words {
  add: string;
  edit: string;
  report: string;
  remove: string;
  deletion: DeletionWords;
}

const words: Record<'question' | 'card', Words> = {
  question: {
    add: 'Write a Question',
    edit: 'Edit Question',
    report: 'Report Question',
    remove: 'Delete Question',
    deletion: {
      question: 'Are you sure you want to delete this question?',
      done: 'Question deleted successfully',
      failed: 'Failed to delete question',
    },
  },
  card: {
    add: 'Write a Card',
    edit: 'Edit Card',
    report: 'Report Card',
    remove: 'Delete Card',
    deletion: {
      question: 'Are you sure you want to delete this card?',
      done: 'Card deleted successfully',
      failed: 'Failed to delete card',
    },
  },
};

/** Maximum length of a text in a confirmation, in characters. Longer text is truncated. */
const longestName = 100;

/** Describes what is deleted. */
const detailsOf = (markedText: string): string => {
  const text = plainItemText(markedText);
  const name = text.length > longestName ? `${text.slice(0, longestName).trimEnd()}…` : text;
  return `“${name}” is deleted with its review schedule. What you reviewed stays in your statistics.`;
};

/** The menu's entries, all of them disabled while the item is locked. */
const menuEntries = (
  text: Words,
  isDisabled: boolean,
  select: { add: () => void; edit: () => void; report: () => void; remove: () => void },
): MenuEntry[] => [
  { label: text.edit, icon: <Pencil aria-hidden />, isDisabled, onSelect: select.edit },
  { label: text.add, icon: <Plus aria-hidden />, isDisabled, onSelect: select.add },
  { label: text.report, icon: <Flag aria-hidden />, isDisabled, onSelect: select.report },
  { label: text.remove, icon: <Trash2 aria-hidden />, isDestructive: true, isDisabled, onSelect: select.remove },
];

/** The menu of a single question or card: edit, report, delete. */
export const ItemOptions = (props: ItemOptionsProps): ReactNode => {
  const {
    kind,
    itemId,
    text: itemText,
    number,
    isLocked = false,
    editDialog,
    report,
    remove,
    onAbsent,
    onAdd,
    entries: further = [],
  } = props;
  const [open, setOpen] = useState<'edit' | 'report'>();
  const text = words[kind];
  const close = (): void => {
    setOpen(undefined);
  };
  /** Runs a call. Calls `onAbsent` if the item no longer exists. */
  const noticeAbsence = async <Result,>(action: () => Promise<Result>): Promise<Result> => {
    try {
      return await action();
    } catch (error) {
      if (isAbsent(error)) onAbsent();
      throw error;
    }
  };
  const entries = menuEntries(text, isLocked, {
    add: onAdd,
    edit: () => {
      setOpen('edit');
    },
    report: () => {
      setOpen('report');
    },
    remove: () => void confirmDeletion({ ...text.deletion, details: detailsOf(itemText) }, () => noticeAbsence(remove)),
  });
  return (
    <>
      <Menu title={`${kind} ${String(number)}`} entries={[...further, ...entries]} />
      {open === 'edit' && editDialog(close)}
      <ReportDialog
        kind={kind}
        itemId={itemId}
        isOpen={open === 'report'}
        onClose={close}
        send={(given) => noticeAbsence(() => report(given))}
      />
    </>
  );
};
