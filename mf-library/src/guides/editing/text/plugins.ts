import { findFormulas } from '@lectern/contracts/formulas';
import { baseKeymap, chainCommands } from 'prosemirror-commands';
import { gapCursor } from 'prosemirror-gapcursor';
import { history } from 'prosemirror-history';
import { InputRule, inputRules, textblockTypeInputRule, undoInputRule, wrappingInputRule } from 'prosemirror-inputrules';
import { keymap } from 'prosemirror-keymap';
import { splitListItem } from 'prosemirror-schema-list';
import { Plugin, type Command } from 'prosemirror-state';
import { goToNextCell, tableEditing } from 'prosemirror-tables';
import { actions, deleteAtom, insertBreak, leaveTable, moveDownInTable } from './commands';
import { nodeType } from './guideSchema';

/** The first row of a Markdown table is its head, and no other is. */
const headRows = new Plugin({
  appendTransaction: (transactions, _before, state) => {
    if (!transactions.some(({ docChanged }) => docChanged)) return null;
    const { tr } = state;
    state.doc.descendants((node, at) => {
      if (node.isTextblock) return false;
      if (node.type.name !== 'table') return true;
      node.forEach((row, rowAt, index) => {
        const type = nodeType(index === 0 ? 'table_header' : 'table_cell');
        row.forEach((cell, cellAt) => {
          if (cell.type !== type) tr.setNodeMarkup(at + 1 + rowAt + 1 + cellAt, type, cell.attrs);
        });
      });
      return false;
    });
    return tr.docChanged ? tr : null;
  },
});

/** What is typed at the start of a line in Markdown, and a formula between dollar signs. */
const typedMarkdown = inputRules({
  rules: [
    textblockTypeInputRule(/^(#{2,3})\s$/, nodeType('heading'), ([, signs = '']) => ({ level: signs.length })),
    wrappingInputRule(/^[-*+]\s$/, nodeType('bullet_list')),
    wrappingInputRule(
      /^(\d{1,9})[.)]\s$/,
      nodeType('ordered_list'),
      ([, number]) => ({ start: Number(number) }),
      ([, number], list) => list.childCount + Number(list.attrs['start']) === Number(number),
    ),
    wrappingInputRule(/^>\s$/, nodeType('blockquote')),
    new InputRule(/\$[^$\s](?:[^$]*[^$\s])?\$$/, (state, [source], start, end) => {
      const [formula] = findFormulas(source);
      if (formula?.end !== source.length || formula.start !== 0) return null;
      const { latex, isDisplay } = formula;
      return state.tr.replaceWith(start, end, nodeType('formula').create({ source, latex, isDisplay }));
    }),
  ],
});

const first = (...commands: Command[]): Command => chainCommands(...commands);
const own = (name: string): Command => baseKeymap[name] ?? (() => false);

const keys = keymap({
  'Mod-b': actions.bold,
  'Mod-i': actions.italic,
  'Mod-z': actions.undo,
  'Mod-y': actions.redo,
  'Mod-Shift-z': actions.redo,
  'Mod-Alt-2': actions.heading,
  'Mod-Alt-3': actions.subheading,
  'Mod-Shift-7': actions.numberedList,
  'Mod-Shift-8': actions.bulletList,
  'Mod-Shift-9': actions.quote,
  'Mod-]': actions.indent,
  'Mod-[': actions.outdent,
  Enter: first(moveDownInTable, splitListItem(nodeType('list_item')), own('Enter')),
  'Shift-Enter': first(moveDownInTable, insertBreak),
  Backspace: first(undoInputRule, deleteAtom('before'), own('Backspace')),
  Delete: first(deleteAtom('after'), own('Delete')),
  // Outside of a table, Tab moves on to the buttons below, as in every other field.
  Tab: goToNextCell(1),
  'Shift-Tab': goToNextCell(-1),
  Escape: leaveTable,
});

/** The plugins of the editor, in the order in which they see a key. */
export const editorPlugins = (): Plugin[] => [typedMarkdown, keys, keymap(baseKeymap), tableEditing(), headRows, gapCursor(), history()];
