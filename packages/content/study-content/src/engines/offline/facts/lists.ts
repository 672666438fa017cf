import { appendTo } from '../../../text/collections.ts';
import { plainCase, upperFirst, withoutStop, wordCount } from '../../../text/words.ts';
import type { Tagger } from '../posTagger.ts';
import { finiteVerb, formOf, instructions, isPluralNoun, isWordTag } from './grammar.ts';
import { placeOf } from '@lectern/contracts/plain';
import { withoutContinuation } from '../../../text/titles.ts';
import { typedMark } from '../../../text/lineForms.ts';
import type { List, ListItem } from './Fact.ts';
import { type UsablePassage, withoutCitations, withoutFootnotes } from '../statements.ts';
import type { OutlineNode } from './outline.ts';

const vague =
  /^(the |some |other |important |relevant |key |more |several |many )*(questions?|terms?|examples?|steps?|points?|things?|topics?|notes?|items?|issues?|ideas?|facts?|considerations?|details?|concepts?|basics)$/i;

/** Headings that count without naming anything: "Tons of options", "Step #2 - Frameworks". */
const quantity =
  /^(?:an? )?(?:tons?|lots?|loads|plenty|heaps|dozens|hundreds|thousands|couple|handful|variety|number|range|few|several|many) (?:of )?|#|^(?:step|part|phase|stage|unit|week|day|module|option|case) ?\d/i;

/** Whether the items of a heading are members of it: "Signs of …", "Types of …", "Risk factors for …". */
const isMemberHeading = (heading: string, tag: Tagger | undefined): boolean => {
  const head = heading.split(/ (?:of|for|in|to|that|on|with|among|at|during) /)[0] ?? '';
  if (!isPluralNoun(head) || wordCount(head) > 5) return false;
  if (tag === undefined) return true;
  const tokens = tag(head.toLowerCase());
  return (
    isWordTag(tokens.at(-1)?.tag ?? '') &&
    tokens[0]?.tag !== 'ADP' &&
    !tokens.some(({ tag: one }) => one === 'VERB' || one === 'AUX' || one === 'PRON')
  );
};

const counts = 'two|three|four|five|six|seven|eight|nine|ten|\\d{1,2}';
/** A heading that counts its items: "Deadlock can arise if 4 conditions hold at the same time". */
const counting = new RegExp(`(?<![\\p{L}\\d])(?:${counts}) (?:of the )?(?:\\p{L}+ ){0,2}(\\p{L}+s|criteria)(?![\\p{L}\\d])`, 'iu');

/** The question for a heading that counts its items. The heading is quoted whole. */
function countedQuestion(heading: string): string | undefined {
  const plain = heading
    .replace(/^(?:However|Therefore|Thus|In general|Generally|Specifically), (?=\p{L})/u, '')
    .replace(/(?:the )?following (?=\p{L})/iu, '')
    .replace(/ (?:are|is|as follows|include|including)$/i, '')
    .replace(/(?<!\s)\s*[:：]$/, '');
  const noun = counting.exec(plain)?.[1];
  if (
    noun === undefined ||
    !isPluralNoun(noun) ||
    vague.test(noun) ||
    /\b(you|your|we|our|this|these|those|it|they|he|she|which|true|false|slides?|chapter|lesson)\b|\?/i.test(plain) ||
    wordCount(plain) < 4 ||
    wordCount(plain) > 20
  )
    return undefined;
  return `“${upperFirst(plain)}”: which of these is one of them?`;
}

/** The question for a list heading; `undefined` if it has none. */
const listQuestion = (heading: string, names: ReadonlySet<string>, tag: Tagger | undefined): string | undefined =>
  plainQuestion(heading, names, tag) ?? (tag && countedQuestion(heading));

