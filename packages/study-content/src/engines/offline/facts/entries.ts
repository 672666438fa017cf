import { contentStems, fold, lowerFirst, shared, upperFirst, withoutStop, wordCount } from '../../../text/words.ts';
import type { Tagger } from '../posTagger.ts';
import { withoutFootnotes, type Statement } from '../statements.ts';
import { isSubject, placed } from './descriptions.ts';
import type { Entry } from './Fact.ts';
import { balanced, finiteVerb, hasMarkup, isWordTag, leadingVerb, nameOfTerm } from './grammar.ts';
import type { OutlineNode } from './outline.ts';
import { termKey } from './terms.ts';

/** A heading and the points below it. */
interface Block {
  name: string;
  /** The same for headings that stand side by side: labels of one topic, or titles that one list names. */
  family: string;
  points: Statement[];
}

/** The fewest headings of a family, and the fewest titles that a list names. */
const leastOfFamily = 2;
const leastOfTitles = 3;
/** The fewest content words and the most words of a point that tells something of its heading. */
const pointLength = { leastStems: 4, mostWords: 32 } as const;

/** Headings that name a side of their topic or a part of the lecture, and no thing. */
const sides =
  /^(?:(?:main|key|major|common|other|some|its|the|important|basic|general) )*(?:functions?|roles?|causes?|symptoms?|signs?|treatments?|management|purposes?|structure|advantages?|disadvantages?|pros|cons|benefits?|limitations?|strengths?|weaknesses?|drawbacks?|uses?|applications?|examples?|characteristics|features|properties|types?|kinds?|forms?|steps?|stages?|phases?|definitions?|overview|summary|introduction|conclusions?|goals?|objectives?|implications?|importance|issues?|challenges?|problems?|findings?|results?|methods?|factors?|explanation|interpretations?|assumptions?|notes?|background|history|case stud(?:y|ies)|questions?|answers?|tips?|facts?|analog(?:y|ies)|fun facts?|key takeaways?)(?: (?:of|for|in|to) .*)?$/i;

/** The name that a heading gives to what stands below it: "2. Quota sampling:" is "Quota sampling". */
export function headingName(text: string): string {
  const plain = nameOfTerm(
    withoutFootnotes(text)
      .replace(/(?<!\s)\s+defined$/i, '')
      .replace(/(?<!\s)\s*\([^()]*\)$/, '')
      .split(/[/|]/)[0] ?? '',
  );
  // A title in capitals is written like others.
  return plain.length > 5 && plain === plain.toUpperCase() ? upperFirst(plain.toLowerCase()) : plain;
}

/** Whether a heading names a thing: "Reliability required" says something of one. */
export const namesThing = (name: string, tag: Tagger): boolean =>
  isSubject(name, tag) &&
  !sides.test(name) &&
  wordCount(name) <= 5 &&
  !(name.includes(' ') && tag(lowerFirst(name)).at(-1)?.tag === 'VERB');

const isLeaf = (node: OutlineNode): boolean => node.children.length === 0 && !/[:：]$/.test(node.one.passage.text);

/** The blocks of lines that head others. */
function blocksOfLines(nodes: readonly OutlineNode[], byPassage: ReadonlyMap<number, Statement[]>, tag: Tagger): Block[] {
  return nodes.flatMap((node): Block[] => {
    const name = headingName(node.one.passage.text);
    if (node.children.length === 0 || /[.?;,]$/.test(node.one.passage.text) || !namesThing(name, tag)) return [];
    const points = node.children.filter(isLeaf).flatMap(({ one }) => byPassage.get(one.index) ?? []);
    return [{ name, family: node.family, points }];
  });
}

const labelled = /^([^:.?!]{3,50}?)(?<!\s)\s*[:：] (?=\S)/u;

/** The blocks of paragraphs that begin with their name: "Lottery method: In this method, all items …". */
function blocksOfLabels(nodes: readonly OutlineNode[], byPassage: ReadonlyMap<number, Statement[]>, tag: Tagger): Block[] {
  return nodes.flatMap((node): Block[] => {
    const [label = '', written = ''] = labelled.exec(node.one.passage.text) ?? [];
    const name = headingName(written);
    if (written === '' || !namesThing(name, tag)) return [];
    const points = (byPassage.get(node.one.index) ?? []).map((one) =>
      one.text.startsWith(label) ? { ...one, text: one.text.slice(label.length) } : one,
    );
    return [{ name, family: node.family, points }];
  });
}

/** The titles that a list of the material names, with the list: "Internal economies" has slides on each of its five points. */
function titleFamilies(nodes: readonly OutlineNode[], topics: ReadonlyMap<string, OutlineNode[]>): Map<string, string> {
  const titles = new Map([...topics.keys()].map((topic) => [termKey(headingName(topic)), topic]));
  const found = new Map<string, string>();
  for (const [group, members] of Map.groupBy(nodes, (node) => node.group)) {
    const named = members.flatMap(({ one }) => titles.get(termKey(headingName(one.passage.text))) ?? []);
    if (new Set(named).size >= leastOfTitles) for (const title of named) if (!found.has(title)) found.set(title, `titles|${group}`);
  }
  return found;
}

/** The blocks of slides and sections whose titles stand side by side. */
function blocksOfTitles(nodes: readonly OutlineNode[], byPassage: ReadonlyMap<number, Statement[]>, tag: Tagger): Block[] {
  const topics = Map.groupBy(
    nodes.filter(({ parent }) => !parent),
    ({ one }) => one.topic,
  );
  const families = titleFamilies(nodes, topics);
  return [...topics].flatMap(([topic, members]): Block[] => {
    const name = headingName(topic);
    const family = families.get(topic);
    if (family === undefined || !namesThing(name, tag)) return [];
    return [{ name, family, points: members.filter(isLeaf).flatMap(({ one }) => byPassage.get(one.index) ?? []) }];
  });
}

