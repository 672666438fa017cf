import { contentStems, fold, shared, upperFirst, withoutStop, wordCount } from '../../../text/words.ts';
import type { Acronym, Answered, Asked, Clause, Definition, Description, Fact, Facts, Cloze, Quantity } from '../facts/Fact.ts';
import { emptyMeaning } from '../facts/descriptions.ts';
import { isPluralNoun } from '../facts/grammar.ts';
import { termKey } from '../facts/terms.ts';
import type { Ask, Option, Pool } from './Ask.ts';
import { AskBuilder, leaks, longestBack, narrowed, personPool, termPool, type AskContext } from './AskBuilder.ts';
import { cellAsks } from './cellAsks.ts';
import { entryAsks } from './entryAsks.ts';
import { headNoun, isAgent, isAskable, isPersonal, tellsOfPerson, tellsOfThing } from './termKinds.ts';
import { listAsks } from './listAsks.ts';
import { numbersBeside } from './numbersBeside.ts';

/** The most words of an answer behind a verb. */
const longestAnswer = 20;

/** Whether a meaning has all words of its term of several words. */
const repeatsName = (subject: string, meaning: string): boolean =>
  contentStems(subject).size > 1 && shared(contentStems(subject), contentStems(meaning)) === contentStems(subject).size;

/** "T. S. Eliot", but also "D.C. Circuit". */
const initials = /^(?:\p{Lu}\.\s?)+\p{Lu}\p{Ll}/u;

/** How a definition is asked for. */
interface DefinitionWordings {
  /** Asks for the term, by its meaning. */
  byMeaning: string;
  /** Asks for the meaning without options. */
  whatIs: string;
  /** Ask for the meaning among options. */
  whichMeaning: readonly string[];
  pool: Pool;
}

const wordingsOfPerson = ({ subject, meaning }: Definition, build: AskBuilder): DefinitionWordings => {
  const name = build.lower(subject);
  return {
    byMeaning: `Who is described as “${build.lower(meaning)}”?`,
    whatIs: `Who is ${name}?`,
    whichMeaning: [`Which of these describes ${name}?`],
    pool: personPool,
  };
};

function wordingsOfTerm({ subject, meaning, asked, form }: Definition, build: AskBuilder, context: AskContext): DefinitionWordings {
  const { phrases, isEnglish } = context;
  const name = build.lower(subject);
  const isMany = isPluralNoun(subject);
  const whatIs = asked
    ? `What ${asked.verb} ${build.lower(asked.subject)}?`
    : form === 'that'
      ? `What ${isMany ? 'do' : 'does'} “${name}” mean?`
      : `What ${isMany ? 'are' : 'is'} ${build.withArticle(subject)}?`;
  const isShort = wordCount(whatIs) < 5;
  const inEnglish = isEnglish ? [`Which of these describes ${build.withArticle(subject)}?`, ...(isShort ? [] : [whatIs])] : [];
  return {
    byMeaning:
      form === 'article' || !isEnglish ? phrases.whichTerm(build.lower(meaning)) : `Which term is described as “${build.lower(meaning)}”?`,
    whatIs,
    whichMeaning: [phrases.whatMeans(name), ...inEnglish],
    pool: termPool(isEnglish && isMany),
  };
}

/** `undefined` where it is not sure whether "who" or "what" asks for a name. */
function definitionWordings(fact: Definition, build: AskBuilder, context: AskContext): DefinitionWordings | undefined {
  const { subject, meaning } = fact;
  if (!context.isEnglish) return wordingsOfTerm(fact, build, context);
  if (/ and /.test(subject)) return undefined;
  const isProperName = isPersonal(subject, context.facts.names) && !isAgent(subject);
  if ((isProperName || initials.test(subject)) && tellsOfPerson(meaning)) return wordingsOfPerson(fact, build);
  return isProperName && !tellsOfThing(meaning) ? undefined : wordingsOfTerm(fact, build, context);
}

