import type { DraftQuestion } from '../../../StudyContentEngine.ts';
import { contentStems, fold, lowerFirst, shared, upperFirst, wordCount } from '../../../text/words.ts';
import type { Attribute, Definition, Facts, Label } from '../facts.ts';
import { isPluralNoun, sameTerm } from '../extractors/grammar.ts';
import { draftOf, factsOfType, pickDistractors, placeName, type Candidate, type QuestionContext } from './distractors.ts';

/** A term with the article that the material gives it. When the article is unknown, the term is put in quotation marks. */
function quotedUnlessKnown(facts: Facts, term: string): string {
  const name = lowerFirst(term, facts.names);
  const known = facts.withArticle(name);
  return known === name && /^\p{Ll}/u.test(name) && !isPluralNoun(name) ? `“${name}”` : known;
}

/** One of several wordings: stems that differ in one word only would be near-duplicates of each other. */
function meaningQuestion({ phrases, facts, isEnglish, random }: QuestionContext, { subject, term }: Definition): string {
  const name = lowerFirst(term, facts.names);
  if (!isEnglish) return phrases.whatMeans(name);
  const asked = subject ? `What ${subject.verb} ${lowerFirst(subject.text, facts.names)}?` : '';
  const wordings = [
    phrases.whatMeans(name),
    `Which of these describes ${quotedUnlessKnown(facts, term)}?`,
    `How is “${name}” defined in this material?`,
    `Which statement gives the meaning of “${name}”?`,
    ...(wordCount(asked) >= 5 ? [asked] : []),
  ];
  return wordings[Math.floor(random() * wordings.length)] ?? phrases.whatMeans(name);
}

/** Asks for the term of a definition, and for its meaning. */
export function definitionQuestions(context: QuestionContext, fact: Definition): DraftQuestion[] {
  const { phrases, random, facts } = context;
  const leaks = shared(contentStems(fact.term), contentStems(fact.meaning)) > 0;
  if (leaks || wordCount(fact.meaning) < (context.isEnglish ? 4 : 2)) return [];
  const others = factsOfType(context, 'definition', fact).filter(
    (other) =>
      other !== fact && !sameTerm(other.term, fact.term) && (!context.isEnglish || isPluralNoun(other.term) === isPluralNoun(fact.term)),
  );
  const place = (other: Definition): string => placeName(phrases, other.source.pointer);
  const rationale = phrases.meaningOf(upperFirst(fact.term), fact.meaning, place(fact));
  const core = `${upperFirst(fact.term)}: ${fact.meaning}`;
  const meaning = contentStems(fact.meaning);
  const term = contentStems(fact.term);
  // A definition that shares half of the words would be right as well.
  const distinct = others.filter((other) => shared(contentStems(other.meaning), meaning) < Math.max(2, meaning.size * 0.5));
  // Terms of the same slide are of the same kind and easily confused.
  const isBeside = (other: Definition): boolean => other.place === fact.place && other.topic === fact.topic;
  const terms = distinct
    .filter((other) => shared(contentStems(other.term), meaning) === 0)
    .map((other): Candidate => ({
      text: upperFirst(other.term),
      rationale: phrases.meaningOf(upperFirst(other.term), other.meaning, place(other)),
      place: other.place,
      isClose: isBeside(other),
    }));
  const meanings = distinct
    .filter((other) => shared(contentStems(other.meaning), term) === 0 && (!context.isEnglish || other.form === fact.form))
    .map((other): Candidate => ({
      text: upperFirst(other.meaning),
      rationale: phrases.describes(other.term, place(other)),
      place: other.place,
      isClose: isBeside(other),
    }));
  return [
    ...draftOf(context, fact, {
      question:
        fact.form === 'clause'
          ? `Which term is described as “${lowerFirst(fact.meaning, facts.names)}”?`
          : phrases.whichTerm(context.isEnglish ? lowerFirst(fact.meaning, facts.names) : fact.meaning),
      answer: upperFirst(fact.term),
      distractors: pickDistractors(upperFirst(fact.term), terms, fact.place, random, { quote: fact.source.quote }),
      concept: fact.term,
      core,
      rationale,
    }),
    ...draftOf(context, fact, {
      question: meaningQuestion(context, fact),
      answer: upperFirst(fact.meaning),
      distractors: pickDistractors(upperFirst(fact.meaning), meanings, fact.place, random),
      concept: fact.term,
      core,
      rationale,
    }),
  ];
}

