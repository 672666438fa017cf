import { useMemo, type ReactNode } from 'react';
import ReactMarkdown, { type Components, type Options } from 'react-markdown';
import { css, styled } from 'styled-components';
import { FormulaView } from './FormulaText';
import { gfm } from './gfm';
import { hideFormulas, type FormulaProperties } from './markdownFormulas';
import { color, font, measure, radius, size, space } from './tokens';

/** The text of a guide. The editor has the same look. */
export const Prose = styled.div`
  max-width: ${measure.reading};
  font-family: ${font.reading};
  font-size: ${size[18]};
  line-height: 1.7;
  overflow-wrap: anywhere;
  /* Lists, quotes and cells may be in a language with another writing direction. */
  :is(li, blockquote, dl) :is(p, dt, dd),
  li,
  td,
  th {
    unicode-bidi: plaintext;
  }
  > * + * {
    margin-top: ${space[16]};
  }
  > :is(h1, h2, h3, h4, h5, h6) {
    font-family: ${font.interface};
  }
  > * + h2 {
    margin-top: ${space[48]};
  }
  > * + :is(h3, h4, h5, h6) {
    margin-top: ${space[32]};
  }
  h1 {
    font-size: ${size[28]};
  }
  h2 {
    font-size: ${size[22]};
  }
  h3 {
    font-size: ${size[18]};
  }
  h4,
  h5,
  h6 {
    font-size: ${size[16]};
  }
  h5,
  h6 {
    color: ${color['ink-soft']};
  }
  ul,
  ol {
    padding-inline-start: 1.4em;
  }
  li + li,
  li > ul,
  li > ol {
    margin-top: ${space[4]};
  }
  li::marker {
    color: ${color['ink-faint']};
  }
  ul.contains-task-list {
    padding-inline-start: 0;
    list-style: none;
  }
  blockquote {
    margin: 0;
    padding-inline-start: ${space[16]};
    border-inline-start: 3px solid ${color['accent-line']};
    color: ${color['ink-soft']};
  }
  blockquote > * + * {
    margin-top: ${space[12]};
  }
  code {
    padding: 0.1em 0.3em;
    border-radius: 4px;
    background: ${color.sunken};
    font: 0.86em/1.5 ${font.code};
  }
  pre {
    margin-bottom: 0;
    padding: ${space[16]};
    overflow-x: auto;
    border-radius: ${radius.field};
    background: ${color.sunken};
    overflow-wrap: normal;
  }
  pre code {
    padding: 0;
    background: none;
  }
  hr {
    border: 0;
    border-top: 1px solid ${color.line};
  }
  .pictures {
    display: flex;
    flex-wrap: wrap;
    align-items: flex-start;
    gap: ${space[16]};
  }
`;

/** The frame around a table, which scrolls if it is wider than the text. */
export const tableStyles = css`
  overflow-x: auto;
  border: 1px solid ${color.line};
  border-radius: ${radius.field};
  table {
    width: 100%;
    border-collapse: collapse;
    font: ${size[16]} / 1.5 ${font.interface};
    overflow-wrap: normal;
  }
  th,
  td {
    padding: ${space[8]} ${space[12]};
    text-align: start;
    vertical-align: top;
  }
  th {
    background: ${color.sunken};
    font-weight: 600;
    white-space: nowrap;
  }
  tr + tr > *,
  tbody tr:first-child > * {
    border-top: 1px solid ${color.line};
  }
`;

const TableScroll = styled.div`
  ${tableStyles}
`;

const allowedSchemes = /^(https?|ircs?|mailto|xmpp)$/i;

/** Returns an address that has no scheme or an allowed one. Any other becomes empty. */
export const safeAddress = (address: string): string => {
  const colon = address.indexOf(':');
  if (colon === -1) return address;
  const isBeforeColon = (mark: string): boolean => {
    const index = address.indexOf(mark);
    return index !== -1 && index < colon;
  };
  // A colon after one of these belongs to the path, query or fragment.
  if (['/', '?', '#'].some(isBeforeColon)) return address;
  return allowedSchemes.test(address.slice(0, colon)) ? address : '';
};

interface MarkdownNode {
  type: string;
  depth?: number;
  value?: string;
  url?: string;
  alt?: string | null;
  data?: { hName: string; hProperties: Record<string, unknown> };
  children?: MarkdownNode[];
}

