import { contentStems, shared, upperFirst, withoutStop, wordCount } from '../../../text/words.ts';
import type { Acronym, Answered, Definition, Fact } from '../facts/Fact.ts';
import { isPluralNoun } from '../facts/grammar.ts';
import type { ItemSpec, OptionClass } from './ItemSpec.ts';
import { maxBackWords, personClass, SpecBuilder, type SpecContext, termClass } from './SpecBuilder.ts';
import { describesPerson, describesThing, headNoun, isAgent, isAskable, isPersonal, meaningKind } from './termKinds.ts';
import { listSpecs } from './listSpecs.ts';

/** Whether a meaning repeats a modifier of its term. "Strategic plans" are plans, and so are the distractors (`hasStemCue`). */
const sharesModifier = (subject: string, meaning: string): boolean => {
  const modifiers = new Set(contentStems(subject));
  if (modifiers.size > 1) modifiers.delete(headNoun(subject));
  return shared(modifiers, contentStems(meaning)) > 0;
};

/** Whether a meaning repeats all words of a term of several words. */
const repeatsName = (subject: string, meaning: string): boolean =>
  contentStems(subject).size > 1 && shared(contentStems(subject), contentStems(meaning)) === contentStems(subject).size;

/** Initials: "T. S. Eliot", but also "D.C. Circuit". */
const initials = /^(?:\p{Lu}\.\s?)+\p{Lu}\p{Ll}/u;
/** Verbs at the end of their question: "What does it consist of?", "What does it state?" */
const endsQuestion = /^(consists? of|(?:states?|holds?|says?|predicts?)(?= that)) /i;

interface Wordings {
  /** Asks for the term. */
  byMeaning: string;
  /** Asks for the meaning. */
  whatIs: string;
  /** The meaning as the answer to `whatIs`. */
  answer: string;
  optionClass: OptionClass;
}

/** "What does X do?", "What does X consist of?", "What does X state?" */
function wordingsOfAction({ subject, meaning }: Definition, name: string): Omit<Wordings, 'optionClass'> {
  const does = isPluralNoun(subject) ? 'do' : 'does';
  const [, verb] = endsQuestion.exec(meaning) ?? [];
  const answer = meaning.replace(endsQuestion, '');
  return {
    byMeaning: `Which of these ${meaning}?`,
    whatIs: `What ${does} ${name} ${verb === undefined ? 'do' : verb.replace(/^(\p{L}+)s(?= |$)/u, '$1')}?`,
    answer,
  };
}

/** The wordings for a definition; `undefined` if it is unclear whether to ask "who" or "what". */
function wordingsOf(fact: Definition, build: SpecBuilder, { phrases, isEnglish, facts }: SpecContext): Wordings | undefined {
  const { subject, meaning, form, definingClause } = fact;
  const lowered = build.lower(meaning);
  if (!isEnglish)
    return {
      byMeaning: phrases.whichTerm(lowered),
      whatIs: phrases.whatMeans(build.lower(subject)),
      answer: meaning,
      optionClass: termClass(false, 'thing'),
    };
  // The authors of quotations are not worth learning.
  if (/ and |^(?:Dr|Prof|Professor|Mr|Mrs|Ms)\b/.test(subject)) return undefined;
  const isProperName = isPersonal(subject, facts.names) && !isAgent(subject);
  if ((isProperName || initials.test(subject)) && describesPerson(meaning))
    return {
      byMeaning: `Who is described as “${lowered}”?`,
      whatIs: `Who is ${build.lower(subject)}?`,
      answer: meaning,
      optionClass: personClass,
    };
  if (isProperName && !describesThing(meaning)) return undefined;
  const isMany = isPluralNoun(subject);
  const optionClass = termClass(isMany, meaningKind(meaning));
  if (form === 'does') return { ...wordingsOfAction(fact, build.withArticle(subject)), optionClass };
  const whatIs =
    form === 'that'
      ? `What ${isMany ? 'do' : 'does'} “${build.lower(subject)}” mean?`
      : definingClause
        ? `What ${definingClause.verb} ${build.lower(definingClause.subject)}?`
        : build.whatIs(subject);
  // Without its article, so that "a curve" and "costs" have the same form.
  return { byMeaning: `Which term means “${lowered}”?`, whatIs, answer: meaning.replace(/^(?:an?|the|any) /i, ''), optionClass };
}

