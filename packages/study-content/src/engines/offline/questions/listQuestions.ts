import type { DraftQuestion } from '../../../StudyContentEngine.ts';
import { contentStems, fold, shared, upperFirst, wordCount } from '../../../text/words.ts';
import type { List } from '../facts.ts';
import { sameTerm } from '../extractors/grammar.ts';
import { headNoun, isAgent } from './family.ts';
import { draftOf, factsOfType, pickDistractors, placeName, type Candidate, type QuestionContext } from './distractors.ts';

/** The grammatical forms of distractors that fit an item of this form. */
const kindsFor = (form: string, completes: boolean): string[] =>
  ['verb', 'noun', 'ing'].includes(form) && !completes ? ['noun', 'ing'] : [form];

const opening = (heading: string): string => /^(what|who|which|when|where|why|how)\b/i.exec(heading)?.[0].toLowerCase() ?? '';

/** Whether points of one list may be distractors for the other: same topic, head noun or question word, or both complete a sentence. */
const areAlike = (one: List, other: List): boolean =>
  fold(one.topic) === fold(other.topic) ||
  headNoun(one.heading) === headNoun(other.heading) ||
  (opening(one.heading) !== '' && opening(one.heading) === opening(other.heading)) ||
  (one.asks?.completes === true && other.asks?.completes === true);

/** The most points of a list that are asked for, and the most points of another list that are candidates: long lists are registers. */
const mostAsked = 40;
const mostOffered = 40;
/** The most points of the list that an explanation shows. */
const mostShown = 60;

/** Asks for a member of a list; the distractors are members of other lists. */
export function listQuestions(context: QuestionContext, fact: List): DraftQuestion[] {
  const { phrases, random } = context;
  // Advice of other lists is often right here as well, so a list of advice has no safe distractors.
  if (context.isEnglish && /\b(should|must|need to|have to)\b/i.test(fact.heading)) return [];
  const asks = context.isEnglish ? fact.asks : { question: phrases.whichListed(fact.heading), completes: false };
  if (!asks) return [];
  const heading = contentStems(fact.heading);
  const own = new Set(fact.items.flatMap(({ text }) => [...contentStems(text)]));
  const ownTexts = fact.items.map(({ text }) => text);
  const stemWords = contentStems(asks.question);
  const ofTerms = ownTexts.every((text) => wordCount(text) <= 3);
  // Lists about the same thing may hold each other's points.
  const others = factsOfType(context, 'list', fact).filter(
    (other) =>
      other !== fact &&
      !sameTerm(other.heading, fact.heading) &&
      (!context.isEnglish ||
        ((context.isLenient || areAlike(fact, other)) && shared(contentStems(other.heading), heading) < Math.max(2, heading.size * 0.67))),
  );
  const asksWho = /^who\b/i.test(asks.question);
  const start = Math.floor(random() * fact.items.length);
  const shown = fact.items.slice(0, mostShown);
  return fact.items.slice(0, mostAsked).flatMap((_item, step): DraftQuestion[] => {
    const item = fact.items[(start + step) % fact.items.length];
    if (
      !item ||
      (context.isEnglish && wordCount(item.text) < 2 && !ofTerms) ||
      (asksWho && !isAgent(item.text)) ||
      (wordCount(item.text) < 2 && item.text.length < 4) ||
      shared(contentStems(item.text), stemWords) > 0 ||
      ['none', 'clause', 'pron', 'adv', 'verb'].includes(item.form)
    )
      return [];
    // An instruction alone does not show to which list it belongs.
    if (item.form === 'base' && !asks.completes) return [];
    if (asks.completes && !['base', 'noun', 'ing', 'any'].includes(item.form)) return [];
    const kinds = kindsFor(item.form, asks.completes);
    const candidates = others.flatMap((other) =>
      // Advice of another list may be right here as well.
      (item.form === 'base' && !other.asks?.completes ? [] : other.items.slice(0, mostOffered))
        .filter((one) => kinds.includes(one.form) && shared(contentStems(one.text), own) <= 0)
        .filter((one) => !context.isEnglish || isAgent(one.text) === isAgent(item.text))
        .map((one): Candidate => ({
          text: upperFirst(one.text),
          rationale: phrases.belongs(other.heading, placeName(phrases, one.source.pointer)),
          place: other.place,
        })),
    );
    return draftOf(context, fact, {
      question: asks.question,
      answer: upperFirst(item.text),
      distractors: pickDistractors(upperFirst(item.text), candidates, fact.place, random),
      concept: fact.heading,
      core: `${fact.heading}${fact.heading.endsWith('?') ? '' : ':'} ${shown.map(({ text }) => text).join('; ')}`,
      rationale: phrases.belongs(fact.heading, placeName(phrases, item.source.pointer)),
      source: item.source,
    });
  });
}

/** Asks for the step after a step; the distractors are the other steps, which are certainly wrong. */
export function sequenceQuestions(context: QuestionContext, fact: List): DraftQuestion[] {
  if (!context.isEnglish || !fact.isOrdered) return [];
  const { phrases, random } = context;
  const { items } = fact;
  if (new Set(items.map(({ text }) => fold(text))).size < items.length) return [];
  const at = Math.floor(random() * (items.length - 1));
  const asked = items[at];
  const next = items[at + 1];
  if (!asked || !next || shared(contentStems(asked.text), contentStems(next.text)) > 0) return [];
  const candidates = items
    .map((item, index): Candidate & { index: number } => ({
      text: upperFirst(item.text),
      rationale: `This is number ${index + 1} of ${items.length} (${placeName(phrases, item.source.pointer)}).`,
      place: index,
      index,
    }))
    .filter(({ index }) => index !== at && index !== at + 1);
  return draftOf(context, fact, {
    question: `${upperFirst(fact.heading)}: what comes directly after “${asked.text}”?`,
    answer: upperFirst(next.text),
    distractors: pickDistractors(upperFirst(next.text), candidates, at + 1, random),
    concept: fact.heading,
    core: `${fact.heading}: ${items.map(({ text }) => text).join(' → ')}`,
    rationale: `This is number ${at + 2} of ${items.length} (${placeName(phrases, next.source.pointer)}).`,
    source: next.source,
  });
}
