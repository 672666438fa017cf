import { lift, setBlockType, toggleMark, wrapIn } from 'prosemirror-commands';
import { redo, undo } from 'prosemirror-history';
import type { Node } from 'prosemirror-model';
import { liftListItem, sinkListItem, wrapInList } from 'prosemirror-schema-list';
import { NodeSelection, Selection, TextSelection, type Command, type EditorState } from 'prosemirror-state';
import { addColumnAfter, addRowAfter, deleteColumn, deleteRow, deleteTable, isInTable } from 'prosemirror-tables';
import { markType, nodeType } from './guideSchema';

/** Returns the innermost node of a kind around the selection. */
const around = ({ selection: { $from } }: EditorState, ...names: string[]): { node: Node; depth: number } | undefined => {
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const node = $from.node(depth);
    if (names.includes(node.type.name)) return { node, depth };
  }
  return undefined;
};

const isMarked = ({ selection, storedMarks, doc }: EditorState, name: string): boolean => {
  const type = markType(name);
  if (!selection.empty) return selection.ranges.some(({ $from, $to }) => doc.rangeHasMark($from.pos, $to.pos, type));
  return type.isInSet(storedMarks ?? selection.$from.marks()) !== undefined;
};

const headingLevel = (state: EditorState): number | undefined =>
  state.selection.$from.parent.type.name === 'heading' ? Number(state.selection.$from.parent.attrs['level']) : undefined;

/** A heading of the level. If it is one already, a paragraph. */
const toggleHeading =
  (level: number): Command =>
  (state, dispatch) => {
    const block = state.selection.$from.parent.attrs['block'] as unknown;
    if (headingLevel(state) === level) return setBlockType(nodeType('paragraph'), { block })(state, dispatch);
    return setBlockType(nodeType('heading'), { level, block })(state, dispatch);
  };

type ListName = 'bullet_list' | 'ordered_list';

/** A list of the kind. A list of the other kind is turned into it, one of this kind is dissolved by an item. */
const toggleList =
  (name: ListName): Command =>
  (state, dispatch) => {
    const list = around(state, 'bullet_list', 'ordered_list', 'table');
    if (list?.node.type.name === 'table') return false;
    if (!list) return wrapInList(nodeType(name))(state, dispatch);
    if (list.node.type.name === name) return liftListItem(nodeType('list_item'))(state, dispatch);
    const { block, isLoose } = list.node.attrs;
    dispatch?.(state.tr.setNodeMarkup(state.selection.$from.before(list.depth), nodeType(name), { block, isLoose }));
    return true;
  };

const toggleQuote: Command = (state, dispatch) => {
  if (isInTable(state)) return false;
  return around(state, 'blockquote') ? lift(state, dispatch) : wrapIn(nodeType('blockquote'))(state, dispatch);
};

const emptyTable = (rows: number, columns: number): Node => {
  const row = (name: string): Node =>
    nodeType('table_row').create(
      null,
      Array.from({ length: columns }, () => nodeType(name).create()),
    );
  return nodeType('table').create(null, [row('table_header'), ...Array.from({ length: rows - 1 }, () => row('table_cell'))]);
};

/** Inserts a table below the outermost block with the cursor, or in place of an empty one. The cursor moves to its first cell. */
const insertTable: Command = (state, dispatch) => {
  const { $from } = state.selection;
  if (isInTable(state)) return false;
  if (!dispatch) return true;
  const table = emptyTable(3, 3);
  const outer = $from.depth === 0 ? undefined : $from.node(1);
  const isEmpty = outer?.type.name === 'paragraph' && outer.childCount === 0;
  const { tr } = state;
  const at = outer ? (isEmpty ? $from.before(1) : $from.after(1)) : state.selection.to;
  if (isEmpty) tr.replaceWith(at, $from.after(1), table);
  else tr.insert(at, table);
  dispatch(tr.setSelection(TextSelection.near(tr.doc.resolve(at + 1))).scrollIntoView());
  return true;
};

