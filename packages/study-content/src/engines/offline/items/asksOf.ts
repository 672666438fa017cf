import type { Pointer } from '@lectern/contracts';
import { contentStems, fold, lowerFirst, shared, upperFirst, withoutStop, wordCount } from '../../../text/words.ts';
import type {
  Acronym,
  Answered,
  Asked,
  Cell,
  Clause,
  Definition,
  Description,
  Entry,
  Fact,
  Facts,
  Gap,
  List,
  Quantity,
} from '../facts/Fact.ts';
import { emptyMeaning } from '../facts/descriptions.ts';
import { isPluralNoun } from '../facts/grammar.ts';
import { termKey } from '../facts/terms.ts';
import { describing, type Phrases } from '../phrases.ts';
import { alterationsOf } from './alterationsOf.ts';
import type { Ask, Option } from './Ask.ts';
import { headNoun, isAgent, isAskable, isPersonal } from './family.ts';
import { hedged } from './hedged.ts';
import { numbersBeside } from './numbersBeside.ts';

/** Asks of less weight fill a quiz or a deck up to its least number of items, and no further. */
export const leastOfChoice = 4.5;

/** The most words of an answer behind a verb. */
const longestAnswer = 20;

/** What every fact is asked with. */
export interface AskContext {
  facts: Facts;
  phrases: Phrases;
  isEnglish: boolean;
  /** From 0 up to 1. */
  random: () => number;
}

/** The pool of terms; those in the plural are apart, because the verb of the question would tell. */
export const termPool = (isPlural: boolean): string => `term|${isPlural ? 'many' : 'one'}`;

export const placeName = (phrases: Phrases, pointer: Pointer): string => {
  if (pointer.kind === 'slide') return phrases.slide(pointer.slide);
  return pointer.kind === 'page' ? phrases.page(pointer.page) : phrases.paragraph(pointer.paragraph);
};

const oneOf = <T>(list: readonly [T, ...T[]], random: () => number): T => list[Math.floor(random() * list.length)] ?? list[0];

/** Names with an article: "the Privacy Act". */
const ofInstitution =
  /^(?!the )\p{Lu}.* (?:Act|Law|Code|Amendment|Convention|Treaty|Constitution|Commission|Agency|Administration|Committee|Council|Court|Party|War|Revolution|Movement|Empire|Kingdom|Republic)(?: \([^()]*\))?$/u;

/** Builds the asks of one fact: what they have in common stands here once. */
class AskBuilder {
  readonly where: string;
  private readonly fact: Fact;
  private readonly context: AskContext;

  constructor(fact: Fact, context: AskContext) {
    this.fact = fact;
    this.context = context;
    this.where = placeName(context.phrases, fact.source.pointer);
  }

  lower = (text: string): string => (this.context.isEnglish ? lowerFirst(text, this.context.facts.names) : text);

  /** A term with its article; in quotation marks where the material shows none. */
  withArticle = (term: string): string => {
    const name = this.lower(term);
    if (ofInstitution.test(name)) return `the ${name}`;
    const known = this.context.facts.withArticle(name);
    return known === name && /^\p{Ll}/u.test(name) && !isPluralNoun(name) ? `“${name}”` : known;
  };

  ask(parts: Pick<Ask, 'question' | 'text' | 'pool' | 'about' | 'rationale' | 'core'> & Partial<Ask>): Ask {
    const { topic, place, source } = this.fact;
    const own = 'group' in this.fact ? { group: this.fact.group } : {};
    return {
      topic,
      place,
      source,
      ...own,
      concept: parts.about,
      origin: this.fact,
      fact: parts.rationale,
      ...parts,
      text: upperFirst(parts.text),
    };
  }
}

/** Whether a term and what is said of it have words in common, so that one gives the other away. */
const leaks = (subject: string, said: string): boolean => shared(contentStems(subject), contentStems(said)) > 0;

/** Whether a meaning opens with the noun that it should explain: "hypervisors that run …" of type 1 hypervisors. */
const isCircular = (subject: string, meaning: string): boolean =>
  [...contentStems(meaning)].slice(0, 3).includes([...contentStems(subject)].at(-1) ?? '');

/** The pool of statements that are made wrong on purpose. */
export const alteredPool = 'altered';

/** The question which of several statements is right that differ in a word or a term. */
function alteredAsks(
  { about, name, text, weight }: { about: string; name: string; text: string; weight: number },
  common: Pick<Ask, 'about' | 'core'> & Partial<Ask>,
  build: AskBuilder,
  { facts }: AskContext,
): Ask[] {
  const altered = alterationsOf(facts, about, text);
  if (!altered) return [];
  const own = altered.map(({ text: wrong, right, wrong: word }): Option => {
    const rationale = `The material says “${right}” here, not “${word}” (${build.where}).`;
    return { text: wrong, about: wrong, rationale, fact: '', place: 0, topic: '' };
  });
  return [
    build.ask({
      rationale: `This is said of ${name} (${build.where}).`,
      ...common,
      question: `Which statement about ${name} is right?`,
      text,
      pool: alteredPool,
      own,
      asQuestion: weight,
    }),
  ];
}

