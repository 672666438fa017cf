import { confirm } from '@lectern/platform';
import { CalendarClock, Menu, Pause, Pencil, RotateCcw, Undo2, type MenuEntry } from '@lectern/ui';
import type { ReactNode } from 'react';

export interface ReviewMenuProps {
  kind: 'card' | 'question';
  canUndo: boolean;
  onUndo: () => void;
  onEdit: () => void;
  onSuspend: () => void;
  onBury: () => void;
  onForget: () => void;
  /** Returns the card or question, which receives focus when the menu closes, so that keys act on it. */
  itemElement: () => HTMLElement | null | undefined;
}

const forgetQuestion = (kind: string): string =>
  `Are you sure you want to forget the schedule of this ${kind}? It will start again as new.`;

/** The options menu of the item on screen. */
export const ReviewMenu = ({ kind, canUndo, onUndo, onEdit, onSuspend, onBury, onForget, itemElement }: ReviewMenuProps): ReactNode => {
  const forget = async (): Promise<void> => {
    if (await confirm({ question: forgetQuestion(kind), confirmLabel: 'Forget', isDestructive: true })) onForget();
  };
  const entries: MenuEntry[] = [
    { label: kind === 'card' ? 'Edit Card' : 'Edit Question', icon: <Pencil aria-hidden />, onSelect: onEdit },
    { label: 'Bury until tomorrow', icon: <CalendarClock aria-hidden />, onSelect: onBury },
    { label: 'Suspend', icon: <Pause aria-hidden />, onSelect: onSuspend },
    { label: 'Undo', icon: <Undo2 aria-hidden />, isDisabled: !canUndo, onSelect: onUndo },
    { label: 'Forget', icon: <RotateCcw aria-hidden />, isDestructive: true, onSelect: () => void forget() },
  ];
  return <Menu title={`this ${kind}`} entries={entries} returnFocusTo={itemElement} />;
};
