import { randomFrom } from '@lectern/contracts';
import { undo } from 'prosemirror-history';
import type { Node } from 'prosemirror-model';
import { EditorState, NodeSelection, TextSelection, type Command } from 'prosemirror-state';
import { actions, deleteAtom, type ActionName } from './commands';
import { nodeType } from './guideSchema';
import { editorPlugins } from './plugins';
import { readMarkdown } from './readMarkdown';
import { MarkdownWriter } from './writeMarkdown';

/** A guide in the editor, without a page. */
class Editing {
  private readonly writer: MarkdownWriter;
  state: EditorState;

  constructor(markdown: string) {
    const source = readMarkdown(markdown);
    this.writer = new MarkdownWriter(source);
    this.state = EditorState.create({ doc: source.doc, plugins: editorPlugins() });
  }

  get markdown(): string {
    return this.writer.write(this.state.doc);
  }

  /** Places the cursor after a text. */
  after(words: string): this {
    let at: number | undefined;
    this.state.doc.descendants((node, position) => {
      const index = node.text?.indexOf(words) ?? -1;
      if (index >= 0) at ??= position + index + words.length;
    });
    if (at === undefined) throw new Error(`Not in the editor: ${words}`);
    this.state = this.state.apply(this.state.tr.setSelection(TextSelection.create(this.state.doc, at)));
    return this;
  }

  type(text: string): this {
    this.state = this.state.apply(this.state.tr.insertText(text));
    return this;
  }

  run(command: Command): this {
    expect(command(this.state, (transaction) => (this.state = this.state.apply(transaction)))).toBe(true);
    return this;
  }
}

const opened = (markdown: string): string => new Editing(markdown).markdown;

/** Pieces of guides in all forms that a person or a model may write, and pieces that are hostile. */
const pieces = [
  'A paragraph with **bold**, *italic*, __bold__, _italic_, ~~gone~~, `code` and [a link](https://x.org "t"). [4](#slide-4)',
  'Two lines\nof a paragraph  \nwith a break\\\nand another [p. 12](#paragraph-61) [Heart failure ¶ 4](#paragraph-3)',
  'A formula $x^2$ and \\(y_1\\), which costs $5 to $10 at A$6.',
  '$$\n\\frac{a}{b}\n$$',
  '\\[x_1 = \\frac{1}{2}\\]',
  '## A heading',
  '### A heading with `code` and $x$ ###',
  'Setext\n===',
  'Setext two\n---',
  '#### Deep\n##### Deeper',
  '- one\n- two\n  - nested\n    1. deeper\n- three [2](#slide-2)',
  '* one\n\n* two\n\n  with a paragraph\n* **Term**: meaning',
  '+ [ ] open\n+ [x] done',
  '1. one\n2. two',
  '7) seven\n8) eight',
  '- # heading in an item\n- - nested twice',
  '   - indented\n   - list\n     more',
  '| a | b |\n| --- | :-: |\n| $|x|$ | c\\|d |\n| short |',
  'a | b\n-|-\n1 | 2 | 3',
  '> quote\n> of *two* lines\n\n> another\nlazy',
  '> - list in a quote\n>\n>   ```\n>   code\n>   ```',
  '```js\nlet x = `$1`;\n\n\n```',
  '    indented code\n\n    more',
  '~~~\nunclosed in the middle\n~~~',
  '<div align="center">\n\nraw *html*\n\n</div>',
  'inline <b>html</b> &amp; &lt; &#35; \\* \\_ \\[1\\] <https://auto.link> www.x.org a@b.org',
  '<!-- a comment -->',
  '![alt](picture:0123456789abcdef0123456789abcdef-3)',
  '![alt](picture:0123456789abcdef0123456789abcdef-3) ![](https://x.org/a.png)',
  'Note[^1] and [ref][r] and ![img][r].',
  '[^1]: The note\n    goes on.',
  '[r]: https://x.org "Title"',
  '---',
  '***',
  '* * *',
  '**unclosed *marks [and](',
  'ᄀ 漢字、**太字**です。עברית **עבה** Ω 😀 \u200b\u00a0',
  '\ua7f7\u01c0\ua7f7',
  '\\',
  '[](#slide-3)[3](#slide-3) [3](#slide-3)',
  '\t- tab\n\t\t- tabs',
  '*a **b *c*** d*',
];
const separators = ['\n\n', '\n\n\n', '\n', '\r\n\r\n', '\n \t\n', '  \n\n', '\n\n---\n\n', '\n***\n', ' ', ''];

