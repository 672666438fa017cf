import { contentStems, fold, shared, wordCount } from '../../../../text/words.ts';
import type { Fact, Facts } from '../../facts/Fact.ts';
import { termKey } from '../../facts/terms.ts';
import type { Tagger } from '../../posTagger.ts';
import type { Ask } from '../Ask.ts';
import { headNoun, isAgent, isPersonal } from '../termKinds.ts';
import type { Candidate } from '../Candidate.ts';
import { commonness } from './commonness.ts';

/** Numbers that describe an item, by name. A name that is missing stands for 0. */
export type ItemFeatures = Readonly<Record<string, number>>;

/** What the material as a whole adds to the description of its items. */
export interface MaterialFeatures {
  /** Words of all statements. */
  words: number;
  /** The number of its last slide or paragraph. */
  lastPlace: number;
  /** Statements and their words on each slide or in each paragraph. */
  byPlace: ReadonlyMap<number, { statements: number; words: number }>;
  /** Stems of the statements that name a term, by its key. */
  stemsBeside: ReadonlyMap<string, ReadonlySet<string>>;
}

export function materialFeatures({ statements, terms }: Facts): MaterialFeatures {
  const byPlace = new Map<number, { statements: number; words: number }>();
  let [words, lastPlace] = [0, 1];
  for (const { place, text } of statements) {
    const count = wordCount(text);
    const known = byPlace.get(place) ?? { statements: 0, words: 0 };
    byPlace.set(place, { statements: known.statements + 1, words: known.words + count });
    words += count;
    lastPlace = Math.max(lastPlace, place);
  }
  const stemsBeside = new Map(terms.map((term) => [term.key, new Set(term.statements.flatMap(({ text }) => [...contentStems(text)]))]));
  return { words, lastPlace, byPlace, stemsBeside };
}