const opens =
  /^(?:for (?:example|instance)|e\.?g|i\.?e|such as|see|note|suppose|assume|then|also,|similarly|likewise|in contrast|and|but|or|so|because|if)\b/i;
const connective = /^(?:however|hence|thus|therefore|in fact|of course|generally|usually), /i;
/** Words that speak of something that the point does not name. */
const pointsOut =
  /\b(?:this|it|its|these|those|such|above|below|following|here|they|them|he|she|his|her|we|us|our|you|your|my|former|latter|same|another|slide|chapter|figure|table|discussed|described|mentioned)\b/i;
/** Nouns that say of a thing only that it is one of its kind. */
const ofKind = contentStems(
  'method methods technique approach process type kind form procedure term thing way example used use called known',
);

/** The form of what a point says: a verb of one, of several, of the past, a sentence or a phrase. Options of one question have one form. */
function pointForm(text: string, tag: Tagger): Entry['form'] {
  const tokens = tag(text.charAt(0).toLowerCase() + text.slice(1));
  const [first, second] = tokens;
  if (/^(?:is|has|was|can|may|does|must|should|will) /i.test(text)) return 'does';
  const lead = leadingVerb(tokens);
  if (lead === 'third') return 'does';
  if (lead === 'base') return 'do';
  const hasObject = second !== undefined && (isWordTag(second.tag) || ['DET', 'ADJ', 'NUM', 'PRON', 'SCONJ'].includes(second.tag));
  if (first?.tag === 'VERB' && /ed$/.test(first.text) && hasObject) return 'did';
  return finiteVerb(tokens) >= 0 || first?.tag === 'VERB' ? 'sentence' : 'phrase';
}

/** Whether a point tells something of its heading that can be understood beside it. */
function isTelling(text: string): boolean {
  const stems = [...contentStems(text)].filter((word) => !ofKind.has(word));
  return (
    stems.length >= pointLength.leastStems &&
    wordCount(text) <= pointLength.mostWords &&
    !/[?=≠→:]|\.\.\.|…/.test(text) &&
    !opens.test(text) &&
    !pointsOut.test(text) &&
    !/^(?:\S+ ){0,2}(?:their|its) /i.test(text) &&
    balanced(text) &&
    !hasMarkup(text)
  );
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** The words by which a point names its heading at its start: "In quota sampling, the researcher …". */
const namingOf = (name: string): RegExp =>
  new RegExp(`^(?:in|with|by|under|for) (?:this \\p{L}+|(?:the |an? )?${escaped(name)})(?: \\p{L}+)?, (?=\\p{L})`, 'iu');
/** The same with a verb: "This method is …", "It also needs …". */
const pronoun = /^(?:it|this(?: \p{L}+){1,2}?) (?:also )?(?=(?:is|has|was|can|may|does|must|should|will|\p{L}+s) )/iu;

/** A point without the words by which it names its heading. */
const withoutHeading = (text: string, naming: RegExp): string =>
  upperFirst(text.replace(connective, '').replace(naming, '').replace(pronoun, ''));

/** Headings with points that return under other topics: "Entry condition" of every use case is a field of a form, and no thing of its own. */
function namesOfFields(blocks: readonly Block[]): ReadonlySet<string> {
  const byName = Map.groupBy(blocks, ({ name }) => termKey(name));
  return new Set([...byName].filter(([, same]) => same.some(({ family }) => family !== same[0]?.family)).map(([key]) => key));
}

/**
 * What the points below a heading say of it, where other headings stand beside it.
 *
 * @param isTaken - Whether a point is another fact already.
 */
export function entriesOf(
  nodes: readonly OutlineNode[],
  statements: readonly Statement[],
  tag: Tagger,
  isTaken: (statement: Statement) => boolean,
): Entry[] {
  const byPassage = Map.groupBy(
    statements.filter(({ isNote }) => !isNote),
    ({ index }) => index,
  );
  const ofLines = [...blocksOfLines(nodes, byPassage, tag), ...blocksOfLabels(nodes, byPassage, tag)];
  const fields = namesOfFields(ofLines);
  const blocks = [...ofLines, ...blocksOfTitles(nodes, byPassage, tag)].filter(({ name }) => !fields.has(termKey(name)));
  return [...Map.groupBy(blocks, ({ family }) => family)].flatMap(([family, members]): Entry[] => {
    const byName = Map.groupBy(members, ({ name }) => termKey(name));
    if (byName.size < leastOfFamily) return [];
    // Words that most headings of a family have give none of them away.
    const counts = new Map<string, number>();
    for (const key of byName.keys()) for (const word of contentStems(key)) counts.set(word, (counts.get(word) ?? 0) + 1);
    const isCommon = (word: string): boolean => (counts.get(word) ?? 0) * 2 > byName.size;
    return [...byName.values()].flatMap((same): Entry[] => {
      const [{ name } = { name: '' }] = same;
      const own = new Set([...contentStems(name)].filter((word) => !isCommon(word)));
      const points = same.flatMap((block) => block.points);
      const free = points.filter((statement) => !isTaken(statement));
      if (free.length === 0) return [];
      const naming = namingOf(name);
      const said = points.map(({ text }) => withoutStop(text)).join('; ');
      return free.flatMap((statement): Entry[] => {
        const text = withoutHeading(withoutStop(statement.text), naming);
        if (!isTelling(text) || shared(own, contentStems(text)) > 0 || fold(text) === fold(name)) return [];
        return [
          {
            type: 'entry',
            subject: name,
            group: family,
            text,
            form: pointForm(text, tag),
            isFirst: statement === points[0],
            said,
            ...placed(statement),
          },
        ];
      });
    });
  });
}