const guideOf = (seed: number): string => {
  const random = randomFrom(seed);
  const one = (list: readonly string[]): string => list[Math.floor(random() * list.length)] ?? '';
  const start = one(['# Title\n\n', '', '\n\n', '\ufeff', '---\n', 'Title\n=====\n', '  ', '# T\n']);
  const body = Array.from({ length: 1 + Math.floor(random() * 14) }, () => one(pieces) + one(separators)).join('');
  return start + body + one(['', '\n', '\n\n\n', '\n---\n', '  ', '```\nunclosed', '<!-- unclosed']);
};
const guides = Array.from({ length: 400 }, (_, seed) => guideOf(seed));

test.each([...pieces, '', '\n', '# Title', '# Title\n\n---\n', '---', ' \ufeff', '\0', '\r'])(
  '%j stays as it is without a change',
  (markdown) => {
    expect(opened(markdown)).toBe(markdown);
  },
);

test('400 guides stay as they are without a change', () => {
  for (const guide of guides) expect(opened(guide)).toBe(guide);
});

/** Positions at the start of outermost paragraphs and headings. */
const textBlocks = (doc: Node): number[] => {
  const found: number[] = [];
  doc.forEach((node, at) => {
    if (node.isTextblock && node.childCount > 0) found.push(at);
  });
  return found;
};

test('a change is written for its block only, and gives the same text again when it is undone', () => {
  let changes = 0;
  for (const guide of guides) {
    const editing = new Editing(guide);
    const at = textBlocks(editing.state.doc)[0];
    const number = at === undefined ? undefined : (editing.state.doc.nodeAt(at)?.attrs['block'] as number);
    if (at === undefined || number === undefined) continue;
    const { blocks, after } = readMarkdown(guide);
    editing.state = editing.state.apply(editing.state.tr.insertText('Changed ', at + 1));
    const changed = editing.markdown;
    const rest = blocks.slice(number + 2).map(({ before, source }) => before + source);
    const begin = blocks.slice(0, number).map(({ before, source }) => before + source);
    expect(changed.startsWith(begin.join(''))).toBe(true);
    expect(changed.endsWith(rest.join('') + (number === blocks.length - 1 ? '' : after))).toBe(true);
    expect(changed).toContain('Changed');
    editing.run(undo);
    expect(editing.markdown).toBe(guide);
    changes += 1;
  }
  expect(changes).toBeGreaterThan(200);
});

/** What a reader sees of a document: structure, texts and marks, without how it was written. */
const looks = (node: Node): unknown => {
  if (node.isText) return [node.text, node.marks.map(({ type }) => type.name).sort()];
  const { level, start, latex, address, checked, source } = node.attrs as Record<string, unknown>;
  const shown = {
    level,
    start,
    latex,
    address,
    checked,
    source: latex === undefined && node.type.name === 'kept_text' ? source : undefined,
  };
  return [node.type.name, shown, node.children.map(looks)];
};

test('what is written anew looks the same when it is read again', () => {
  const newly = (node: Node): Node => nodeType(node.type.name).create({ ...node.attrs, block: null }, node.content, node.marks);
  for (const piece of pieces) {
    const { doc } = readMarkdown(piece);
    const nodes = doc.children.map(newly);
    const written = new MarkdownWriter(readMarkdown('')).write(nodeType('doc').create(null, nodes));
    expect([
      piece,
      readMarkdown(written)
        .doc.children.filter(({ childCount, isAtom }) => childCount > 0 || isAtom)
        .map(looks),
    ]).toEqual([piece, doc.children.filter(({ childCount, isAtom }) => childCount > 0 || isAtom).map(looks)]);
  }
});

const typed = [
  '# no heading',
  '1. no list',
  '- no list',
  '> no quote',
  '*a* _b_ **c**',
  '[x](y)',
  '<b>',
  'a | b',
  '$x$ costs $5',
  '\\(a\\)',
  '`x`',
  '&amp;',
  '~~x~~',
  '---',
  '===',
  '+ x',
  '\\[a=b\\]',
  '![x](y)',
  '[^1]',
  'x*',
  '```',
];
test.each(typed)('%s is written so that it stays a text', (text) => {
  for (const guide of ['Words', '- Words', '| Words |\n| --- |', '## Words']) {
    const { state, markdown } = new Editing(guide).after('Words').type(` ${text}`);
    expect([markdown, readMarkdown(markdown).doc.textContent]).toEqual([markdown, state.doc.textContent]);
  }
});