/** Whether an address may be on another site: it begins with a scheme, or with two slashes or backslashes. */
const isElsewhere = (address: string): boolean => /^(?:[^/?#]*:|[/\\]{2})/.test(address);

/** The address of a guide's picture: `picture:ID`. */
const pictureAddress = /^picture:[0-9a-f]{32}-[1-9][0-9]{0,4}$/;

/** The id of a guide's picture. Undefined for any other address. */
export const pictureIdOf = (address: string | undefined): string | undefined =>
  pictureAddress.test(address ?? '') ? address?.slice('picture:'.length) : undefined;

/** The alternative text of an image that is not loaded. */
const wordsOf = ({ alt }: MarkdownNode): MarkdownNode => ({ type: 'text', value: alt?.trim() || 'Picture' });

/** Replaces an image of another site with a link, or inside a link with its alternative text: loading it would tell that site who reads. */
const closeImage = (image: MarkdownNode, isInLink: boolean): MarkdownNode => {
  if (image.type === 'image' && (pictureIdOf(image.url) !== undefined || !isElsewhere(image.url ?? ''))) return image;
  if (isInLink) return wordsOf(image);
  const { type: _type, alt: _alt, ...rest } = image;
  return { ...rest, type: image.type === 'image' ? 'link' : 'linkReference', children: [wordsOf(image)] };
};

/**
 * Replaces images of other sites with links. A paragraph with pictures of the guide becomes a `div`, because a `p` may not contain a
 * figure.
 */
const images = () => (tree: MarkdownNode) => {
  const walk = (node: MarkdownNode, isInLink: boolean): void => {
    if (!node.children) return;
    const isLink = isInLink || node.type === 'link' || node.type === 'linkReference';
    node.children = node.children.map((child) =>
      child.type === 'image' || child.type === 'imageReference' ? closeImage(child, isLink) : child,
    );
    if (node.type === 'paragraph' && node.children.some(({ type, url }) => type === 'image' && pictureIdOf(url) !== undefined))
      node.data = { hName: 'div', hProperties: { className: ['pictures'] } };
    for (const child of node.children) walk(child, isLink);
  };
  walk(tree, false);
};

/** Removes the first top-level heading and all horizontal rules: the guide's page shows the title itself. */
const dropTitleAndRules = () => (tree: MarkdownNode) => {
  let isTitleGone = false;
  const walk = (node: MarkdownNode): void => {
    if (!node.children) return;
    node.children = node.children.filter((child) => {
      if (child.type === 'thematicBreak') return false;
      if (!isTitleGone && child.type === 'heading' && child.depth === 1) {
        isTitleGone = true;
        return false;
      }
      walk(child);
      return true;
    });
  };
  walk(tree);
};

/** Attributes that open a link to another site in a new tab. */
export const linkTarget = (address: string | undefined): { rel?: string; target?: string } =>
  /^(?:https?:|\/\/)/i.test(address ?? '') ? { rel: 'noopener noreferrer', target: '_blank' } : {};

const isFormula = (properties: object): properties is FormulaProperties => 'data-formula' in properties;

/** Blocks whose direction follows their own text. Their markers, borders and cells are mirrored with it. */
const ownDirection = new Set('p h1 h2 h3 h4 h5 h6 ul ol blockquote table dl'.split(' '));

interface HtmlNode {
  type: string;
  tagName?: string;
  properties?: Record<string, unknown>;
  children?: HtmlNode[];
}

/** Sets `dir="auto"` on each outer block. Blocks inside get none, because `auto` ignores elements that have a direction. */
const directions = () => (tree: HtmlNode) => {
  const walk = (node: HtmlNode, isInBlock: boolean): void => {
    const isBlock = ownDirection.has(node.tagName ?? '');
    if (node.tagName === 'pre') node.properties = { ...node.properties, dir: 'ltr' };
    else if (isBlock && !isInBlock) node.properties = { ...node.properties, dir: 'auto' };
    for (const child of node.children ?? []) walk(child, isInBlock || isBlock);
  };
  walk(tree, false);
};

const ownComponents: Components = {
  span: ({ node: _node, ...rest }) =>
    isFormula(rest) ? (
      <FormulaView source={rest['data-formula']} latex={rest['data-latex']} isDisplay={rest['data-display'] === 'true'} />
    ) : (
      <span {...rest} />
    ),
  // The checkbox of a task list.
  input: ({ node: _node, ...rest }) => <input {...rest} aria-label={rest.checked === true ? 'Done' : 'Not done'} />,
  // An empty header cell becomes a `td`: a `th` without text has no accessible name.
  th: ({ node, ...rest }) => (node?.children.length === 0 ? <td {...rest} /> : <th {...rest} />),
  table: ({ node: _node, ...rest }) => (
    <TableScroll role="group" aria-label="Table" tabIndex={0}>
      <table {...rest} />
    </TableScroll>
  ),
  a: ({ node: _node, href, ...rest }) => <a href={href} {...rest} {...linkTarget(href)} />,
  // A guide's page replaces this with its own picture component. Elsewhere a guide's picture is shown as its alternative text.
  img: ({ node: _node, alt, src, ...rest }) =>
    pictureIdOf(src) === undefined ? <img alt={alt} src={src} {...rest} referrerPolicy="no-referrer" /> : <span>{alt}</span>,
};

export interface MarkdownProps {
  children: string;
  /** Removes the first top-level heading and horizontal rules, for a guide's page. */
  dropsTitleAndRules?: boolean;
  /** Components that replace elements, such as headings with anchors. */
  components?: Components;
  /** Additional remark plugins. */
  remarkPlugins?: NonNullable<Options['remarkPlugins']>;
  /** Plugins for the HTML tree, run after all of the above. */
  rehypePlugins?: NonNullable<Options['rehypePlugins']>;
}

/** Renders Markdown with tables, task lists and footnotes. Raw HTML is shown as text. */
export const Markdown = ({
  children,
  dropsTitleAndRules = false,
  components,
  remarkPlugins = [],
  rehypePlugins = [],
}: MarkdownProps): ReactNode => {
  const { text, plugin: formulas } = useMemo(() => hideFormulas(children), [children]);
  return (
    <Prose>
      <ReactMarkdown
        remarkPlugins={[gfm, formulas, images, ...(dropsTitleAndRules ? [dropTitleAndRules] : []), ...remarkPlugins]}
        rehypePlugins={[directions, ...rehypePlugins]}
        urlTransform={(address, attribute) => (attribute === 'src' && pictureIdOf(address) !== undefined ? address : safeAddress(address))}
        components={{ ...ownComponents, ...components }}
      >
        {text}
      </ReactMarkdown>
    </Prose>
  );
};
