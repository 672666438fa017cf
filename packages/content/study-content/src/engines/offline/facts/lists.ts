import { placeOf } from '@lectern/contracts/plain';
import { withoutContinuation } from '../../../text/continuation.ts';
import { typedMark } from '../../../text/typedMark.ts';
import { wordCount, withoutStop } from '../../../text/words.ts';
import type { List, ListItem } from './Fact.ts';
import type { Tagger } from '../posTagger.ts';
import type { UsablePassage } from '../statements.ts';
import { withoutCitations, withoutFootnotes } from '../statements.ts';
import { finiteVerb, formOf } from './grammar.ts';
import { listQuestion } from './listQuestion.ts';
import type { OutlineNode } from './outline.ts';

const steps =
  /\b(steps|stages|phases|life ?cycle|cycle|process|procedure|pathway|sequence|workflow|timeline|algorithm)(\s(of|in|for|to)\b.*|\s(include|includes|are))?$/is;
/** Maximum number of words of a step. Longer items are explanations. */
const longestStep = 8;
/** Headings about the lecture itself. */
const announces =
  /\b(this|these|the next|the following) (chapters?|slides?|lessons?|lectures?|sections?|modules?|presentation|course|topics?)\b|\bwe will\b/i;

/** Items that are announced or counted instead of named. */
const idleItem =
  /^(?:helpful )?(?:hints?|notes?|tips?)$|^(?:examples?|types|kinds) of |^(?:two|three|four|five|six) |^(you|nobody|none|etc|others?|more|and more|n\/a)\.?$/i;
/** Items that address the learner or contain lists: "your comfort level", "Python, Java, Ruby". */
const looseItem = /\b(?:you|your|my|our)\b|^most importantly\b| ; |\bvs\.?\b|(?:, [^,\s]+(?: [^,\s]+)?){2}$/i;

function itemOf({ passage }: UsablePassage, tag: Tagger | undefined): ListItem | undefined {
  const text = withoutStop(withoutFootnotes(passage.text))
    .replace(typedMark, '')
    .replace(/(?<!\s)\s+(and|or)$/, '')
    .replace(/[;,]$/, '')
    .replace(/^(\d+[.)]|[a-h][.)]|step \d+[:.]?)\s+/i, '');
  if (wordCount(text) > 18 || text === '' || /[?:]/.test(text) || idleItem.test(text) || /^(e\.?g\.?|i\.?e\.?)\b|\bwww\./i.test(text))
    return undefined;
  return {
    text,
    source: { pointer: passage.pointer, quote: passage.text },
    form: formOf(text, tag),
  };
}

function listOf(
  head: UsablePassage,
  heading: string,
  below: UsablePassage[],
  names: ReadonlySet<string>,
  tag: Tagger | undefined,
): List | undefined {
  const found = below.flatMap((one) => itemOf(one, tag) ?? []);
  // Items of a list have the same form: if most are instructions, so are ambiguous words.
  const instructs = found.filter(({ form }) => form === 'base').length * 2 >= found.length;
  const items = instructs ? found.map((item) => (item.form === 'noun' ? { ...item, form: 'base' } : item)) : found;
  if (items.length < 2) return undefined;
  const isLoose = items.filter(({ text }) => looseItem.test(text)).length * 2 >= items.length;
  const question = isLoose ? undefined : listQuestion(heading, names, tag);
  return {
    type: 'list',
    heading,
    ...(question !== undefined && { question }),
    items,
    isWhole: items.length === below.length,
    isOrdered:
      items.length >= 4 &&
      items.length === below.length &&
      steps.test(heading) &&
      items.every(({ text }) => wordCount(text) <= longestStep && !/[=]/.test(text)),
    topic: head.topic,
    place: placeOf(head.passage.pointer),
    index: head.index,
    source: { pointer: head.passage.pointer, quote: head.passage.text },
  };
}

/** A sentence is explained by the lines below it; it does not introduce a list. */
const isSentence = (text: string, tag: Tagger | undefined): boolean => tag !== undefined && finiteVerb(tag(text)) > 0 && !/\?$/.test(text);

/** Extracts lists below lines, with or without a colon, and below slide titles. */
export function listsOf(nodes: OutlineNode[], names: ReadonlySet<string>, tag: Tagger | undefined): List[] {
  const lists = nodes.flatMap((node): List[] => {
    const whole = withoutCitations(withoutFootnotes(node.one.passage.text));
    const hasColon = /[:：]$/.test(whole);
    // The last sentence of a paragraph introduces the list.
    const raw = hasColon ? (whole.split(/(?<=[.!?]) (?=\p{Lu})/u).at(-1) ?? whole) : whole;
    // Korean introduces a list with "… are as follows"; its subject is the heading.
    const heading = withoutContinuation(raw.replace(/(?<!\s)\s*[:：]$/, ''))
      .replace(/^\d+(?:\.\d+)*[.)]?\s+(?=\p{L})/u, '')
      .replace(/^(.{2,40}?)(?:은|는)\s+다음.*$/u, '$1');
    if (node.children.length < 2 || wordCount(heading) > 22 || announces.test(heading)) return [];
    if (!hasColon && (wordCount(heading) > 9 || !tag || isSentence(heading, tag) || /[.;,]$/.test(heading))) return [];
    const list = listOf(
      node.one,
      heading,
      node.children.map(({ one }) => one),
      names,
      tag,
    );
    return list ? [list] : [];
  });
  return [...lists, ...titleLists(nodes, names, tag)];
}

/** The top-level bullets of a slide whose title asks for them or names them. */
function titleLists(nodes: OutlineNode[], names: ReadonlySet<string>, tag: Tagger | undefined): List[] {
  if (!tag) return [];
  const groups = new Map<string, OutlineNode[]>();
  for (const node of nodes) {
    const { pointer } = node.one.passage;
    if (node.parent || (pointer.kind === 'slide' && pointer.part !== 'body' && pointer.part !== 'smartart')) continue;
    const group = groups.get(node.group);
    if (group) group.push(node);
    else groups.set(node.group, [node]);
  }
  return [...groups.values()].flatMap((group): List[] => {
    const first = group[0];
    const points = group.filter(({ one }) => one.passage.kind === 'bullet');
    if (!first || points.length < 3 || points.length > 9 || points.length < group.length - 1) return [];
    if (points.some(({ one }) => wordCount(one.passage.text) > 12 || /[:：?]/.test(one.passage.text) || / – | - /.test(one.passage.text)))
      return [];
    const heading = first.one.topic;
    const list = listOf(
      first.one,
      heading,
      points.map(({ one }) => one),
      names,
      tag,
    );
    return list && (list.question !== undefined || list.isOrdered) ? [list] : [];
  });
}