/** Shorter questions get a longer frame. */
const minStemWords = 5;
/** The minimum words of a meaning that identifies its term. */
const minWords = { english: 4, other: 2 } as const;

/** Specs that ask for a term by its meaning, and for the meaning of a term. */
function definitionSpecs(fact: Definition, build: SpecBuilder, context: SpecContext): ItemSpec[] {
  const { phrases, isEnglish } = context;
  const { subject, meaning, form } = fact;
  const wordings = isAskable(subject) || !isEnglish ? wordingsOf(fact, build, context) : undefined;
  if (!wordings) return [];
  const { byMeaning, whatIs, answer, optionClass } = wordings;
  const isDoing = form === 'does';
  const statement = isDoing
    ? `${upperFirst(subject)}: ${meaning} (${build.where}).`
    : phrases.meaningOf(upperFirst(subject), meaning, build.where);
  const isPhrase = isEnglish && form !== 'question' && form !== 'that' && !isDoing;
  const core = isPhrase
    ? `${upperFirst(build.withArticle(subject))} ${isPluralNoun(subject) ? 'are' : 'is'} ${build.lower(meaning)}`
    : `${upperFirst(subject)}: ${meaning}`;
  const common = { about: subject, core };
  const isDistinctive = wordCount(meaning) >= (isEnglish ? minWords.english : minWords.other) && !sharesModifier(subject, meaning);
  return [
    build.spec({
      ...common,
      question: byMeaning,
      text: subject,
      optionClass,
      rationale: statement,
      asQuestion: isDistinctive && form !== 'that',
    }),
    build.spec({
      ...common,
      question: isEnglish && wordCount(whatIs) < minStemWords ? `What is meant by “${build.lower(subject)}”?` : whatIs,
      front: whatIs,
      text: answer,
      optionClass: {
        kind: 'meaning',
        form: `${isPhrase && (form === 'article' || form === 'noun') ? 'phrase' : form}|${optionClass.form}`,
      },
      rationale: phrases.describes(subject, build.where),
      fact: statement,
      asQuestion: isDistinctive,
      // "Human rights: the Universal Declaration of Human Rights …" repeats its subject and says nothing about it.
      back: upperFirst(isPhrase ? meaning : answer),
      asCard: !repeatsName(subject, meaning) && wordCount(meaning) <= maxBackWords,
    }),
  ];
}

function answeredSpecs({ origin, question, answer, form, sentence, topic }: Answered, build: SpecBuilder): ItemSpec[] {
  if (origin !== 'lecturer' && shared(contentStems(question), contentStems(answer)) > 1) return [];
  return [
    build.spec({
      about: question,
      question,
      text: answer,
      optionClass: { kind: 'answer', form: `${origin}|${form}` },
      rationale:
        origin === 'holding'
          ? `${withoutStop(sentence)} (${build.where}).`
          : `This answers another question: “${question}” (${build.where}).`,
      fact: `${withoutStop(sentence)} (${build.where}).`,
      core: sentence,
      concept: topic,
      // Other answers rarely fit the same question, but other holdings do.
      asQuestion: origin === 'holding',
      asCard: wordCount(answer) <= maxBackWords,
    }),
  ];
}

/** Only a card: other long forms would not match the letters. */
const acronymSpecs = ({ short, long }: Acronym, build: SpecBuilder, { phrases }: SpecContext): ItemSpec[] => [
  build.spec({ about: short, question: phrases.standsFor(short), text: long, rationale: '', core: `${short}: ${long}`, asCard: true }),
];

export function itemSpecsOf(fact: Fact, context: SpecContext): ItemSpec[] {
  const build = new SpecBuilder(fact, context);
  switch (fact.type) {
    case 'definition':
      return definitionSpecs(fact, build, context);
    case 'answered':
      return answeredSpecs(fact, build);
    case 'list':
      return listSpecs(fact, build, context);
    case 'cell':
      return [];
    case 'acronym':
      return acronymSpecs(fact, build, context);
  }
}