function plainQuestion(heading: string, names: ReadonlySet<string>, tag: Tagger | undefined): string | undefined {
  if (/^(what|who|which|when|where|why) .*\?$/i.test(heading)) {
    if (/^what (is|are) (an?|the)?\s*[\p{L}-]+\?$/iu.test(heading) || /\b(you|we|your|our|i|this|these|it|they)\b/i.test(heading))
      return undefined;
    return wordCount(heading) >= 4 ? heading : undefined;
  }
  if (
    instructions.has(heading.split(' ')[0]?.toLowerCase() ?? '') ||
    quantity.test(heading) ||
    /[?:]/.test(heading) ||
    /\b(not|never|you|your|we|our|this|these|those|such|following|below|above|it|they|someone|slides?|chapter|lesson|lecture|exhibit|figure|table|box)\b/i.test(
      heading,
    ) ||
    /^(example|note|for example|attribution|source|photo|learn|see|e\.?g|i\.?e|other|additional|further)\b/i.test(heading) ||
    vague.test(heading) ||
    // "Three possible outcomes" of what?
    (/\b(possible|main|following|two|three|four|five|key|basic)\b/i.test(heading) && !/\s(of|for|in)\s/i.test(heading))
  )
    return undefined;
  const named =
    /^(?:The |Some |Common |Typical |Main )?(.{6,}?) (?:often |usually |commonly |typically |may |can |could )?(?:include|includes|are|is|can be|may be|could be)$/i.exec(
      heading,
    );
  const members = named?.[1] ?? heading.replace(/^the\s+/i, '');
  const [head = ''] = members.split(/ (?:of|for|in|to) /);
  if (wordCount(members) < 2 || wordCount(members) > 9 || vague.test(members) || /[,;&]|\b(and|or|vs|versus)\b/i.test(head))
    return undefined;
  // "Factors that cause a shift" would need another verb form in the singular.
  if (/ (?:that|which) /.test(members) && isMemberHeading(members, tag)) return `“${upperFirst(members)}”: which of these is one of them?`;
  const one = isMemberHeading(members, tag) ? singularOf(plainCase(members, names)) : undefined;
  return one === undefined ? undefined : `Which of these is ${/^[aeiou]/i.test(one) ? 'an' : 'a'} ${one}?`;
}

const irregular: Record<string, string> = {
  criteria: 'criterion',
  phenomena: 'phenomenon',
  diagnoses: 'diagnosis',
  hypotheses: 'hypothesis',
  bases: 'basis',
};

/** Turns "signs of heart failure" into "sign of heart failure"; `undefined` if the noun has no regular plural. */
function singularOf(heading: string): string | undefined {
  const end = heading.search(/ (?:of|for|in|to|that|on|with|among|at|during) /);
  const phrase = (end < 0 ? heading : heading.slice(0, end)).split(' ');
  const noun = phrase.pop() ?? '';
  const one =
    irregular[noun.toLowerCase()] ??
    (/ies$/.test(noun)
      ? `${noun.slice(0, -3)}y`
      : /(ss|sh|ch|x|z)es$/.test(noun)
        ? noun.slice(0, -2)
        : /[^su]s$/.test(noun)
          ? noun.slice(0, -1)
          : undefined);
  if (one === undefined) return undefined;
  const members = [...phrase, one]
    .join(' ')
    .replace(/^(?:(?:two|three|four|five|six|seven|eight|nine|ten|common|main|major|typical|key|important|possible|some|the)\s+)+/i, '');
  return `${members}${end < 0 ? '' : heading.slice(end)}`;
}

const steps =
  /\b(steps|stages|phases|life ?cycle|cycle|process|procedure|pathway|sequence|workflow|timeline|algorithm)(\s(of|in|for|to)\b.*|\s(include|includes|are))?$/is;
/** Longer items are explanations. */
const maxStepWords = 8;
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
      items.every(({ text }) => wordCount(text) <= maxStepWords && !/[=]/.test(text)),
    topic: head.topic,
    place: placeOf(head.passage.pointer),
    index: head.index,
    source: { pointer: head.passage.pointer, quote: head.passage.text },
  };
}

/** Whether a line is a sentence. The lines below a sentence explain it and are not a list. */
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
    appendTo(groups, node.group, node);
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