/** Moves the cursor to the row below. In the last row, below the table. */
export const moveDownInTable: Command = (state, dispatch) => {
  const cell = around(state, 'table_cell', 'table_header');
  const table = around(state, 'table');
  if (!cell || !table) return false;
  const { $from } = state.selection;
  const rowIndex = $from.index(table.depth);
  if (rowIndex === table.node.childCount - 1) return leaveTable(state, dispatch);
  const start = $from.after(table.depth + 1);
  const row = table.node.child(rowIndex + 1);
  const column = $from.index(table.depth + 1);
  const before = row.children.slice(0, column).reduce((size, { nodeSize }) => size + nodeSize, 0);
  dispatch?.(state.tr.setSelection(TextSelection.near(state.doc.resolve(start + 1 + before + 1))).scrollIntoView());
  return true;
};

/** Moves the cursor below the table, into a new paragraph if there is no text. */
export function leaveTable(state: EditorState, dispatch: Parameters<Command>[1]): boolean {
  const table = around(state, 'table');
  if (!table) return false;
  const after = state.selection.$from.after(table.depth);
  const { tr } = state;
  const next = Selection.findFrom(tr.doc.resolve(after), 1, true);
  if (next) tr.setSelection(next);
  else tr.insert(after, nodeType('paragraph').create()).setSelection(TextSelection.create(tr.doc, after + 1));
  dispatch?.(tr.scrollIntoView());
  return true;
}

const isAtom = (node: Node | null): boolean => node !== null && node.isInline && node.isAtom && !node.isText;

/** Deletes the citation, picture or formula beside the cursor as a whole. */
export const deleteAtom =
  (direction: 'before' | 'after'): Command =>
  (state, dispatch) => {
    const { selection } = state;
    if (selection instanceof NodeSelection || !selection.empty) return false;
    const { $from } = selection;
    const node = direction === 'before' ? $from.nodeBefore : $from.nodeAfter;
    if (!node || !isAtom(node)) return false;
    const from = direction === 'before' ? $from.pos - node.nodeSize : $from.pos;
    dispatch?.(state.tr.delete(from, from + node.nodeSize).scrollIntoView());
    return true;
  };

/** Inserts a break inside the block. A heading and a cell have one line. */
export const insertBreak: Command = (state, dispatch) => {
  if (isInTable(state) || headingLevel(state) !== undefined) return false;
  dispatch?.(state.tr.replaceSelectionWith(nodeType('hard_break').create()).scrollIntoView());
  return true;
};

const item = nodeType('list_item');

/** The commands of the toolbar and of the keyboard. */
export const actions = {
  bold: toggleMark(markType('strong')),
  italic: toggleMark(markType('emphasis')),
  heading: toggleHeading(2),
  subheading: toggleHeading(3),
  bulletList: toggleList('bullet_list'),
  numberedList: toggleList('ordered_list'),
  indent: sinkListItem(item),
  outdent: liftListItem(item),
  quote: toggleQuote,
  insertTable,
  addRow: addRowAfter,
  addColumn: addColumnAfter,
  deleteRow,
  deleteColumn,
  deleteTable,
  undo,
  redo,
} satisfies Record<string, Command>;

export type ActionName = keyof typeof actions;

/** What the toolbar shows about the selection. */
export interface SelectionState {
  pressed: ReadonlySet<ActionName>;
  enabled: ReadonlySet<ActionName>;
  isInTable: boolean;
  isInList: boolean;
}

/** Describes the selection for the toolbar. */
export const selectionState = (state: EditorState): SelectionState => {
  const list = around(state, 'bullet_list', 'ordered_list');
  const level = headingLevel(state);
  const pressed: Partial<Record<ActionName, boolean>> = {
    bold: isMarked(state, 'strong'),
    italic: isMarked(state, 'emphasis'),
    heading: level === 2,
    subheading: level === 3,
    bulletList: list?.node.type.name === 'bullet_list',
    numberedList: list?.node.type.name === 'ordered_list',
    quote: around(state, 'blockquote') !== undefined,
  };
  const names = Object.keys(actions) as ActionName[];
  return {
    pressed: new Set(names.filter((name) => pressed[name])),
    enabled: new Set(names.filter((name) => actions[name](state))),
    isInTable: isInTable(state),
    isInList: list !== undefined,
  };
};
