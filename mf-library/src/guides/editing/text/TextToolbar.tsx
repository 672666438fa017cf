import {
  Bold,
  Button,
  color,
  Heading2,
  Heading3,
  IconButton,
  Italic,
  List,
  ListIndentDecrease,
  ListIndentIncrease,
  ListOrdered,
  measure,
  media,
  Quote,
  radius,
  Redo2,
  space,
  Table2,
  Undo2,
} from '@lectern/ui';
import { useRef, useState, type ComponentType, type KeyboardEvent, type ReactNode, type Ref } from 'react';
import { styled } from 'styled-components';
import type { ActionName, SelectionState } from './commands';

const Bar = styled.div`
  position: sticky;
  top: ${measure.header};
  z-index: 10;
  border-bottom: 1px solid ${color.line};
  border-radius: ${radius.field} ${radius.field} 0 0;
  background: ${color.raised};
  button {
    flex: none;
  }
  button[aria-pressed='true'] {
    background: ${color['accent-tint']};
    color: ${color.accent};
  }
  button[aria-disabled='true'] {
    opacity: 0.45;
    cursor: default;
  }
  button:focus-visible {
    outline-offset: -2px;
  }
  @media ${media.small} {
    top: 0;
  }
`;
/** Fades at the right edge, where there may be more tools. The last one can be scrolled out of the fade. */
const Tools = styled.div`
  display: flex;
  align-items: center;
  gap: ${space[4]};
  min-height: 48px;
  padding: ${space[4]} ${space[24]} ${space[4]} ${space[8]};
  overflow-x: auto;
  scrollbar-width: none;
  mask-image: linear-gradient(to left, transparent, ${color.ink} ${space[32]});
  @media ${media.touch} {
    min-height: 52px;
    gap: 0;
  }
`;
const Divider = styled.span`
  flex: none;
  width: 1px;
  height: 24px;
  margin-inline: ${space[4]};
  background: ${color.line};
`;

interface Tool {
  action: ActionName;
  label: string;
  /** Without one the label is shown. */
  icon?: ComponentType<{ 'aria-hidden': true }>;
  /** Shown in the tooltip and to screen readers. */
  keys?: string;
  isToggle?: boolean;
}

const general: readonly Tool[] = [
  { action: 'undo', label: 'Undo', icon: Undo2, keys: 'Control+Z' },
  { action: 'redo', label: 'Redo', icon: Redo2, keys: 'Control+Y' },
];
const words: readonly Tool[] = [
  { action: 'bold', label: 'Bold', icon: Bold, keys: 'Control+B', isToggle: true },
  { action: 'italic', label: 'Italic', icon: Italic, keys: 'Control+I', isToggle: true },
];
const headings: readonly Tool[] = [
  { action: 'heading', label: 'Heading', icon: Heading2, keys: 'Control+Alt+2', isToggle: true },
  { action: 'subheading', label: 'Subheading', icon: Heading3, keys: 'Control+Alt+3', isToggle: true },
];
const lists: readonly Tool[] = [
  { action: 'bulletList', label: 'Bullet list', icon: List, keys: 'Control+Shift+8', isToggle: true },
  { action: 'numberedList', label: 'Numbered list', icon: ListOrdered, keys: 'Control+Shift+7', isToggle: true },
];
const levels: readonly Tool[] = [
  { action: 'outdent', label: 'Outdent', icon: ListIndentDecrease, keys: 'Control+[' },
  { action: 'indent', label: 'Indent', icon: ListIndentIncrease, keys: 'Control+]' },
];
const others: readonly Tool[] = [
  { action: 'quote', label: 'Quote', icon: Quote, keys: 'Control+Shift+9', isToggle: true },
  { action: 'insertTable', label: 'Insert table', icon: Table2 },
];
const table: readonly Tool[] = [
  { action: 'addRow', label: 'Add row' },
  { action: 'addColumn', label: 'Add column' },
  { action: 'deleteRow', label: 'Delete row' },
  { action: 'deleteColumn', label: 'Delete column' },
  { action: 'deleteTable', label: 'Delete table' },
];

/** The tools for the selection. In a table, the table tools replace the ones that cannot be used there. */
const groupsFor = ({ isInTable, isInList }: SelectionState): (readonly Tool[])[] =>
  isInTable ? [general, words, table] : [general, words, headings, isInList ? [...lists, ...levels] : lists, others];

interface ToolButtonProps {
  tool: Tool;
  selection: SelectionState;
  isTabStop: boolean;
  onUse: () => void;
  onFocus: () => void;
}

const ToolButton = ({ tool, selection, isTabStop, onUse, onFocus }: ToolButtonProps): ReactNode => {
  const { action, label, icon: Icon, keys, isToggle = false } = tool;
  const isEnabled = selection.enabled.has(action);
  const state = {
    tabIndex: isTabStop ? 0 : -1,
    // Still focusable, so that the arrow keys find the same buttons everywhere.
    'aria-disabled': !isEnabled || undefined,
    'aria-pressed': isToggle ? selection.pressed.has(action) : undefined,
    'aria-keyshortcuts': keys,
    title: keys === undefined ? label : `${label} (${keys.replace('Control', 'Ctrl')})`,
    onFocus,
    // Keeps the focus and the selection in the text.
    onMouseDown: (event: { preventDefault: () => void }) => {
      event.preventDefault();
    },
    onClick: () => {
      if (isEnabled) onUse();
    },
  };
  return Icon ? (
    <IconButton label={label} {...state}>
      <Icon aria-hidden />
    </IconButton>
  ) : (
    <Button variant="quiet" {...state}>
      {label}
    </Button>
  );
};

/** Moves the focus among the buttons of a toolbar, which has a single tab stop. */
const nextIndex = (key: string, index: number, count: number): number | undefined => {
  if (key === 'ArrowRight') return (index + 1) % count;
  if (key === 'ArrowLeft') return (index + count - 1) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
};

export interface TextToolbarProps {
  /** The id of the text. */
  controls: string;
  selection: SelectionState;
  onUse: (action: ActionName) => void;
  /** Called on Escape: the focus returns to the text. */
  onLeave: () => void;
  ref?: Ref<HTMLDivElement>;
}

/** The buttons above the text. */
export const TextToolbar = ({ controls, selection, onUse, onLeave, ref }: TextToolbarProps): ReactNode => {
  const bar = useRef<HTMLDivElement | null>(null);
  const [stop, setStop] = useState<ActionName>('undo');
  const groups = groupsFor(selection);
  const tools = groups.flat();
  const current = tools.some(({ action }) => action === stop) ? stop : 'undo';
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') onLeave();
    const next = nextIndex(
      event.key,
      tools.findIndex(({ action }) => action === current),
      tools.length,
    );
    if (next === undefined) return;
    event.preventDefault();
    bar.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    <Bar
      ref={(made) => {
        bar.current = made;
        if (typeof ref === 'function') ref(made);
        else if (ref) ref.current = made;
      }}
      role="toolbar"
      aria-label="Formatting"
      aria-controls={controls}
      onKeyDown={onKeyDown}
    >
      <Tools>
        {groups.map((group, index) => [
          index > 0 && <Divider key={group[0]?.label} aria-hidden />,
          ...group.map((tool) => (
            <ToolButton
              key={tool.action}
              tool={tool}
              selection={selection}
              isTabStop={tool.action === current}
              onUse={() => {
                onUse(tool.action);
              }}
              onFocus={() => {
                setStop(tool.action);
              }}
            />
          )),
        ])}
      </Tools>
    </Bar>
  );
};