describe('what the toolbar does', () => {
  test.each<[string, string, string, ActionName, string]>([
    ['a heading', 'One\n\nTwo\n', 'Two', 'heading', 'One\n\n## Two\n'],
    ['a heading back', 'One\n\n## Two\n', 'Two', 'heading', 'One\n\nTwo\n'],
    ['a subheading', 'One\n---\nTwo\n', 'Two', 'subheading', 'One\n---\n\n### Two\n'],
    ['a list', 'One\n\n---\n\nTwo\n', 'Two', 'bulletList', 'One\n\n---\n\n- Two\n'],
    ['a list beside another', '- One\n\nTwo\n', 'Two', 'bulletList', '- One\n\n* Two\n'],
    ['another kind of list', '- One\n- Two\n', 'One', 'numberedList', '1. One\n2. Two\n'],
    ['a deeper item', '* One\n* Two\n', 'Two', 'indent', '- One\n  - Two\n'],
    ['a quote', 'One\n', 'One', 'quote', '> One\n'],
    ['a row', '| A | B |\n|:-|-|\n| 1 | 2 |\n', '1', 'addRow', '| A | B |\n| :--- | --- |\n| 1 | 2 |\n|   |   |\n'],
    ['a column', '| A |\n| - |\n| 1 |\n', 'A', 'addColumn', '| A |   |\n| --- | --- |\n| 1 |   |\n'],
    ['no head', '| A |\n| - |\n| 1 |\n| 2 |\n', 'A', 'deleteRow', '| 1 |\n| --- |\n| 2 |\n'],
    ['a table', 'One\n\nTwo\n', 'One', 'insertTable', 'One\n\n|   |   |   |\n| --- | --- | --- |\n|   |   |   |\n|   |   |   |\n\nTwo\n'],
  ])('%s', (_name, before, words, action, after) => {
    const editing = new Editing(before).after(words).run(actions[action]);
    expect(editing.markdown).toBe(after);
    expect(editing.run(undo).markdown).toBe(before);
  });

  test('bold, for white space too', () => {
    const editing = new Editing('One two three.\n');
    editing.state = editing.state.apply(editing.state.tr.setSelection(TextSelection.create(editing.state.doc, 4, 9)));
    expect(editing.run(actions.bold).markdown).toBe('One **two** three.\n');
  });
});

test('a citation is deleted as a whole', () => {
  const editing = new Editing('One. [4](#slide-4)\n\n*Two.*\n').after('One. ');
  expect(editing.run(deleteAtom('after')).markdown).toBe('One.\n\n*Two.*\n');
  expect(editing.run(undo).markdown).toBe('One. [4](#slide-4)\n\n*Two.*\n');
});

test('a block that the editor cannot hold moves as a whole', () => {
  const editing = new Editing('One.\n\n<div>\nraw\n</div>\n\nTwo.\n');
  const at = editing.state.doc.child(0).nodeSize;
  const kept = NodeSelection.create(editing.state.doc, at).node;
  editing.state = editing.state.apply(editing.state.tr.delete(at, at + kept.nodeSize).insert(0, kept));
  expect(editing.markdown).toBe('<div>\nraw\n</div>\n\nOne.\n\nTwo.\n');
});

test('formulas side by side stay two', () => {
  const formula = (latex: string): Node => nodeType('formula').create({ source: `$${latex}$`, latex, isDisplay: false });
  const editing = new Editing('One\n').after('One').type(' ');
  for (const latex of ['a', 'b']) editing.state = editing.state.apply(editing.state.tr.replaceSelectionWith(formula(latex)));
  expect(editing.type('2').markdown).toBe('One \\(a\\)\\(b\\)2\n');
});

test('a guide without a text is empty, even if its title is left', () => {
  const editing = new Editing('# Title\n\nOne\n');
  editing.state = editing.state.apply(editing.state.tr.delete(1, 4));
  expect(editing.markdown).toBe('');
  expect(editing.run(undo).markdown).toBe('# Title\n\nOne\n');
});