function definitionAsks(fact: Definition, build: AskBuilder, context: AskContext): Ask[] {
  const { facts, phrases, isEnglish, random } = context;
  const { subject, meaning, asked, form } = fact;
  const told = phrases.meaningOf(upperFirst(subject), meaning, build.where);
  const isPhrase = isEnglish && form !== 'question' && form !== 'that';
  const core = isPhrase
    ? `${upperFirst(build.withArticle(subject))} ${isPluralNoun(subject) ? 'are' : 'is'} ${build.lower(meaning)}`
    : `${upperFirst(subject)}: ${meaning}`;
  const common = { about: subject, core };
  const name = build.lower(subject);
  const isLong = wordCount(meaning) > 24;
  const whatIs = asked
    ? `What ${asked.verb} ${build.lower(asked.subject)}?`
    : `What ${isPluralNoun(subject) ? 'are' : 'is'} ${build.withArticle(subject)}?`;
  const isShort = wordCount(whatIs) < 5;
  const question = isEnglish
    ? oneOf([phrases.whatMeans(name), `Which of these describes ${build.withArticle(subject)}?`, ...(isShort ? [] : [whatIs])], random)
    : phrases.whatMeans(name);
  const usable = wordCount(meaning) >= (isEnglish ? 4 : 2) && !leaks(subject, meaning);
  // "Who" asks for a person, and a person is no term.
  if (isEnglish && ((isPersonal(subject, facts.names) && !isAgent(subject)) || / and /.test(subject))) return [];
  return [
    build.ask({
      ...common,
      question:
        form === 'article' || !isEnglish
          ? phrases.whichTerm(build.lower(meaning))
          : `Which term is described as “${build.lower(meaning)}”?`,
      text: subject,
      pool: termPool(isEnglish && isPluralNoun(subject)),
      rationale: told,
      ...(usable && form !== 'that' && { asQuestion: 9 }),
    }),
    build.ask({
      ...common,
      question,
      front: isEnglish ? whatIs : question,
      // Without its article, so that "a curve" and "costs" are of one form.
      text: isPhrase && form === 'article' ? meaning.replace(/^(?:an?|the|any) /i, '') : meaning,
      pool: `meaning|${isPhrase && (form === 'article' || form === 'noun') ? 'phrase' : form}`,
      rationale: phrases.describes(subject, build.where),
      fact: told,
      ...(usable && { asQuestion: isLong ? 7.5 : 9 }),
      asCard: 9 - Math.max(0, wordCount(meaning) - 14) * 0.2 - (isCircular(subject, meaning) ? minorPenalty + 1.5 : 0),
    }),
    ...(isEnglish && form === 'article' && !isPersonal(subject, facts.names)
      ? [
          ...alteredAsks(
            {
              about: subject,
              name: build.withArticle(subject),
              text: `${isPluralNoun(subject) ? 'They are' : 'It is'} ${lowerFirst(withoutStop(meaning))}`,
              weight: 8.5,
            },
            common,
            build,
            context,
          ),
        ]
      : []),
  ];
}

function descriptionAsks(fact: Description, build: AskBuilder): Ask[] {
  const { subject, text, form, property, group } = fact;
  if (leaks(subject, text) || /\d|\blens$/.test(subject)) return [];
  const told = `${upperFirst(subject)}${property === undefined ? '' : `, ${build.lower(property)}`}: ${text} (${build.where}).`;
  const common = {
    about: subject,
    core: told.replace(/ \([^()]*\)\.$/, ''),
    fact: told,
    rationale: `This is said of ${build.lower(subject)} (${build.where}).`,
  };
  const words = wordCount(text);
  const are = isPluralNoun(property ?? subject) ? 'are' : 'is';
  if (property !== undefined)
    return [
      build.ask({
        ...common,
        question: `What ${are} the ${build.lower(property)} of ${build.withArticle(subject)}?`,
        text,
        pool: `property|${fold(property)}|${form}`,
        concept: `${subject}: ${property}`,
        asQuestion: 8.2,
        asCard: 8,
      }),
    ];
  // A few words beside a term are a label; only what is said in a sentence describes it.
  const isTelling = form === 'sentence' ? words >= 4 : words >= 5 && form !== 'enumeration' && (form !== 'noun' || narrowed.test(text));
  const name = build.withArticle(subject);
  return [
    build.ask({
      ...common,
      question:
        form === 'enumeration'
          ? `Which of these is associated with “${build.lower(text)}”?`
          : `Which of these is described by “${build.lower(text)}”?`,
      text: subject,
      pool: termPool(isPluralNoun(subject)),
      rationale: told,
      ...(words >= 4 && !/^(some|many|other|several)\b/i.test(text) && { asQuestion: isTelling ? 7 : leastOfChoice - 1 }),
    }),
    build.ask({
      ...common,
      question: form === 'enumeration' ? `Which of these ${are} associated with ${name}?` : `Which of these describes ${name}?`,
      front:
        form === 'enumeration'
          ? `What ${are} ${name} associated with?`
          : isTelling
            ? `What is meant by ${name}?`
            : `How ${are} ${name} described?`,
      text,
      // Only lines of one list are of one kind.
      pool: `text|${form}|${group}`,
      ...(words >= 3 && { asQuestion: isTelling ? 6.6 : leastOfChoice - 1 }),
      ...(words >= 3 && { asCard: isTelling ? 6.6 : leastOfChoice - 2 }),
    }),
  ];
}

/** What a question on a further point of a heading weighs: it fills a quiz up before other fillers. */
const mostOfFurther = 4.2;
/** The most words of a point that a card's front quotes. */
const longestFront = 17;

/** A phrase that says of what kind a thing is: "measure of responsiveness", "a good for which demand increases". */
const narrowed = /^(?:an? |the )?(?:\p{L}+[ -]){0,3}?\p{L}+ (?:of|that|which|who|whose|where|to|for|by|with|from|in|used|made) [^;]+$/iu;