/** What readers found to matter in the wording of a statement. */
const wordings: Readonly<Record<string, RegExp>> = {
  'says what may be': /\b(?:may|might|can|could|often|sometimes|usually|generally|typically|tends?)\b/i,
  denies: /\b(?:no|not|never|cannot|without)\b|n[’']t\b/i,
  'tells the past': /\b(?:was|were|had|did)\b/,
  advises: /\b(?:should|must|need to|required)\b/i,
  'has a number': /\d/,
  'speaks to somebody': /\b(?:you|your|we|our|us|I)\b/,
  'has a pronoun': /\b(?:it|its|they|their|this|these|he|she|his|her)\b/i,
  'names no thing': /\b(?:such|other|another|same|certain|various|several|many|some)\b/i,
  'gives examples': /\b(?:e\.g|i\.e|example|such as|including)\b/i,
  'tells a cause': /\b(?:causes?|leads? to|results? in|due to|because|reduces?|increases?|inhibits?|prevents?|stimulates?)\b/i,
  'tells a purpose': /\b(?:used to|designed to|in order to|helps?|allows?|enables?|ensures?|so that)\b/i,
  'narrows down': /\b(?:that|which|who|whose|where)\b/i,
  'says what it is': /\b(?:is|are) (?:an?|the) /i,
  praises: /\b(?:important|essential|key|critical|good|better|best|useful|difficult|easy|popular|common)\b/i,
  'has brackets': /[()]/,
};

/** The kind of an ask: the type of its fact, what the answer is, and the form of the fact. */
export function kindOf({ origin, pool }: Ask): string {
  const form =
    origin.type === 'answered'
      ? origin.asks
      : origin.type === 'entry'
        ? origin.isFirst
          ? 'first'
          : 'further'
        : origin.type === 'description'
          ? origin.property === undefined
            ? origin.form
            : 'property'
          : origin.type === 'definition'
            ? origin.form
            : '';
  return `kind: ${[origin.type, pool?.kind, form].filter(Boolean).join(' ')}`;
}

/** A title that names a part of a lecture instead of its subject. */
export const namesPart =
  /^(?:summary|introduction|overview|conclusions?|background|discussion|review|recap|key|notes?|activity|exercise|example|case)\b/i;

const subjectOf = (fact: Fact): string => {
  if ('subject' in fact) return fact.subject;
  if (fact.type === 'list') return fact.heading;
  if (fact.type === 'cell') return fact.row;
  return fact.type === 'acronym' ? fact.short : fact.topic;
};

const one = (condition: boolean): number => (condition ? 1 : 0);

const partIn = (words: ReadonlySet<string>, others: ReadonlySet<string>): number =>
  words.size === 0 ? 0 : shared(words, others) / words.size;

/** The share of a text's content words that another one has, too. */
const sharedPart = (text: string, other: string): number => partIn(contentStems(text), contentStems(other));

/** What an item is about: its subject, its topic, and the kind of its fact. */
const aboutFeatures = ({ origin, topic }: Ask, facts: Facts, tag: Tagger, subject = subjectOf(origin)): Record<string, number> => ({
  'words of the subject': Math.min(5, wordCount(subject)),
  'weight of the subject': Math.min(8, facts.weightOf(termKey(subject))),
  'commonness of the subject': commonness(subject).mean,
  'most common word of the subject': commonness(subject).highest,
  'subject is a person': one(isPersonal(subject, facts.names)),
  'subject has parts': one(/ (?:of|for|in|to) /.test(subject)),
  'subject begins with a verb': one(/^(?:VERB|AUX)$/.test(tag(subject.toLowerCase())[0]?.tag ?? '')),
  'subject is two': one(/ (?:and|or) /.test(subject)),
  'subject ends in s': one(/s$/.test(subject)),
  'subject has inner capitals': one(/^\p{Lu}/u.test(subject) && !/^\p{Lu}\p{Ll}+$/u.test(subject)),
  'subject stands in the topic': sharedPart(subject, topic),
  'words of the header': origin.type === 'cell' ? Math.min(8, wordCount(origin.header)) : 0,
  'header holds several': one(origin.type === 'cell' && /[;,/]|\band\b/.test(origin.header)),
  'words of the topic': Math.min(10, wordCount(topic)),
  'topic is a question': one(/\?|^(?:what|how|why)\b/i.test(topic)),
  'topic says nothing': one(namesPart.test(topic)),
  'topic is an example': one(
    /\b(?:examples?|case|scenario|exercises?|illustration|activity|practice|problems?|demo(?:nstration)?)\b/i.test(topic),
  ),
  'stands in a list': one('group' in origin && origin.group !== ''),
});

/** The statement that an item is made from, and where it stands. */
function statementFeatures({ core, topic, place, source }: Ask, material: MaterialFeatures, tag: Tagger): Record<string, number> {
  const tokens = tag(core);
  const here = material.byPlace.get(place);
  const isSlide = source.pointer.kind === 'slide';
  return {
    'words of the statement': Math.min(45, wordCount(core)),
    'commas of the statement': Math.min(5, core.split(',').length - 1),
    'commonness of the statement': commonness(core).mean,
    'least common word of the statement': commonness(core).lowest,
    'topic stands in the statement': sharedPart(topic, core),
    'statement ends with a stop': one(/[.!?]["”)]?$/.test(source.quote)),
    'statement begins with a capital': one(/^["“]?\p{Lu}/u.test(source.quote)),
    ...Object.fromEntries(Object.entries(wordings).map(([name, pattern]) => [`statement ${name}`, one(pattern.test(core))])),
    'names in the statement': Math.min(5, tokens.slice(1).filter((token) => token.tag === 'PROPN').length),
    'statement begins with a verb': one(/^(?:VERB|AUX)$/.test(tokens[0]?.tag ?? '')),
    'stands in notes': one(source.pointer.kind === 'slide' && source.pointer.part === 'notes'),
    'stands on a slide': one(isSlide),
    'position in the material': place / material.lastPlace,
    'statements beside it': Math.min(20, here?.statements ?? 0),
    'words beside it': Math.min(200, here?.words ?? 0) / 50,
    'size of the material': Math.log10(material.words + 10),
  };
}

/** The answer or the back, by itself and beside the question. */
function answerFeatures({ text, topic }: Ask, question: string, tag: Tagger): Record<string, number> {
  const tokens = tag(text);
  const first = tokens[0]?.tag ?? '';
  const { mean, highest, lowest } = commonness(text);
  return {
    'words of the answer': Math.min(25, wordCount(text)),
    'answer is one word': one(wordCount(text) === 1),
    'answer is two words': one(wordCount(text) === 2),
    'content words of the answer': Math.min(15, contentStems(text).size),
    'commonness of the answer': mean,
    'most common word of the answer': highest,
    'least common word of the answer': lowest,
    'answer begins with a verb': one(first === 'VERB' || first === 'AUX'),
    'answer begins with a pronoun': one(first === 'PRON'),
    'answer begins with a preposition': one(first === 'ADP' || first === 'SCONJ' || first === 'CCONJ'),
    'answer begins with an adjective': one(first === 'ADJ'),
    'answer has no verb': one(!tokens.some((token) => token.tag === 'VERB' || token.tag === 'AUX')),
    'answer has a comma': one(text.includes(',')),
    'answer has a pronoun': one(/\b(?:its|their|this|these|them|it)\b/i.test(text.replace(/^(?:It|They)\b/, ''))),
    'answer ends openly': one(['ADP', 'DET', 'CCONJ', 'PART', 'AUX', 'PRON'].includes(tokens.at(-1)?.tag ?? '')),
    'answer stands in the topic': sharedPart(text, topic),
    'answer stands in the question': sharedPart(text, question),
  };
}

/** The question or the front. */
const wordingFeatures = ({ topic }: Ask, question: string): Record<string, number> => ({
  'words of the question': Math.min(40, wordCount(question)),
  'content words of the question': Math.min(20, contentStems(question).size),
  'commonness of the question': commonness(question).mean,
  'least common word of the question': commonness(question).lowest,
  'topic stands in the question': sharedPart(topic, question),
  'question quotes': one(question.includes('“')),
});

/** Describes what is asked for, the same for every choice of a question's options. */
export const askFeatures = (ask: Ask, question: string, facts: Facts, material: MaterialFeatures, tag: Tagger): ItemFeatures => ({
  [kindOf(ask)]: 1,
  ...aboutFeatures(ask, facts, tag),
  ...statementFeatures(ask, material, tag),
  ...answerFeatures(ask, question, tag),
  ...wordingFeatures(ask, question),
});

/** Describes a card by its front, its back and its fact. */
export const cardFeatures = (ask: Ask, facts: Facts, material: MaterialFeatures, tag: Tagger): ItemFeatures => {
  const front = ask.front ?? ask.question;
  return {
    ...askFeatures(ask, front, facts, material, tag),
    'asks what it does': one(/^What (?:do|does|did) /.test(front)),
    'asks what it is': one(/^What (?:is|are|was|were) /.test(front)),
    'asks who': one(front.startsWith('Who')),
    'asks why or when': one(/^(?:Why|How|What happens)/.test(front)),
  };
};

/**
 * Describes a question by its stem, its options and its fact.
 *
 * @param own - What `askFeatures` says of it.
 */
export function questionFeatures(
  own: ItemFeatures,
  ask: Ask,
  distractors: readonly Candidate[],
  facts: Facts,
  material: MaterialFeatures,
  tag: Tagger,
): ItemFeatures {
  const { text, topic, place, question } = ask;
  const mean = (of: (distractor: Candidate) => number): number =>
    distractors.reduce((sum, distractor) => sum + of(distractor), 0) / Math.max(1, distractors.length);
  const hasInnerCapital = (option: string): boolean => /^\p{Lu}.*\p{Lu}/u.test(option);
  const tagAt = (option: string, index: number): string => tag(option).at(index)?.tag ?? '';
  const beside = material.stemsBeside.get(termKey(text)) ?? new Set<string>();
  const weight = (option: string): number => Math.min(8, facts.weightOf(termKey(option)));
  const common = commonness(text).mean;
  return {
    ...own,
    'has four options': one(distractors.length >= 3),
    'difference in commonness': Math.abs(mean((distractor) => commonness(distractor.text).mean) - common),
    'most common option': Math.max(0, ...distractors.map((distractor) => commonness(distractor.text).mean)),
    'difference in words': mean((distractor) => Math.abs(wordCount(distractor.text) - wordCount(text))),
    'options end alike': mean((distractor) => one(distractor.text.slice(-3) === text.slice(-3))),
    'options end in one part of speech': mean((distractor) => one(tagAt(distractor.text, -1) === tagAt(text, -1))),
    'options begin with one part of speech': mean((distractor) => one(tagAt(distractor.text, 0) === tagAt(text, 0))),
    'options are of one number': mean((distractor) => one(/[^su]s$/.test(distractor.text) === /[^su]s$/.test(text))),
    'difference in weight': mean((distractor) => Math.abs(weight(distractor.text) - weight(text))),
    'options stand beside the answer': mean((distractor) => partIn(contentStems(distractor.text), beside)),
    'options have one head noun': mean((distractor) => one(headNoun(distractor.text) === headNoun(text))),
    'options have capitals alike': mean((distractor) => one(hasInnerCapital(distractor.text) === hasInnerCapital(text))),
    'options are all agents or all things': mean((distractor) => one(isAgent(distractor.text) === isAgent(text))),
    'options stand in the question': mean((distractor) => sharedPart(distractor.text, question)),
    'options stand in the topic': mean((distractor) => sharedPart(distractor.text, topic)),
    'options share words with the answer': mean((distractor) => sharedPart(distractor.text, text)),
    'options are siblings': mean(({ isSibling }) => one(isSibling)),
    'options are near': mean(({ isClose }) => one(isClose)),
    'options are defined': mean(({ isDefined }) => one(isDefined)),
    'options are variants': mean(({ isVariant }) => one(isVariant)),
    'options are of one topic': mean((distractor) => one(distractor.topic !== '' && fold(distractor.topic) === fold(topic))),
    'distance of the options': Math.log1p(mean((distractor) => Math.abs(distractor.place - place))),
    'penalty of the options': Math.min(
      4,
      mean(({ penalty = 0 }) => penalty / 10),
    ),
  };
}
