import { EditorState } from 'prosemirror-state';
import { readMarkdown } from './readMarkdown';
import { MarkdownWriter } from './writeMarkdown';

const written = (markdown: string): string => {
  const source = readMarkdown(markdown);
  return new MarkdownWriter(source).write(source.doc);
};
const changed = (markdown: string): string => {
  const source = readMarkdown(markdown);
  let state = EditorState.create({ doc: source.doc });
  source.doc.descendants((node, at) => {
    if (node.isTextblock) state = state.apply(state.tr.insertText('~', state.tr.mapping.map(at + 1)));
    return !node.isTextblock;
  });
  return new MarkdownWriter(source).write(state.doc);
};
test('x', () => {
  const text =
    '# Title\n\nA *b* **c d** [4](#slide-4)! `x` $x^2$ is $5 here.\n\n---\n\n- a\n- b [p. 12](#paragraph-61)\n  - c\n\n| a | b |\n| --- | :-: |\n| $|x|$ | c\\|d |\n\n```js\nx\n```\n\n> q\n> r\n\n1. x\n\n   y\n2. z\n\n![alt](picture:00000000000000000000000000000000-1)\n\n[^1]: note\n\n<div>x</div>\n\nA[^1] https://x.org [r][r]\n\n[r]: http://a\n\n$$\na\n$$\n';
  expect(written(text)).toBe(text);
  console.log(changed(text));
});
