import { Bold, Brackets, Italic, List, Sigma } from '@lectern/ui';
import type { KeyboardEvent, ReactNode } from 'react';
import { editText, toggleGap, toggleList, toggleMark } from './textEdits';

export interface FormatTool {
  name: string;
  icon: ReactNode;
  /** A word beside the icon, a part of the name. For tools whose icon is not common. */
  word?: string;
  /** In the notation of `aria-keyshortcuts`. */
  shortcut?: string;
  run: (field: HTMLTextAreaElement) => void;
}

interface FormatKind extends Omit<FormatTool, 'run'> {
  editor: Parameters<typeof editText>[1];
}

const formats: readonly FormatKind[] = [
  { name: 'Bold', icon: <Bold aria-hidden />, shortcut: 'Control+B', editor: toggleMark('**') },
  { name: 'Italic', icon: <Italic aria-hidden />, shortcut: 'Control+I', editor: toggleMark('*') },
  { name: 'List', icon: <List aria-hidden />, editor: toggleList },
  { name: 'Formula', icon: <Sigma aria-hidden />, shortcut: 'Control+M', editor: toggleMark('$') },
];
const gap: FormatKind = { name: 'Make a gap', word: 'Gap', icon: <Brackets aria-hidden />, shortcut: 'Control+Shift+C', editor: toggleGap };

/** The tools for a text. @param hasGaps - whether the text may have gaps, which make a card each */
export const toolsFor = (hasGaps = false): FormatTool[] =>
  [...formats, ...(hasGaps ? [gap] : [])].map(({ editor, ...tool }) => ({
    ...tool,
    run: (field) => {
      editText(field, editor);
      field.focus();
    },
  }));

const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);

/** A shortcut for reading: "Ctrl+B", on a Mac "⌘B". macOS uses ⌘M itself. */
export const shortcutWords = (shortcut: string): string =>
  isMac() ? shortcut.replace('Control+M', '⌃M').replace('Control+', '⌘').replace('Shift+', '⇧') : shortcut.replace('Control', 'Ctrl');

/** Runs the tool with this shortcut. Returns whether there is one. */
export const runShortcut = (tools: readonly FormatTool[], event: KeyboardEvent<HTMLTextAreaElement>): boolean => {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return false;
  const pressed = `Control+${event.shiftKey ? 'Shift+' : ''}${event.key.toUpperCase()}`;
  const tool = tools.find(({ shortcut }) => shortcut === pressed);
  if (!tool) return false;
  event.preventDefault();
  tool.run(event.currentTarget);
  return true;
};
