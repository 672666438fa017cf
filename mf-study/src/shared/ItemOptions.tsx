import type { Report } from '@lectern/contracts';
import { confirm, isAbsent, reportError, toast } from '@lectern/platform';
import { Flag, Menu, Pencil, Trash2 } from '@lectern/ui';
import { useState, type ReactNode } from 'react';
import { ReportDialog } from './ReportDialog';

export interface ItemOptionsProps {
  kind: 'question' | 'card';
  itemId: string;
  /** Counted from 1: the menu is named "Options for question 3". */
  number: number;
  /** Nothing may change now: the answers are on their way. */
  isLocked?: boolean;
  /** The dialog to change the words; drawn while it is open. */
  editDialog: (onClose: () => void) => ReactNode;
  report: (report: Report) => Promise<string>;
  remove: () => Promise<void>;
  /** It was gone already: what is on screen is old. */
  onAbsent: () => void;
}

const words = {
  question: {
    edit: 'Edit Question',
    report: 'Report Question',
    remove: 'Delete Question',
    sure: 'Are you sure you want to delete this question?',
    removed: 'Question deleted successfully',
    notRemoved: 'Failed to delete question',
  },
  card: {
    edit: 'Edit Card',
    report: 'Report Card',
    remove: 'Delete Card',
    sure: 'Are you sure you want to delete this card?',
    removed: 'Card deleted successfully',
    notRemoved: 'Failed to delete card',
  },
} as const;

/** What a learner can do about a single question or card: change it, say what is wrong with it, take it out. */
export const ItemOptions = ({
  kind,
  itemId,
  number,
  isLocked = false,
  editDialog,
  report,
  remove,
  onAbsent,
}: ItemOptionsProps): ReactNode => {
  const [open, setOpen] = useState<'edit' | 'report'>();
  const text = words[kind];
  const close = (): void => {
    setOpen(undefined);
  };
  /** What to do about it is the same whatever was tried: what is on screen is old. */
  const noticing = async <Result,>(action: () => Promise<Result>): Promise<Result> => {
    try {
      return await action();
    } catch (error) {
      if (isAbsent(error)) onAbsent();
      throw error;
    }
  };
  const askAndRemove = async (): Promise<void> => {
    if (!(await confirm({ question: text.sure, confirmLabel: 'Delete', isDestructive: true }))) return;
    try {
      await noticing(remove);
      toast.success(text.removed);
    } catch (error) {
      reportError(error, text.notRemoved);
    }
  };
  return (
    <>
      <Menu
        title={`${kind} ${String(number)}`}
        entries={[
          {
            label: text.edit,
            icon: <Pencil aria-hidden />,
            isDisabled: isLocked,
            onSelect: () => {
              setOpen('edit');
            },
          },
          {
            label: text.report,
            icon: <Flag aria-hidden />,
            isDisabled: isLocked,
            onSelect: () => {
              setOpen('report');
            },
          },
          {
            label: text.remove,
            icon: <Trash2 aria-hidden />,
            isDestructive: true,
            isDisabled: isLocked,
            onSelect: () => void askAndRemove(),
          },
        ]}
      />
      {open === 'edit' && editDialog(close)}
      <ReportDialog
        kind={kind}
        itemId={itemId}
        isOpen={open === 'report'}
        onClose={close}
        send={(given) => noticing(() => report(given))}
      />
    </>
  );
};