/** Asks for a term by its description, and for its description; the distractors come from the same list or topic. */
export function labelQuestions(context: QuestionContext, fact: Label): DraftQuestion[] {
  const { phrases, random, facts } = context;
  if (shared(contentStems(fact.term), contentStems(fact.text)) > 0 || wordCount(fact.text) > 22 || wordCount(fact.text) < 3) return [];
  const text = contentStems(fact.text);
  const term = contentStems(fact.term);
  const others = factsOfType(context, 'label', fact).filter(
    (other) => other !== fact && !sameTerm(other.term, fact.term) && shared(contentStems(other.text), text) < Math.max(1, text.size * 0.34),
  );
  // Only labels of one list are of one kind.
  const siblings = others.filter((other) => other.group === fact.group);
  if (siblings.length < 2) return [];
  const said = (one: Label): string =>
    `“${upperFirst(one.term)}” is described so: ${one.text} (${placeName(phrases, one.source.pointer)}).`;
  const candidates = (test: (other: Label) => boolean, shown: (other: Label) => string): Candidate[] =>
    others
      .filter((other) => test(other) && (other.group === fact.group || other.topic === fact.topic))
      .map((other) => ({
        text: upperFirst(shown(other)),
        rationale: said(other),
        place: other.place,
        isSibling: other.group === fact.group,
      }));
  const core = `${upperFirst(fact.term)}: ${fact.text}`;
  const plural = isPluralNoun(fact.term);
  return [
    ...draftOf(context, fact, {
      question: `Which of these ${fact.form === 'enumeration' ? 'goes with' : 'is described as'} “${lowerFirst(fact.text, facts.names)}”?`,
      answer: upperFirst(fact.term),
      distractors: pickDistractors(
        upperFirst(fact.term),
        candidates(
          (other) => shared(contentStems(other.term), text) === 0 && isPluralNoun(other.term) === plural,
          (other) => other.term,
        ),
        fact.place,
        random,
      ),
      concept: fact.term,
      core,
      rationale: said(fact),
    }),
    ...draftOf(context, fact, {
      question: `Which of these ${fact.form === 'enumeration' ? 'goes with' : 'describes'} ${quotedUnlessKnown(facts, fact.term)}?`,
      answer: upperFirst(fact.text),
      distractors: pickDistractors(
        upperFirst(fact.text),
        candidates(
          (other) => other.form === fact.form && shared(contentStems(other.text), term) === 0,
          (other) => other.text,
        ),
        fact.place,
        random,
      ),
      concept: fact.term,
      core,
      rationale: said(fact),
    }),
  ];
}

/** "Hypothalamus: what are the functions?" Names of actions get another wording, because an action is no property. */
export const attributeQuestion = ({ owner, name }: Attribute, facts: Facts): string =>
  /(tion|ment|sis|ance|ence|ing)s?$/i.test(name)
    ? `${upperFirst(owner)}, ${lowerFirst(name, facts.names)}: what does the material say?`
    : `${upperFirst(owner)}: what ${isPluralNoun(name) ? 'are' : 'is'} the ${lowerFirst(name, facts.names)}?`;

/** Asks for a property of one term; the distractors are the same property of other terms. */
export function attributeQuestions(context: QuestionContext, fact: Attribute): DraftQuestion[] {
  const { phrases, random, facts } = context;
  const name = fold(fact.name);
  const others = factsOfType(context, 'attribute', fact).filter(
    (other) => other !== fact && fold(other.name).replace(/s$/, '') === name.replace(/s$/, '') && fold(other.owner) !== fold(fact.owner),
  );
  const owner = contentStems(fact.owner);
  const said = (one: Attribute): string =>
    `This is said of ${lowerFirst(one.owner, facts.names)} (${placeName(phrases, one.source.pointer)}).`;
  const candidates = others
    .filter((other) => other.form === fact.form && shared(contentStems(other.value), owner) === 0)
    .map((other): Candidate => ({ text: upperFirst(other.value), rationale: said(other), place: other.place }));
  return draftOf(context, fact, {
    question: attributeQuestion(fact, facts),
    answer: upperFirst(fact.value),
    distractors: pickDistractors(upperFirst(fact.value), candidates, fact.place, random),
    concept: `${fact.owner}: ${fact.name}`,
    core: `${upperFirst(fact.owner)}: ${lowerFirst(fact.name, facts.names)}, ${fact.value}`,
    rationale: said(fact),
  });
}
