import { contentStems, fold, lowerFirst, shared, upperFirst, withoutStop, wordCount } from '../../../text/words.ts';
import type { Acronym, Answered, Asked, Clause, Definition, Description, Fact, Facts, Gap, Quantity } from '../facts/Fact.ts';
import { emptyMeaning } from '../facts/descriptions.ts';
import { isPluralNoun } from '../facts/grammar.ts';
import { termKey } from '../facts/terms.ts';
import { alterationsOf } from './alterationsOf.ts';
import type { Ask, Option } from './Ask.ts';
import { AskBuilder, leaks, leastOfChoice, longestBack, narrowed, oneOf, termPool, type AskContext } from './AskBuilder.ts';
import { cellAsks } from './cellAsks.ts';
import { entryAsks } from './entryAsks.ts';
import { headNoun, isAgent, isAskable, isPersonal } from './family.ts';
import { hedged } from './hedged.ts';
import { listAsks } from './listAsks.ts';
import { numbersBeside } from './numbersBeside.ts';

/** The most words of an answer behind a verb. */
const longestAnswer = 20;

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
      // A sentence below a term may tell anything of it.
      ...(words >= 3 && { asCard: form === 'sentence' ? leastOfChoice - 0.1 : isTelling ? 6.6 : leastOfChoice - 2 }),
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