/** Asks for the heading of a point, and for a point of a heading; the options are headings beside it, and their points. */
function entryAsks({ subject, text, form, group, said, isFirst }: Entry, build: AskBuilder): Ask[] {
  const isMany = isPluralNoun(subject);
  const isVerb = form === 'did' || form === (isMany ? 'do' : 'does');
  // A verb that does not agree with its heading is an instruction.
  if (!isVerb && (form === 'do' || form === 'does')) return [];
  const name = build.withArticle(subject);
  const line = build.lower(text);
  const told = `${upperFirst(subject)}: ${line} (${build.where}).`;
  const common = { about: subject, core: `${upperFirst(subject)}: ${line}`, rationale: told };
  const does = form === 'did' ? 'did' : isMany ? 'do' : 'does';
  const doing = `What ${does} ${name} do?`;
  // The first phrase below a heading says what it is; of further points one could ask for any.
  // A phrase that names no kind, and points behind the first, are told of other things, too.
  const isClear = form !== 'phrase' || narrowed.test(line);
  const isMeaning = isFirst && form === 'phrase' && isClear;
  const value = isFirst ? 7 : mostOfFurther;
  return [
    build.ask({
      ...common,
      question: isVerb ? `Which of these ${line}?` : `Which of these is described by “${line}”?`,
      front: isVerb ? `Who or what ${line}?` : `What is described by “${line}”?`,
      text: subject,
      pool: termPool(isMany),
      fact: said,
      ...(isClear && { asQuestion: value }),
      ...(isClear && !isMeaning && wordCount(line) <= longestFront && { asCard: form === 'did' ? 6 : leastOfChoice - 1 }),
    }),
    build.ask({
      ...common,
      rationale: `This is said of ${build.lower(subject)} (${build.where}).`,
      question:
        isVerb && !/^(?:is|are|was|were|has|have|had|can|may|must|should|will) /i.test(line) ? doing : `Which of these describes ${name}?`,
      front: `What ${isMany ? 'are' : 'is'} ${name}?`,
      text,
      pool: `entry|${form}|${group}`,
      ...(isClear && { asQuestion: value - 0.4 }),
      ...(isMeaning && { asCard: 6.4 }),
    }),
  ];
}

