/** As much of a markdown syntax tree as is needed here. */
interface MarkdownNode {
  type: string;
  value?: string;
  url?: string;
  depth?: number;
  ordered?: boolean | null;
  children?: MarkdownNode[];
  data?: { hName?: string; hProperties?: Record<string, unknown> };
}

/** A statement's mark, `[4](#slide-4)` or `[¶3](#paragraph-3)`, says which slide or paragraph it comes from. */
const referencePattern = /^#(slide|paragraph)-(\d+)$/;

/** Where a passage stands, as the marks name it. */
export interface Reference {
  kind: 'slide' | 'paragraph';
  number: number;
}

/** The reference that an address is, or undefined for any other address. */
export const referenceOf = (address: string | undefined): Reference | undefined => {
  const [, kind, number] = referencePattern.exec(address ?? '') ?? [];
  return kind === undefined ? undefined : { kind: kind === 'slide' ? 'slide' : 'paragraph', number: Number(number) };
};

/** 'slide 4' */
export const nameOf = ({ kind, number }: Reference): string => `${kind} ${String(number)}`;

/** Markdown to take along: references as plain words, "(slide 4)". */
export const withPlainReferences = (markdown: string): string =>
  markdown.replace(/\[[^[\]]*\]\(#(slide|paragraph)-(\d+)\)/g, (_whole, kind: string, number: string) => `(${kind} ${number})`);

const textOf = (node: MarkdownNode): string =>
  node.type === 'link' && referenceOf(node.url) ? '' : (node.value ?? node.children?.map(textOf).join('') ?? '');

const visit = (node: MarkdownNode, look: (node: MarkdownNode) => void): void => {
  look(node);
  for (const child of node.children ?? []) visit(child, look);
};

/** Gives each heading an address of its own, made of its words: `#section-key-terms`. */
export const headingAddresses = () => (tree: MarkdownNode) => {
  const used = new Set<string>();
  visit(tree, (node) => {
    if (node.type !== 'heading') return;
    const words =
      textOf(node)
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, '-')
        .replace(/^-|-$/g, '') || 'part';
    let id = `section-${words}`;
    for (let count = 2; used.has(id); count += 1) id = `section-${words}-${String(count)}`;
    used.add(id);
    // Following its link takes the focus there, too.
    node.data = { ...node.data, hProperties: { ...node.data?.hProperties, id, tabIndex: -1 } };
  });
};

const isReference = (node: MarkdownNode | undefined): boolean => node?.type === 'link' && referenceOf(node.url) !== undefined;

/** Stands between marks that follow each other. */
const narrowSpace = '\u202f';

/** The last word of a text, which a mark keeps to; of writing without spaces its last few signs. */
const lastWord = /(?<=\s|^)\S{1,24}$|\S{1,4}$/;

/** What stays on one line. */
const kept = (children: MarkdownNode[]): MarkdownNode => ({
  type: 'emphasis',
  data: { hName: 'span', hProperties: { className: ['kept'] } },
  children,
});
const isKept = ({ data }: MarkdownNode): boolean => data?.hName === 'span';

/** Marks stand right after what they prove, on the same line; a paragraph of nothing but marks, as below a table, is named for what it is. */
export const closeReferences = () => (tree: MarkdownNode) => {
  visit(tree, (node) => {
    const children = node.children ?? [];
    if (!children.some(isReference) || isKept(node)) return;
    if (node.type === 'paragraph' && children.every((child) => isReference(child) || child.value?.trim() === ''))
      node.data = { ...node.data, hProperties: { ...node.data?.hProperties, className: ['marks'] } };
    const closed: MarkdownNode[] = [];
    let group: MarkdownNode[] | undefined;
    children.forEach((child, index) => {
      const isBeforeMark = child.type === 'text' && isReference(children[index + 1]);
      if (isReference(child)) {
        if (!group) {
          group = [];
          closed.push(kept(group));
        }
        group.push(child);
      } else if (isBeforeMark && group && child.value?.trim() === '') group.push({ ...child, value: narrowSpace });
      else if (isBeforeMark) {
        const text = (child.value ?? '').trimEnd();
        const word = lastWord.exec(text)?.[0] ?? '';
        if (text.length > word.length) closed.push({ ...child, value: text.slice(0, text.length - word.length) });
        group = [{ ...child, value: word }];
        closed.push(kept(group));
      } else {
        group = undefined;
        closed.push(child);
      }
    });
    node.children = closed;
  });
};

const colon = /^\s*[:：]\s*/;
const colonAtEnd = /(?<!\s)\s*[:：]\s*$/;

/** `**Term**: what it means`, as term and meaning; undefined for any other list item. */
const definitionOf = (item: MarkdownNode): { term: MarkdownNode[]; meaning: MarkdownNode[] } | undefined => {
  const [paragraph, ...further] = item.children ?? [];
  if (paragraph?.type !== 'paragraph' || further.length > 0) return undefined;
  const [strong, text, ...rest] = paragraph.children ?? [];
  if (strong?.type !== 'strong' || text?.type !== 'text') return undefined;
  const term = strong.children ?? [];
  const last = term.at(-1);
  if (colon.test(text.value ?? '')) return { term, meaning: [{ ...text, value: text.value?.replace(colon, '') ?? '' }, ...rest] };
  if (last?.type === 'text' && colonAtEnd.test(last.value ?? ''))
    return {
      term: [...term.slice(0, -1), { ...last, value: last.value?.replace(colonAtEnd, '') ?? '' }],
      meaning: [{ ...text, value: text.value?.trimStart() ?? '' }, ...rest],
    };
  return undefined;
};

/**
 * Key terms become a definition list: a list right below a heading of which every point is a bold term, a colon and its meaning. The
 * heading's words are those of the material's language, so the form decides.
 */
export const keyTerms = () => (tree: MarkdownNode) => {
  const nodes = tree.children ?? [];
  nodes.forEach((list, index) => {
    if (list.type !== 'list' || list.ordered === true || nodes[index - 1]?.type !== 'heading') return;
    const definitions = (list.children ?? []).map(definitionOf);
    if (definitions.some((definition) => definition === undefined)) return;
    list.data = { hName: 'dl' };
    list.children = definitions.flatMap((definition) =>
      definition
        ? {
            type: 'listItem',
            data: { hName: 'div' },
            children: [
              { type: 'paragraph', data: { hName: 'dt' }, children: definition.term },
              { type: 'paragraph', data: { hName: 'dd' }, children: definition.meaning },
            ],
          }
        : [],
    );
  });
};
