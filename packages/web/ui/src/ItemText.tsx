import { parseItemText, type ItemListItem, type ItemPart } from '@lectern/contracts/item-text';
import { useMemo, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { FormulaView } from './FormulaText';
import { color, font, radius, space } from './tokens';

const Lines = styled.span`
  white-space: pre-line;
`;

/* The fonts have no italic of their own. */
const Italic = styled.i`
  font-synthesis: style;
`;

const Code = styled.code<{ $isBlock: boolean }>`
  display: ${({ $isBlock }) => ($isBlock ? 'block' : 'inline')};
  padding: ${({ $isBlock }) => ($isBlock ? `${space[8]} ${space[12]}` : '0.1em 0.3em')};
  border-radius: ${({ $isBlock }) => ($isBlock ? radius.field : '4px')};
  background: ${color.sunken};
  font: 0.86em/1.5 ${font.code};
  text-align: start;
  white-space: pre-wrap;
`;

/* A span, because text of items also stands in buttons, labels and headings. */
const List = styled.span`
  display: block;
  margin-block: 0.3em;
  padding-inline-start: 1.4em;
  text-align: start;
  white-space: normal;
  &:first-child {
    margin-top: 0;
  }
  &:last-child {
    margin-bottom: 0;
  }
`;

const ListItem = styled.span<{ $isNumbered: boolean }>`
  display: list-item;
  list-style: ${({ $isNumbered }) => ($isNumbered ? 'none' : 'disc')};
  position: relative;
  &::marker {
    color: ${color['ink-faint']};
  }
`;

/* Written as text: a counter of the style sheet would not be read by every screen reader. */
const Number = styled.span`
  position: absolute;
  inset-inline-end: 100%;
  padding-inline-end: 0.35em;
  white-space: nowrap;
  font-variant-numeric: tabular-nums;
  color: ${color['ink-faint']};
`;

const shown = (part: ItemPart, key: number): ReactNode => {
  switch (part.kind) {
    case 'text':
      return part.text.includes('\n') ? <Lines key={key}>{part.text}</Lines> : part.text;
    case 'code':
      return (
        <Code key={key} dir="ltr" $isBlock={part.isBlock === true}>
          {part.text}
        </Code>
      );
    case 'formula': {
      const { source, latex, isDisplay } = part.formula;
      return <FormulaView key={key} source={source} latex={latex} isDisplay={isDisplay} />;
    }
    case 'bold':
      return <b key={key}>{part.parts.map(shown)}</b>;
    case 'italic':
      return <Italic key={key}>{part.parts.map(shown)}</Italic>;
  }
};

const ItemList = ({ items }: { items: readonly ItemListItem[] }): ReactNode => (
  <List role="list">
    {items.map(({ number, parts }, index) => (
      <ListItem key={index} role="listitem" $isNumbered={number !== undefined}>
        {number !== undefined && <Number>{number}. </Number>}
        {parts.map(shown)}
      </ListItem>
    ))}
  </List>
);

/**
 * The text of a question, an option or a card: bold, italic, code, lists, line breaks and formulas. Everything else is shown as written,
 * HTML too. Contains only inline elements, so it may stand in a button, a label or a heading.
 */
export const ItemText = ({ children }: { children: string }): ReactNode => {
  const blocks = useMemo(() => parseItemText(children), [children]);
  return blocks.map((block, index) => (block.kind === 'list' ? <ItemList key={index} items={block.items} /> : block.parts.map(shown)));
};
