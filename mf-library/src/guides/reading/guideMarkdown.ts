import { escapeMarkdown, pictureWords, referenceWords, type Picture } from '@lectern/contracts';

/** The fields of a markdown syntax tree that this module uses. */
interface MarkdownNode {
  type: string;
  value?: string;
  url?: string;
  depth?: number;
  ordered?: boolean | null;
  children?: MarkdownNode[];
  data?: { hName?: string; hProperties?: Record<string, unknown> };
}

/**
 * Matches the address of a reference: `[4](#slide-4)`, `[p. 12](#paragraph-61)` or `[Heart failure ¶ 4](#paragraph-3)`. It points to the
 * slide or paragraph that a statement comes from.
 */
const referencePattern = /^#(slide|paragraph)-(\d+)$/;

/** A reference to a slide or paragraph. */
export interface Reference {
  kind: 'slide' | 'paragraph';
  /** The slide's number, or the paragraph's number across all texts and documents of the guide. */
  number: number;
  /** The name shown to the learner, if it differs from the kind and number: 'page 12', 'notes.docx, paragraph 3'. */
  words?: string;
}

/** Parses a link's address and text as a reference. Returns undefined for any other address. */
export const referenceOf = (address: string | undefined, text = ''): Reference | undefined => {
  const [, found, digits] = referencePattern.exec(address ?? '') ?? [];
  if (found === undefined) return undefined;
  const kind = found === 'slide' ? 'slide' : 'paragraph';
  const number = Number(digits);
  const words = referenceWords(text, kind, number);
  return { kind, number, ...(words !== nameOf({ kind, number }) && { words }) };
};

/** 'slide 4', 'page 12' */
export const nameOf = ({ kind, number, words }: Reference): string => words ?? `${kind} ${String(number)}`;

/**
 * Prepares markdown for copying: replaces references with plain words, "(slide 4)", and pictures too, because nobody else can load them.
 */
export const withPlainReferences = (markdown: string, pictures: readonly Picture[]): string =>
  markdown
    .replace(/!\[((?:[^[\]\\]|\\.)*)\]\(picture:([0-9a-f]{32}-(\d{1,5}))\)/g, (_whole, alt: string, id: string, slide: string) => {
      const picture = pictures.find((each) => each.id === id) ?? { slide: Number(slide) };
      return `(${escapeMarkdown(pictureWords(picture))}: ${alt})`;
    })
    .replace(
      /\[([^[\]]*)\]\(#(slide|paragraph)-(\d+)\)/g,
      (_whole, text: string, kind: 'slide' | 'paragraph', number: string) => `(${referenceWords(text, kind, Number(number))})`,
    );

const textOf = (node: MarkdownNode): string =>
  node.type === 'link' && referenceOf(node.url) ? '' : (node.value ?? node.children?.map(textOf).join('') ?? '');

const visit = (node: MarkdownNode, look: (node: MarkdownNode) => void): void => {
  look(node);
  for (const child of node.children ?? []) visit(child, look);
};

/** Gives each heading an id derived from its words: `section-key-terms`. */
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
    // Focusable, so that following its link also moves the focus.
    node.data = { ...node.data, hProperties: { ...node.data?.hProperties, id, tabIndex: -1 } };
  });
};

const isReference = (node: MarkdownNode | undefined): boolean => node?.type === 'link' && referenceOf(node.url) !== undefined;

/** The separator between adjacent references. */
const narrowSpace = '\u202f';

/**
 * The last word of a text, which must stay on one line with its reference. For a long word, and in scripts without spaces, only the last
 * few characters.
 */
const lastWord = /(?<=\s|^)\S{1,16}$|\S{1,4}$/;