function definitionAsks(fact: Definition, build: AskBuilder, context: AskContext): Ask[] {
  const { phrases, isEnglish, random } = context;
  const { subject, meaning, form } = fact;
  const wordings = definitionWordings(fact, build, context);
  if (wordings === undefined) return [];
  const { byMeaning, whatIs, whichMeaning, pool } = wordings;
  const told = phrases.meaningOf(upperFirst(subject), meaning, build.where);
  const isPhrase = isEnglish && form !== 'question' && form !== 'that';
  const core = isPhrase
    ? `${upperFirst(build.withArticle(subject)).replace(/^“(.*)/s, (_all, rest: string) => `“${upperFirst(rest)}`)} ${isPluralNoun(subject) ? 'are' : 'is'} ${build.lower(meaning)}`
    : `${upperFirst(subject)}: ${meaning}`;
  const common = { about: subject, core };
  // Questions for short terms are alike in the words around them, so each term begins with another wording.
  const letters = [...subject].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0);
  const first = (letters + Math.floor(random() * whichMeaning.length)) % whichMeaning.length;
  const [question = '', ...others] = [...whichMeaning.slice(first), ...whichMeaning.slice(0, first)];
  const isTelling = wordCount(meaning) >= (isEnglish ? 4 : 2) && !leaks(subject, meaning);
  return [
    build.ask({ ...common, question: byMeaning, text: subject, pool, rationale: told, asQuestion: isTelling && form !== 'that' }),
    build.ask({
      ...common,
      question,
      wordings: others,
      front: isEnglish ? whatIs : question,
      // Without its article, so that "a curve" and "costs" are of one form.
      text: isPhrase && form === 'article' ? meaning.replace(/^(?:an?|the|any) /i, '') : meaning,
      pool: { kind: 'meaning', form: isPhrase && (form === 'article' || form === 'noun') ? 'phrase' : form },
      rationale: phrases.describes(subject, build.where),
      fact: told,
      asQuestion: isTelling,
      // "Human rights: the Universal Declaration of Human Rights …" names its subject and says nothing of it.
      asCard: !repeatsName(subject, meaning),
    }),
  ];
}

function descriptionAsks(fact: Description, build: AskBuilder): Ask[] {
  const { subject, text, form, property, group } = fact;
  if (leaks(subject, text) || /(?<![\p{L}\d-])\d|\blens$/u.test(subject)) return [];
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
        pool: { kind: 'property', form: `${fold(property)}|${form}` },
        concept: `${subject}: ${property}`,
        asQuestion: true,
        asCard: true,
      }),
    ];
  // A few words beside a term are a label; only what is said in a sentence describes it.
  const isTelling = form === 'sentence' ? words >= 4 : words >= 5 && form !== 'enumeration' && (form !== 'noun' || narrowed.test(text));
  const name = build.withArticle(subject);
  return [
    build.ask({
      ...common,
      question: `Which of these is ${form === 'enumeration' ? 'associated with' : 'described by'} “${build.lower(text)}”?`,
      text: subject,
      pool: termPool(isPluralNoun(subject)),
      rationale: told,
      asQuestion: words >= 4,
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
      pool: { kind: 'text', form: `${form}|${group}` },
      asQuestion: words >= 3,
      asCard: words >= 3,
    }),
  ];
}