const negated = /\b(no|not|never|cannot|neither|nor)\b|n[’']t\b/i;

/** How much a material makes of a term, as a part of an ask's weight. */
const weightOf = (subject: string, { weightOf: weigh }: Facts): number => Math.min(2, weigh(termKey(subject)) * 0.4);

/** What an ask loses whose subject the material makes little of: such items only fill a quiz or a deck up. */
const minorPenalty = 3.4;

/** The weight from which a term is worth a question of its own. */
const centralWeight = 3;

/** Whether a text names a term that the material makes much of. */
const isCentral = (subject: string, facts: Facts): boolean => facts.weightOf(termKey(subject)) >= centralWeight;

/** What makes a statement worth to be asked for: it tells what a thing is, what it causes, what it is for, or how it differs. */
const pointsOf: readonly [pattern: RegExp, value: number][] = [
  [/^(?:is|are|was|were) (?:an?|the) .*\b(?:that|which|of|in|with|by|for)\b/i, 0.8],
  [
    /\b(?:causes?|caused by|leads? to|results? (?:in|from)|due to|triggers?|produces?|prevents?|reduces?|increases?|inhibits?|stimulates?|destroys?|damages?)\b/i,
    0.9,
  ],
  [
    /\b(?:used (?:to|for|as|in)|designed to|helps?|allows?|enables?|protects?|serves? as|acts? as|responsible for|requires?|must|in order to)\b/i,
    0.9,
  ],
  [
    /\b(?:consists? of|composed of|made (?:up )?of|contains?|characterized by|classified|defined by|based on|depends? on|occurs?|develops?|forms?)\b/i,
    0.7,
  ],
  [/\b(?:only|most|least|more|less|never|always|unlike|whereas)\b/i, 0.3],
  [/^(?:is|are|was|were) (?:not )?\p{L}+(?: (?:in|to|for|with|about|as)\b|$)/iu, -0.6],
  [/^(?:can|may|might|could) /i, -0.3],
  [/^(?:has|have|had) /i, -0.3],
];

const pointOf = (predicate: string): number => pointsOf.reduce((sum, [pattern, value]) => sum + (pattern.test(predicate) ? value : 0), 0);

/** How to ask which statement is true of a subject: short subjects are asked for in words that differ, so that no two questions are alike. */
const statementQuestions = (name: string): Pick<Ask, 'question' | 'wordings'> => ({
  question: `Which statement describes ${name}?`,
  wordings: [`Which of these applies to ${name}?`, `What does the material say about ${name}?`],
});

/** The pool of statements about one thing, or several; "it" and "they" begin them. */
const toldPool = (isPlural: boolean): string => `told|${isPlural ? 'they' : 'it'}`;

/** The most words of a term that answers a question. */
const longestTerm = 4;

/** The fewest content words of a statement that is true of one thing and of no other. */
const leastOfStatement = 4;

/** What a statement calls its subject: "Which vaccines", "What" or "Who". */
function subjectQuestion({ subject, predicate, isPlural, otherNumber }: Clause, facts: Facts): string {
  const words = subject.split(' ');
  const head = words.at(-1) ?? '';
  // "Encoding information" is an action, and no type of information.
  const isKind =
    words.length > 1 &&
    !/^\p{L}+ing /iu.test(subject) &&
    !/ (?:of|in|for|to|with|on|from|and|or) /.test(subject) &&
    /^\p{Ll}+$/u.test(head);
  const hasOthers =
    isKind && facts.terms.some(({ text }) => text.includes(' ') && headNoun(text) === headNoun(head) && termKey(text) !== termKey(subject));
  if (hasOthers) return isPlural ? `Which ${head} ${predicate}?` : `Which type of ${head} ${predicate}?`;
  // "What" and "who" take the verb of one; where that is not known, the subject is left out.
  const said = isPlural ? otherNumber : predicate;
  return said === undefined ? `_____ ${predicate}.` : `${isPersonal(subject, facts.names) ? 'Who' : 'What'} ${said}?`;
}

/** "is a thing that …": what a statement says its subject is. */
const isA =
  /^(?:is|are) (an? .+|(?!the |one |all |both |most |more |very |also |two |three |some |several |many |\p{L}+(?:ed|en|ly|nt) )(?:[\p{L}-]+ ){1,4}(?:that|which|who|with|used|made|formed) .+)$/u;

/** The front and back of a statement's card, and how good it is: "What is X?", what stands behind its verb, what it does, or what it is said of. */
function clauseCard(fact: Clause, name: string, facts: Facts, isSpecific: boolean): (Asked & { value: number }) | undefined {
  const { subject, predicate, isAction, isPlural, asked } = fact;
  const words = wordCount(predicate);
  const is = negated.test(predicate) || words < 5 ? undefined : isA.exec(predicate)?.[1];
  if (is !== undefined && emptyMeaning.test(is)) return undefined;
  if (is !== undefined) return { question: `What ${isPlural ? 'are' : 'is'} ${name}?`, answer: is, value: 7.4 };
  // "What can a defendant exercise? Reasonable care": what may be so, in a few words, is one thing of many.
  // "What does Norway hold?" asks nothing without its answer.
  const isLittle =
    asked !== undefined &&
    ((hedged.test(asked.question) && wordCount(asked.answer) <= 4) ||
      /^What (?:do|does|did) .* (?:hold|serve|mark|bring|put|set)\?$/.test(asked.question));
  if (asked && answers(asked, facts)) return { ...asked, value: isLittle ? 3.6 : 6.6 };
  if (!isSpecific || words < 5 || negated.test(predicate)) return undefined;
  if (isAction && isCentral(subject, facts))
    return { question: `What ${isPlural ? 'do' : 'does'} ${name} do?`, answer: `${isPlural ? 'They' : 'It'} ${predicate}`, value: 5.4 };
  if (wordCount(subject) > 4) return undefined;
  const question = subjectQuestion({ ...fact, subject: name.replace(/^(?:an?|the) |[“”]/g, '') }, facts);
  return { question, answer: subject, value: (question.startsWith('_') ? leastOfChoice - 2 : 4.8) - (words > 16 ? 1 : 0) };
}

/** From this share of past statements on, a material tells what happened; in others, what happened is a case or a story. */
const pastShare = 0.3;
const pastTelling = new WeakMap<Facts, boolean>();

function tellsPast(facts: Facts): boolean {
  const known = pastTelling.get(facts);
  if (known !== undefined) return known;
  const clauses = facts.facts.filter((fact) => fact.type === 'clause');
  const tells = clauses.filter(({ isPast }) => isPast).length >= clauses.length * pastShare;
  pastTelling.set(facts, tells);
  return tells;
}

/** What the asks of a clause share. */
interface ToldClause {
  name: string;
  weight: number;
  /** The most that its questions weigh. */
  most: number;
  /** Whether its subject is one person or the like. */
  isOne: boolean;
  isSpecific: boolean;
}

/** Asks which statement is true of a subject: beside statements about others, and beside the same one made wrong. */
function toldAsks(
  { subject, predicate, isPlural, isLoose, otherNumber }: Clause,
  { name, weight, most, isOne, isSpecific }: ToldClause,
  common: Pick<Ask, 'about' | 'core' | 'rationale'> & Partial<Ask>,
  build: AskBuilder,
  context: AskContext,
): Ask[] {
  const text = isOne ? predicate : `${isPlural ? 'They' : 'It'} ${predicate}`;
  const other = isOne ? undefined : otherNumber;
  return [
    build.ask({
      ...common,
      ...(isOne ? { question: `What did ${name} do?` } : statementQuestions(name)),
      text,
      pool: isOne ? 'told|did' : toldPool(isPlural),
      ...(isSpecific && { asQuestion: Math.min(most, 6.4 + weight) }),
    }),
    ...(isOne || isLoose ? [] : alteredAsks({ about: subject, name, text, weight: 7 + weight }, common, build, context)),
    ...(other === undefined
      ? []
      : [build.ask({ ...common, question: '', text: `${isPlural ? 'It' : 'They'} ${other}`, pool: toldPool(!isPlural) })]),
  ];
}

function clauseAsks(fact: Clause, build: AskBuilder, context: AskContext): Ask[] {
  const { facts } = context;
  const { subject, named, predicate, isPlural, isPast, sentence, isLoose } = fact;
  if (!isAskable(subject)) return [];
  const isLabel = sentence.startsWith(`${upperFirst(named)}:`);
  const isBare = !isPlural && /^\p{Ll}/u.test(named) && !/^(?:an?|the) /.test(named);
  const name = isLabel ? build.withArticle(named) : isBare ? facts.withArticle(named) : build.lower(named);
  const point = pointOf(predicate);
  const isStory = isPast && !tellsPast(facts);
  const weight =
    weightOf(subject, facts) - (isCentral(subject, facts) ? 0 : minorPenalty) - (isLoose || isStory ? minorPenalty : 0) + point;
  const common = {
    about: subject,
    core: sentence,
    fact: `${withoutStop(sentence)} (${build.where}).`,
    rationale: `This is said of ${name} (${build.where}).`,
  };
  const words = wordCount(predicate);
  const isPlain = predicate !== '' && !negated.test(predicate);
  const isTold = isPlain && !leaks(subject, predicate);
  const isOne = !isPlural && (isAgent(subject) || (!/^the /i.test(named) && isPersonal(subject, facts.names)));
  const isSpecific = contentStems(predicate).size >= leastOfStatement && !isLoose;
  const isSaid = isPlain && words >= 4 && (!isOne || (isPast && !/^(?:was|had)\b/.test(predicate)));
  // What only may be so may be so of other things, too.
  const most = hedged.test(predicate) ? leastOfChoice - 1 : Number.POSITIVE_INFINITY;
  const asks = isSaid ? toldAsks(fact, { name, weight, most, isOne, isSpecific }, common, build, context) : [];
  const front = clauseCard(fact, name, facts, isTold && isSpecific);
  if (front) asks.push(build.ask({ ...common, question: front.question, text: front.answer, pool: '', asCard: front.value + weight }));
  if (fact.asked && front?.answer === fact.asked.answer && wordCount(front.answer.replace(/^(?:an?|the) /i, '')) <= longestTerm)
    asks.push(
      build.ask({
        ...common,
        question: front.question,
        text: front.answer.replace(/^(?:an?|the) /i, ''),
        about: front.answer,
        pool: termPool(isPluralNoun(front.answer)),
        rationale: `Of ${name} the material says: “${withoutStop(sentence)}” (${build.where}).`,
        asQuestion: Math.min(most - 1, 5 + weight),
      }),
    );
  if (isTold)
    asks.push(
      build.ask({
        ...common,
        question: `Which of these ${predicate}?`,
        text: subject,
        pool: termPool(isPlural),
        rationale: `Of ${name} the material says: “${withoutStop(sentence)}” (${build.where}).`,
        ...(isSpecific && { asQuestion: Math.min(most - 2, 6 + weight) }),
      }),
    );
  return asks;
}

/** Whether what a question asks for is told, and not repeated. */
const answers = ({ question, answer }: Asked, facts: Facts): boolean =>
  (wordCount(answer.replace(/^(?:an?|the) /i, '')) >= 2 || isCentral(answer, facts)) &&
  wordCount(answer) <= longestAnswer &&
  wordCount(question) >= 4 &&
  !/^(?:no|not|none|little|few|more|less)\b/i.test(answer) &&
  shared(contentStems(answer), contentStems(question)) === 0;

/** Whether a text is a term of the material, and no common noun that it uses often: "the power to appoint". */
const isTermOf = (subject: string, facts: Facts): boolean =>
  subject.includes(' ') || /^\p{Lu}/u.test(subject) || facts.weightOf(termKey(subject)) > centralWeight;

/** What a gap weighs as a question: less than what is said of other terms. */
const mostOfGap = 2.3;
/** What a gap loses that a common noun fills: it comes behind all other items. */
const commonPenalty = 3;

/** A gap only fills a quiz or a deck up: what is left out is seldom the point of its sentence. */
function gapAsks({ subject, before, after }: Gap, build: AskBuilder, { facts }: AskContext): Ask[] {
  const penalty = isTermOf(subject, facts) ? 0 : commonPenalty;
  return [
    build.ask({
      about: subject,
      question: `Which term completes the statement? “${before}_____${withoutStop(after)}.”`,
      front: `${before}_____${withoutStop(after)}.`,
      text: subject,
      pool: termPool(isPluralNoun(subject)),
      rationale: `Of ${build.lower(subject)} the material says: “${withoutStop(`${before}${subject}${after}`)}” (${build.where}).`,
      core: withoutStop(`${before}${subject}${after}`),
      ...(isCentral(subject, facts) && { asQuestion: mostOfGap - penalty }),
      // A gap at the place of the subject, or for a term of several words, is filled by fewer words.
      asCard: weightOf(subject, facts) - minorPenalty - penalty + (before === '' ? 1 : 0) + (subject.includes(' ') ? 0.7 : 0),
    }),
  ];
}

function quantityAsks({ before, value, after, topic }: Quantity, build: AskBuilder, { random }: AskContext): Ask[] {
  const own = numbersBeside(value, random)?.map((text): Option => {
    const rationale = `The material says ${value} here, not ${text} (${build.where}).`;
    return { text, about: text, rationale, fact: rationale, place: 0, topic };
  });
  const sentence = `${before}${value}${after}`;
  return [
    build.ask({
      about: topic,
      question: `Which value completes the statement? “${before}_____${after}.”`,
      front: `${before}_____${after}.`,
      text: value,
      pool: 'value',
      ...(own && { own }),
      rationale: `The material says ${value} (${build.where}).`,
      core: sentence,
      asQuestion: 6.6,
      asCard: 7.2,
    }),
  ];
}

/** The most words of a card's back (docs/quality.md, `short-card`). */
const longestBack = 25;

/** How good each kind of answered question is. */
const answeredWeights: Record<Answered['asks'], number> = { reason: 8.6, consequence: 8.2, advice: 8.6, holding: 9, lecturer: 8 };

const stemsOfTerms = new WeakMap<Facts, ReadonlyMap<string, ReadonlySet<string>[]>>();

/** The stems of each term of some weight, by the first of them, so that a text is not compared with every term. */
function centralStems(facts: Facts): ReadonlyMap<string, ReadonlySet<string>[]> {
  const known = stemsOfTerms.get(facts);
  if (known) return known;
  const central = facts.terms.filter(({ key }) => facts.weightOf(key) >= centralWeight).map(({ text }) => contentStems(text));
  const found = Map.groupBy(central, ([first = '']) => first);
  stemsOfTerms.set(facts, found);
  return found;
}

/** Whether a text names a term of some weight; otherwise it is about an example or a side of the matter. */
const isOfTerm = (text: string, facts: Facts): boolean => {
  const words = contentStems(text);
  const central = centralStems(facts);
  return [...words].some((word) => (central.get(word) ?? []).some((stems) => shared(stems, words) === stems.size));
};

function answeredAsks(fact: Answered, build: AskBuilder, { facts }: AskContext): Ask[] {
  const { asks, question, answer, form, sentence, topic, isLoose } = fact;
  if (asks !== 'reason' && asks !== 'lecturer' && shared(contentStems(question), contentStems(answer)) > 1) return [];
  // What holds in a story or an example is nothing to be known.
  if (isLoose === true && asks === 'reason') return [];
  const isMinor = (asks === 'reason' && !isOfTerm(question, facts)) || (isLoose === true && (asks === 'reason' || asks === 'consequence'));
  const weight = answeredWeights[asks] - (isMinor ? 2 * minorPenalty : 0);
  return [
    build.ask({
      about: question,
      question,
      text: answer,
      pool: `answer|${asks}|${form}`,
      rationale:
        asks === 'holding'
          ? `${withoutStop(sentence)} (${build.where}).`
          : `This answers another question: “${question}” (${build.where}).`,
      fact: `${withoutStop(sentence)} (${build.where}).`,
      core: sentence,
      concept: topic,
      asQuestion: weight,
      ...(wordCount(answer) <= longestBack && { asCard: weight }),
    }),
  ];
}

/** The most items of a list that are asked for: long lists are registers. */
const mostItems = 12;

/** Asks for the step after a step; the options are the other steps. */
function stepsAsks({ heading, items }: List, build: AskBuilder): Ask[] {
  if (new Set(items.map(({ text }) => fold(text))).size < items.length) return [];
  const wordings = [
    (step: string) => `${upperFirst(heading)}: what comes directly after “${step}”?`,
    (step: string) => `Which step follows “${step}” (${build.lower(heading)})?`,
    (step: string) => `After “${step}”, what is next in “${build.lower(heading)}”?`,
  ];
  const isNumber = (index: number): string => `This is number ${index + 1} of ${items.length} (${build.where}).`;
  return wordings.flatMap((wording, round): Ask[] => {
    const at = Math.floor((round * (items.length - 1)) / wordings.length);
    const [item, next] = [items[at], items[at + 1]];
    if (!item || !next || leaks(item.text, next.text)) return [];
    const own = items.flatMap(({ text }, index): Option[] =>
      index === at || index === at + 1
        ? []
        : [{ text: upperFirst(text), about: text, rationale: isNumber(index), fact: '', place: index, topic: heading }],
    );
    return [
      build.ask({
        about: heading,
        question: wording(item.text),
        text: next.text,
        pool: 'step',
        own,
        rationale: isNumber(at + 1),
        core: `${heading}: ${items.map(({ text }) => text).join(' → ')}`,
        source: next.source,
        asQuestion: 8.2 - round * 0.5,
        // One card of a list: its steps answer each other.
        ...(round === 0 && { asCard: 6.5 }),
      }),
    ];
  });
}

/** The most words of an item that is named; what is longer tells something. */
const longestName = 8;

/** Whether whole sentences may be items of a heading: advantages are told, and kinds are named. */
const tellsSides = (heading: string): boolean =>
  /\b(?:advantages|merits|benefits|limitations|drawbacks|strengths|weaknesses|characteristics|features|properties|approaches|ways|reasons|effects|consequences|principles|rules|guidelines|assumptions|uses|applications|functions|roles|objectives|steps)\b/i.test(
    heading,
  );

/** Other ways to ask for an advantage or a disadvantage, for a quiz that asks for both. */
const sideWordings = (question: string): Pick<Ask, 'wordings'> => {
  const [, bad, of] = /^Which of these is an? (dis)?advantage of (.+)\?$/.exec(question) ?? [];
  if (of === undefined) return {};
  return { wordings: [bad === undefined ? `What speaks for ${of}?` : `Which drawback does the material name for ${of}?`] };
};

/** What a heading lists, and of what: "advantages" of "sampling". */
function sideOf(heading: string): { side: ReadonlySet<string>; of: ReadonlySet<string> } | undefined {
  const at = heading.search(/ (?:of|for|in|to|affecting|against|by) /i);
  return at < 0 ? undefined : { side: contentStems(heading.slice(0, at)), of: contentStems(heading.slice(at)) };
}

const isSame = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size > 0 && one.size === other.size && shared(one, other) === one.size;

/**
 * Lists that set each other off: two sides of one thing ("advantages" and "disadvantages of sampling"), or one side of two things. Their
 * items are wrong options that only a learner of the material tells apart.
 */
function counterparts(fact: List, facts: Facts): List[] {
  const own = sideOf(fact.heading);
  if (!own) return [];
  const others = facts.facts.filter((other): other is List => {
    const side = other.type === 'list' && other !== fact ? sideOf(other.heading) : undefined;
    if (!side || isSame(own.side, side.side) === isSame(own.of, side.of)) return false;
    // One thing may have some sides in common with another one: only what stands beside it sets it off.
    return isSame(own.of, side.of) || (shared(own.of, side.of) > 0 && own.of.size > 1);
  });
  // The other side of the same thing is the clearest contrast.
  const sides = others.filter(({ heading }) => isSame(own.of, sideOf(heading)?.of ?? new Set()));
  return sides.length > 0 ? sides : others;
}

function listAsks(fact: List, build: AskBuilder, { facts, isEnglish, phrases }: AskContext): Ask[] {
  if (isEnglish && fact.isOrdered) return stepsAsks(fact, build);
  const { heading, items, completes, isWhole } = fact;
  const question = isEnglish ? fact.question : phrases.whichListed(heading);
  if (question === undefined) return [];
  const core = `${heading}${heading.endsWith('?') ? '' : ':'} ${items
    .slice(0, 40)
    .map(({ text }) => text)
    .join('; ')}`;
  // Items of a list that answers "who" are no options for one that answers "why".
  const opening = /^(what|who|which|when|where|why|how)\b.*\?$/i.exec(heading)?.[1]?.toLowerCase() ?? 'member';
  const isTelling = (text: string): boolean => (wordCount(text) >= 2 || text.length >= 4) && !leaks(text, question);
  const isOwn = new Set(items.map(({ text }) => fold(text)));
  const against = isEnglish
    ? counterparts(fact, facts).flatMap((other) =>
        other.items
          .filter(({ text }) => !isOwn.has(fold(text)))
          .map(({ text, source }): Option => {
            const rationale = `${upperFirst(text)}: ${phrases.belongs(other.heading, placeName(phrases, source.pointer))}`;
            return { text: upperFirst(text), about: text, rationale, fact: '', place: other.place, topic: other.topic };
          }),
      )
    : [];
  const asks = items.slice(0, mostItems).flatMap(({ text, form, source }): Ask[] => {
    const isCounted = question.endsWith('which of these is one of them?');
    const fits =
      isCounted ||
      (!completes && tellsSides(heading)) ||
      (completes ? ['base', 'noun', 'ing', 'any'].includes(form) : wordCount(text) <= longestName && ['noun', 'ing', 'any'].includes(form));
    if (!fits || !isTelling(text)) return [];
    const rationale = `${upperFirst(text)}: ${phrases.belongs(heading, placeName(phrases, source.pointer))}`;
    const fact = rationale;
    const isContrasted = against.length >= 2 && !completes;
    return [
      build.ask({
        about: heading,
        question,
        text,
        pool: `item|${completes ? 'completes' : opening}|${form}`,
        rationale,
        fact,
        core,
        source,
        ...(isContrasted && { own: against, ...sideWordings(question) }),
        asQuestion: completes ? 5.4 : isContrasted ? 8.2 : ['noun', 'ing', 'any'].includes(form) ? 7.8 : 6,
      }),
    ];
  });
  const whole = items.map(({ text }) => text).join('; ');
  const plain = heading
    .replace(/(?<!\s)\s*[:：]$/, '')
    .replace(/ (include|includes|are|is)$/, '')
    .replace(/^(?:the|different|various|main)\s+/i, '');
  // Points that tell something of the heading are no members of it.
  const areMembers =
    items.every(({ form }) => form === 'noun' || form === 'ing' || form === 'any') &&
    isPluralNoun(plain.split(/ (?:of|for|in|to) /)[0] ?? '');
  if (!isWhole || items.length > 3 || wordCount(whole) > 25 || completes) return asks;
  const count = items.length === 2 ? 'two' : 'three';
  const isQuestion = heading.endsWith('?');
  if (isEnglish && !isQuestion && !areMembers) return asks;
  const isTold = /\b(?:is|are|can|may|must|should|has|have|hold)\b/i.test(plain);
  const front = !isEnglish
    ? question
    : isQuestion
      ? `${heading} (${count} points)`
      : isTold
        ? `${upperFirst(plain)}: which ${count}?`
        : `What are the ${count} ${build.lower(plain)}?`;
  return [...asks, build.ask({ about: heading, question: front, text: whole, pool: 'list', rationale: '', core, asCard: 6.5 })];
}

/** The fewest words of a cell that describes its row. */
const leastOfDescription = 5;
/** Rows before and after a row whose cells are its options. */
const nearRows = 12;

/** Asks what holds for one of the things that a table compares; the options are what holds for the others, in other features. */
function comparedAsks({ header, row, value, table }: Cell, build: AskBuilder, { facts, phrases }: AskContext): Ask[] {
  const cells = facts.cells.get(table) ?? [];
  const valueOf = (feature: string, thing: string): string =>
    fold(cells.find((one) => one.row === feature && one.header === thing)?.value ?? '');
  const things = [...new Set(cells.map((cell) => cell.header))];
  const others = things.filter((one) => one !== header);
  const names = things.map((one) => build.lower(one));
  const inRow = cells.filter((cell) => cell.row === row);
  const isDistinct = new Set(inRow.map((cell) => fold(cell.value))).size === inRow.length && inRow.length >= 2;
  if (!isDistinct) return [];
  const own = cells
    .filter(
      (cell) =>
        cell.header !== header && cell.row !== row && fold(cell.value) !== valueOf(cell.row, header) && valueOf(cell.row, header) !== '',
    )
    .map((cell): Option => {
      const rationale = phrases.appliesTo(build.lower(cell.header), placeName(phrases, cell.source.pointer));
      return {
        text: `${upperFirst(cell.row)}: ${build.lower(cell.value)}`,
        about: `${cell.row} ${cell.header}`,
        rationale,
        fact: '',
        place: cell.place,
        topic: cell.topic,
      };
    });
  const told = inRow.map((cell) => `${build.lower(cell.header)}: ${build.lower(cell.value)}`).join('; ');
  const common = {
    about: `${header} ${row}`,
    concept: header,
    pool: 'cell',
    rationale: phrases.appliesTo(build.lower(header), build.where),
    core: `${row}: ${told}`,
  };
  return [
    build.ask({
      ...common,
      question:
        phrases.compared?.(
          build.lower(header),
          others.map((one) => build.lower(one)),
        ) ?? '',
      text: `${upperFirst(row)}: ${build.lower(value)}`,
      own,
      asQuestion: 8.4,
    }),
    ...(header === things[0] && wordCount(told) <= longestBack
      ? [build.ask({ ...common, question: phrases.differ?.(names, build.lower(row)) ?? '', text: told, pool: '', asCard: 8 })]
      : []),
  ];
}

/** A verb of one thing at the start: "Prohibits discrimination". */
const doing = /^\p{Lu}\p{Ll}+[^s\P{L}]s (?!of\b|and\b|or\b|that\b|who\b|which\b|for\b|with\b|in\b)\p{L}/u;

/** Asks for a cell of a table; the options are the other cells of its column. */
function cellAsks(fact: Cell, build: AskBuilder, context: AskContext): Ask[] {
  const { facts, phrases } = context;
  const { header, row, value, table, isCompared } = fact;
  if (isCompared && phrases.compared && phrases.differ) return comparedAsks(fact, build, context);
  // Years are no facts of a course.
  if (/^(?:years?|dates?|when|enacted|founded|period|era)\b/i.test(header) || /^\(?(?:1[5-9]|20)\d\d\b/.test(value)) return [];
  // "Which ejection fraction applies to reduced ejection fraction?" asks nothing.
  if ([...contentStems(header)].every((word) => contentStems(row).has(word))) return [];
  // "Indoor and outdoor" in a column of details describes nothing alone, and a number is not described.
  if (describing.test(header) && (wordCount(value) < leastOfDescription || /(?:^|\s)\d/.test(row))) return [];
  const name = ofInstitution.test(row) ? build.withArticle(row) : build.lower(row);
  const isQuestion = /^(what|how|where|when|why|who|which)\b/i.test(header);
  const cells = (facts.cells.get(table) ?? []).filter((other) => Math.abs(other.index - fact.index) <= nearRows);
  const column = cells.filter((other) => other.header === header && fold(other.value) !== fold(value));
  const own = column.map((other): Option => {
    const rationale = phrases.appliesTo(build.lower(other.row), placeName(phrases, other.source.pointer));
    return { text: upperFirst(other.value), about: other.row, rationale, fact: '', place: other.place, topic: other.topic };
  });
  // "Privacy Act | Gives employees the right …": a description that tells what its row does.
  const isDoing =
    context.isEnglish &&
    describing.test(header) &&
    !isPluralNoun(row) &&
    doing.test(value) &&
    column.filter((other) => doing.test(other.value)).length >= 2;
  const cell = build.ask({
    about: row,
    question: isDoing ? `What does ${name} do?` : phrases.cell(isQuestion ? header : build.lower(header), name),
    text: value,
    pool: 'cell',
    own,
    rationale: phrases.appliesTo(name, build.where),
    core: `${row}: ${cells
      .filter((other) => other.row === row)
      .map((other) => `${build.lower(other.header)}, ${other.value}`)
      .join('; ')}`,
    ...(new Set(column.map((other) => fold(other.value))).size >= 2 && { asQuestion: 8.4 }),
    asCard: 8,
  });
  return [cell];
}

const acronymAsks = ({ short, long }: Acronym, build: AskBuilder, { phrases }: AskContext): Ask[] => [
  build.ask({
    about: short,
    question: phrases.standsFor(short),
    text: long,
    pool: 'acronym',
    rationale: '',
    core: `${short}: ${long}`,
    asCard: 7.8,
  }),
];

/** Every way to ask for a fact. */
export function asksOf(fact: Fact, context: AskContext): Ask[] {
  const build = new AskBuilder(fact, context);
  switch (fact.type) {
    case 'definition':
      return definitionAsks(fact, build, context);
    case 'description':
      return descriptionAsks(fact, build);
    case 'clause':
      return clauseAsks(fact, build, context);
    case 'entry':
      return entryAsks(fact, build);
    case 'gap':
      return isAskable(fact.subject) ? gapAsks(fact, build, context) : [];
    case 'quantity':
      return quantityAsks(fact, build, context);
    case 'answered':
      return answeredAsks(fact, build, context);
    case 'list':
      return listAsks(fact, build, context);
    case 'cell':
      return cellAsks(fact, build, context);
    case 'acronym':
      return acronymAsks(fact, build, context);
  }
}