const element = (hName: string, hProperties: Record<string, unknown>, children: MarkdownNode[]): MarkdownNode => ({
  type: 'emphasis',
  data: { hName, hProperties },
  children,
});
/** Wraps content that must not break across lines. */
const kept = (children: MarkdownNode[]): MarkdownNode => element('span', { className: ['kept'] }, children);
/** Hides a repeated reference. It stays in the document, because the quotes of highlights contain it. */
const unseen = (children: MarkdownNode[]): MarkdownNode => element('span', { hidden: true }, children);
/** A position where the line may break. */
const lineBreakHere = (): MarkdownNode => element('wbr', {}, []);
const isKept = ({ data }: MarkdownNode): boolean => data?.hName === 'span';

/** The visible text of a reference. References to different passages of one page look the same. */
const shownBy = (node: MarkdownNode | undefined): string => node?.children?.map(({ value = '' }) => value).join('') ?? '';

/**
 * Keeps a word and its reference on one line. Further references may wrap. Of adjacent references that look the same, only the first is
 * shown. A paragraph with references only, such as below a table, gets the class `marks`.
 */
export const closeReferences = () => (tree: MarkdownNode) => {
  visit(tree, (node) => {
    const children = node.children ?? [];
    if (!children.some(isReference) || isKept(node)) return;
    if (node.type === 'paragraph' && children.every((child) => isReference(child) || child.value?.trim() === ''))
      node.data = { ...node.data, hProperties: { ...node.data?.hProperties, className: ['marks'] } };
    const closed: MarkdownNode[] = [];
    /** The last word before a reference, held back until the reference is appended. */
    let word: MarkdownNode[] = [];
    /** The visible text of the last reference, as long as only references follow. */
    let shown: string | undefined;
    children.forEach((child, index) => {
      const next = children[index + 1];
      const isBeforeMark = child.type === 'text' && isReference(next);
      if (isReference(child)) {
        closed.push(shown !== undefined && shownBy(child) === shown ? unseen([child]) : kept([...word, child]));
        word = [];
        shown = shownBy(child);
      } else if (isBeforeMark && shown !== undefined && child.value?.trim() === '') {
        const space = { ...child, value: narrowSpace };
        closed.push(...(shownBy(next) === shown ? [unseen([space])] : [space, lineBreakHere()]));
      } else if (isBeforeMark) {
        const text = (child.value ?? '').trimEnd();
        const last = lastWord.exec(text)?.[0] ?? '';
        if (text.length > last.length) closed.push({ ...child, value: text.slice(0, text.length - last.length) });
        word = [{ ...child, value: last }];
        shown = undefined;
      } else {
        shown = undefined;
        closed.push(child);
      }
    });
    node.children = closed;
  });
};

const colon = /^\s*[:：]\s*/;
const colonAtEnd = /(?<!\s)\s*[:：]\s*$/;

/** Splits a list item `**Term**: meaning`. Returns undefined for any other list item. */
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
 * Turns key terms into a definition list: a list below a heading in which every item is a bold term, a colon and its meaning. Detected by
 * form, because the heading is in the language of the material.
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

/** Whether a node is an emphasis from the markdown, not one created by a plugin. */
const isEmphasis = ({ type, data }: MarkdownNode): boolean => type === 'emphasis' && data === undefined;

/** Collapses the answer of each review question: an item of a numbered list that has a question and an answer in italics. */
export const foldAnswers = () => (tree: MarkdownNode) => {
  visit(tree, (list) => {
    if (list.type !== 'list' || list.ordered !== true) return;
    for (const item of list.children ?? []) {
      const [paragraph, ...further] = item.children ?? [];
      const children = paragraph?.type === 'paragraph' && further.length === 0 ? (paragraph.children ?? []) : [];
      const at = children.findIndex(isEmphasis);
      const question = children.slice(0, Math.max(0, at));
      if (!paragraph || !/[?？؟]["”’»]?\s*$/.test(question.map(textOf).join(''))) continue;
      paragraph.data = { hName: 'details' };
      paragraph.children = [element('summary', {}, question), element('div', {}, children.slice(at))];
    }
  });
};