const negated = /\b(no|not|never|cannot|neither|nor)\b|n[’']t\b/i;

/** The weight from which a term is worth a question of its own. */
const centralWeight = 3;

/** Whether a text names a term that the material makes much of. */
const isCentral = (subject: string, facts: Facts): boolean => facts.weightOf(termKey(subject)) >= centralWeight;

/** How to ask which statement is true of a subject: short subjects are asked for in words that differ, so that no two questions are alike. */
const statementQuestions = (name: string): Pick<Ask, 'question' | 'wordings'> => ({
  question: `Which statement describes ${name}?`,
  wordings: [`Which of these applies to ${name}?`, `What does the material say about ${name}?`],
});

/** The pool of statements about one thing, or several; "it" and "they" begin them. */
const toldPool = (isPlural: boolean): Pool => ({ kind: 'told', form: isPlural ? 'they' : 'it' });

/** The most words of a term that answers a question. */
const longestTerm = 4;

/** The fewest content words of a statement that is true of one thing and of no other. */
const leastOfStatement = 4;

/** What a statement calls its subject: "Which vaccines", "What" or "Who". */
function subjectQuestion({ subject, predicate, isPlural, otherNumber }: Clause, facts: Facts): string | undefined {
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
  // "What" and "who" take the verb of one.
  const said = isPlural ? otherNumber : predicate;
  return said === undefined ? undefined : `${isPersonal(subject, facts.names) ? 'Who' : 'What'} ${said}?`;
}

/** "is a thing that …": what a statement says its subject is. */
const isA =
  /^(?:is|are) (an? .+|(?!the |one |all |both |most |more |very |also |two |three |some |several |many |\p{L}+(?:ed|en|ly|nt) )(?:[\p{L}-]+ ){1,4}(?:that|which|who|with|used|made|formed) .+)$/u;

/** The front and back of a statement's card: "What is X?", what stands behind its verb, what it does, or what it is said of. */
function clauseCard(fact: Clause, name: string, facts: Facts, isSpecific: boolean): Asked | undefined {
  const { subject, predicate, isAction, isPlural, asked } = fact;
  const words = wordCount(predicate);
  const is = negated.test(predicate) || words < 5 ? undefined : isA.exec(predicate)?.[1];
  if (is !== undefined && emptyMeaning.test(is)) return undefined;
  if (is !== undefined) return { question: `What ${isPlural ? 'are' : 'is'} ${name}?`, answer: is };
  if (asked && answers(asked, facts)) return asked;
  if (!isSpecific || words < 5 || negated.test(predicate)) return undefined;
  if (isAction && isCentral(subject, facts))
    return { question: `What ${isPlural ? 'do' : 'does'} ${name} do?`, answer: `${isPlural ? 'They' : 'It'} ${predicate}` };
  if (wordCount(subject) > longestTerm) return undefined;
  const question = subjectQuestion({ ...fact, subject: name.replace(/^(?:an?|the) |[“”]/g, '') }, facts);
  return question === undefined ? undefined : { question, answer: subject };
}

function clauseAsks(fact: Clause, build: AskBuilder, { facts }: AskContext): Ask[] {
  const { subject, named, predicate, isPlural, isPast, sentence, isLoose, otherNumber } = fact;
  if (!isAskable(subject)) return [];
  const isLabel = sentence.startsWith(`${upperFirst(named)}:`);
  const isBare = !isPlural && /^\p{Ll}/u.test(named) && !/^(?:an?|the) /.test(named);
  const name = isLabel ? build.withArticle(named) : isBare ? facts.withArticle(named) : build.lower(named);
  const common = {
    about: subject,
    core: sentence,
    fact: `${withoutStop(sentence)} (${build.where}).`,
    rationale: `This is said of ${name} (${build.where}).`,
  };
  const told = `Of ${name} the material says: “${withoutStop(sentence)}” (${build.where}).`;
  const isPlain = predicate !== '' && !negated.test(predicate);
  const isOne = !isPlural && (isAgent(subject) || (!/^the /i.test(named) && isPersonal(subject, facts.names)));
  const isSpecific = contentStems(predicate).size >= leastOfStatement && !isLoose;
  const isLeaking = leaks(subject, predicate);
  const asks: Ask[] = [];
  if (isPlain && wordCount(predicate) >= 4 && (!isOne || (isPast && !/^(?:was|had)\b/.test(predicate)))) {
    asks.push(
      build.ask({
        ...common,
        ...(isOne ? { question: `What did ${name} do?` } : statementQuestions(name)),
        text: isOne ? predicate : `${isPlural ? 'They' : 'It'} ${predicate}`,
        pool: isOne ? { kind: 'told', form: 'did' } : toldPool(isPlural),
        asQuestion: isSpecific,
      }),
    );
    if (otherNumber !== undefined && !isOne)
      asks.push(build.ask({ ...common, question: '', text: `${isPlural ? 'It' : 'They'} ${otherNumber}`, pool: toldPool(!isPlural) }));
  }
  const card = clauseCard(fact, name, facts, isPlain && !isLeaking && !isLoose);
  if (card) asks.push(build.ask({ ...common, question: card.question, text: card.answer, pool: undefined, asCard: true }));
  const term = card?.answer.replace(/^(?:an?|the) /i, '') ?? '';
  if (card && fact.asked?.answer === card.answer && wordCount(term) <= longestTerm)
    asks.push(
      build.ask({
        ...common,
        question: card.question,
        text: term,
        about: card.answer,
        pool: termPool(isPluralNoun(card.answer)),
        rationale: told,
        asQuestion: true,
      }),
    );
  if (isPlain && !isLeaking)
    asks.push(
      build.ask({
        ...common,
        question: `Which of these ${predicate}?`,
        text: subject,
        pool: termPool(isPlural),
        rationale: told,
        asQuestion: isSpecific,
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

/** A card with a gap fills a deck up: what is left out is seldom the point of its sentence. It makes no question. */
function clozeAsks({ subject, before, after }: Cloze, build: AskBuilder): Ask[] {
  return [
    build.ask({
      about: subject,
      question: `${before}_____${withoutStop(after)}.`,
      text: subject,
      pool: { kind: 'cloze' },
      rationale: '',
      core: withoutStop(`${before}${subject}${after}`),
      asCard: true,
    }),
  ];
}

function quantityAsks({ before, value, after, topic }: Quantity, build: AskBuilder, { random }: AskContext): Ask[] {
  const own = numbersBeside(value, random)?.map((text): Option => {
    const rationale = `The material says ${value} here, not ${text} (${build.where}).`;
    return { text, about: text, rationale, fact: rationale, place: 0, topic };
  });
  return [
    build.ask({
      about: topic,
      question: `Which value completes the statement? “${before}_____${after}.”`,
      front: `${before}_____${after}.`,
      text: value,
      pool: { kind: 'value' },
      ...(own && { own }),
      rationale: `The material says ${value} (${build.where}).`,
      core: `${before}${value}${after}`,
      asQuestion: true,
      asCard: true,
    }),
  ];
}

function answeredAsks({ asks, question, answer, form, sentence, topic, isLoose }: Answered, build: AskBuilder): Ask[] {
  if (asks !== 'reason' && asks !== 'lecturer' && shared(contentStems(question), contentStems(answer)) > 1) return [];
  // What holds in a story or an example is nothing to be known.
  if (isLoose === true && asks === 'reason') return [];
  return [
    build.ask({
      about: question,
      question,
      text: answer,
      pool: { kind: 'answer', form: `${asks}|${form}` },
      rationale:
        asks === 'holding'
          ? `${withoutStop(sentence)} (${build.where}).`
          : `This answers another question: “${question}” (${build.where}).`,
      fact: `${withoutStop(sentence)} (${build.where}).`,
      core: sentence,
      concept: topic,
      asQuestion: true,
      asCard: wordCount(answer) <= longestBack,
    }),
  ];
}

const acronymAsks = ({ short, long }: Acronym, build: AskBuilder, { phrases }: AskContext): Ask[] => [
  build.ask({
    about: short,
    question: phrases.standsFor(short),
    text: long,
    pool: { kind: 'acronym' },
    rationale: '',
    core: `${short}: ${long}`,
    asCard: true,
  }),
];

/** Every way to ask for a fact. How good each is, is told by `itemQuality`. */
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
    case 'cloze':
      return isAskable(fact.subject) ? clozeAsks(fact, build) : [];
    case 'quantity':
      return quantityAsks(fact, build, context);
    case 'answered':
      return answeredAsks(fact, build);
    case 'list':
      return listAsks(fact, build, context);
    case 'cell':
      return cellAsks(fact, build, context);
    case 'acronym':
      return acronymAsks(fact, build, context);
  }
}
