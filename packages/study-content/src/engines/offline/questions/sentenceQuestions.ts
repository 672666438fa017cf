import type { DraftQuestion } from '../../../StudyContentEngine.ts';
import { contentStems, fold, lowerFirst, shared, upperFirst, wordCount, withoutStop } from '../../../text/words.ts';
import type { Clause, Exchange, Facts, Holding, Reason, Rule } from '../facts.ts';
import { isPluralNoun, sameTerm } from '../extractors/grammar.ts';
import { areOfOneKind, isFamily } from './family.ts';
import { areWordsAkin, draftOf, factsOfType, pickDistractors, placeName, type Candidate, type QuestionContext } from './distractors.ts';

/** The subject of a clause, for use within a question. A label whose article is unknown is put in quotation marks. */
export const subjectOf = (facts: Facts, { subject, sentence }: Clause): string => {
  const name = lowerFirst(subject, facts.names);
  if (!sentence.startsWith(`${subject}:`)) return name;
  const known = facts.withArticle(name);
  return known === name && /^\p{Ll}/u.test(name) && !isPluralNoun(name) ? `“${name}”` : known;
};

/** The grammatical frame of a predicate. Options of one question have the same frame. */
function frameOf(clause: Clause): string {
  const first = clause.predicate.split(' ')[0]?.toLowerCase() ?? '';
  const negated = /\bnot\b|^cannot\b/.test(clause.predicate) ? 'not ' : '';
  const modal = ['must', 'should', 'may', 'can', 'will', 'could', 'might', 'would', 'cannot', 'shall'].includes(first);
  if (modal) return `${negated}modal`;
  if (clause.isAction) return `${negated}${clause.isPlural ? 'do' : 'does'}`;
  return `${negated}${first}`;
}

const verbOf = ({ predicate }: Clause): string => predicate.split(' ')[0]?.toLowerCase() ?? '';

/** Subjects that are too general: nearly every predicate is true of them. Brackets and question marks as in a regular expression. */
const genericSubjects = [
  'compan(y|ies) teams? developers? patients? courts? users? organi[sz]ations? researchers? scientists? sponsors?',
  'nurses? licen[cs]es? software law planning evaluation approvals? rights systems? methods? approach(es)? factors?',
  'people persons? individuals? students? data information process(es)? results? stud(y|ies) research products? tools?',
  'others? institutions? universit(y|ies) members? parties types? areas? items? elements? aspects? amounts? body bodies',
  'conditions? countr(y|ies) effects? features? forms? functions? groups? levels? lines? materials? models? objects?',
  'outcomes? outputs? inputs? places? points? properties property quantit(y|ies) ranges? regions? states? steps?',
  'structures? surfaces? tasks? terms? times? units? uses? values? variables? ways? works? worlds? years? forces?',
  'fields? blocks? government society consumers? managers? teachers? employees? employers? workers? buyers? sellers?',
  'firms? banks?',
].flatMap((line) => line.split(' '));
const quantifiers = 'many |most |some |several |multiple |various |different |other |more |all |both |these |no ';
const genericSubject = new RegExp(`^(the |an? )?(${quantifiers})?(${genericSubjects.join('|')}|old \\w+|new \\w+|same \\w+)$`, 'i');
const quantified = /^(many|most|some|several|multiple|various|different|other|more|all|both|no|few|each|every|any|certain)\s/i;
/** Whether a question about this subject has one answer. */
export const isAskable = (subject: string): boolean =>
  !genericSubject.test(subject) && !quantified.test(subject) && !/^(understanding|learning|knowing|using)\b/i.test(subject);

/** Asks for the subject of a clause, when the material has too few predicates of one frame. */
function bySubject(context: QuestionContext, fact: Clause): DraftQuestion[] {
  const { phrases, random, facts } = context;
  const asked = contentStems(fact.predicate);
  if (!isAskable(fact.subject)) return [];
  if (
    // Unspecific and negated predicates are also true of other subjects.
    /^(include|have|contain)s?\b|^(can|may|could) be\b|^(has|have) (many|several|various)\b|\b(no|not|never|cannot)\b/.test(
      fact.predicate,
    ) ||
    asked.size < 3 ||
    /\b(its|their|they|them|it)\b/i.test(fact.predicate.split(' ').slice(0, 6).join(' ')) ||
    wordCount(fact.predicate) < 5 ||
    wordCount(fact.predicate) > 22 ||
    /^(a|an|the)?\s*\p{L}+ly\b/iu.test(fact.subject)
  )
    return [];
  const candidates = factsOfType(context, 'clause', fact)
    .filter(
      (other) =>
        other !== fact &&
        other.isPlural === fact.isPlural &&
        isPluralNoun(other.subject) === isPluralNoun(fact.subject) &&
        isAskable(other.subject) &&
        !sameTerm(other.subject, fact.subject) &&
        !areWordsAkin(other.subject, fact.subject) &&
        areOfOneKind(other.subject, fact.subject, facts.names) &&
        shared(contentStems(other.subject), asked) === 0 &&
        shared(contentStems(other.predicate), asked) <= 1,
    )
    .map((other): Candidate => ({
      text: upperFirst(other.subject.replace(/^(an?|the)\s+/i, '')),
      rationale: `Of ${lowerFirst(other.subject, facts.names)} the material says: “${withoutStop(other.sentence)}” (${placeName(phrases, other.source.pointer)}).`,
      place: other.place,
      isClose: isFamily(fact, other, fact.subject, other.subject) || (fact.isAction && verbOf(fact) === verbOf(other)),
    }));
  const answer = upperFirst(fact.subject.replace(/^(an?|the)\s+/i, ''));
  return draftOf(context, fact, {
    question: `Which of these ${fact.predicate}?`,
    answer,
    distractors: pickDistractors(answer, candidates, fact.place, random, { family: context.isLenient ? 0 : 1, quote: fact.source.quote }),
    concept: fact.subject,
    core: fact.sentence,
    rationale: `The material says so of ${lowerFirst(fact.subject, facts.names)} (${placeName(phrases, fact.source.pointer)}).`,
  });
}

/** One of several wordings: stems that differ in one word only would be near-duplicates of each other. */
function actionQuestion({ random }: QuestionContext, fact: Clause, name: string): string {
  const verb = fact.isPlural ? 'do' : 'does';
  const wordings = [`What ${verb} ${name} do?`, `Which of these is true of ${name}?`, `What is said of ${name}?`];
  return wordings[Math.floor(random() * wordings.length)] ?? `What ${verb} ${name} do?`;
}

/** Asks what a subject does or is; the distractors are predicates of other subjects. */
export function clauseQuestions(context: QuestionContext, fact: Clause): DraftQuestion[] {
  const { phrases, random, facts } = context;
  const frame = frameOf(fact);
  if (frame.startsWith('not')) return [];
  const subject = contentStems(fact.subject);
  const predicate = contentStems(fact.predicate);
  const asks = fact.isAction;
  const pronoun = fact.isPlural ? 'They' : 'It';
  const shown = (text: string): string => (asks ? `${pronoun} ${text}` : `… ${text}`);
  const candidates = factsOfType(context, 'clause', fact)
    .filter(
      (other) =>
        other !== fact &&
        frameOf(other) === frame &&
        shared(contentStems(other.subject), subject) === 0 &&
        shared(contentStems(other.predicate), subject) === 0 &&
        // Facts under a heading with the subject's name are about the subject, too.
        (fold(other.topic) === fold(fact.topic) || shared(contentStems(other.topic), subject) < subject.size) &&
        areOfOneKind(other.subject, fact.subject, facts.names) &&
        shared(contentStems(other.predicate), predicate) < Math.max(1, predicate.size * 0.34),
    )
    .map((other): Candidate => ({
      text: shown(other.predicate),
      rationale: `This is said of ${lowerFirst(other.subject, facts.names)} (${placeName(phrases, other.source.pointer)}).`,
      place: other.place,
      isClose: isFamily(fact, other, fact.subject, other.subject) || (fact.isAction && verbOf(fact) === verbOf(other)),
    }));
  const name = subjectOf(facts, fact);
  const byPredicate = isAskable(fact.subject)
    ? draftOf(context, fact, {
        question: asks ? actionQuestion(context, fact, name) : `Which of these completes the statement? “${fact.subject} …”`,
        answer: shown(fact.predicate),
        distractors: pickDistractors(shown(fact.predicate), candidates, fact.place, random, {
          family: context.isLenient ? 0 : asks ? 1 : 2,
        }),
        concept: fact.subject,
        core: fact.sentence,
        rationale: `This is said of ${name} (${placeName(phrases, fact.source.pointer)}).`,
      })
    : [];
  return [...byPredicate, ...bySubject(context, fact)];
}

/** Asks for the consequence or the advice in a case that the material describes. */
export function ruleQuestions(context: QuestionContext, fact: Rule): DraftQuestion[] {
  const { phrases, random, facts } = context;
  if (!context.isEnglish) return [];
  const condition = contentStems(fact.condition);
  const consequence = contentStems(fact.consequence);
  if (shared(condition, consequence) > 1) return [];
  const others = factsOfType(context, 'rule', fact).filter(
    (other) =>
      other !== fact &&
      other.isAdvice === fact.isAdvice &&
      shared(contentStems(other.condition), condition) < Math.max(2, condition.size * 0.5),
  );
  const candidates: Candidate[] = [
    ...others
      .filter((other) => shared(contentStems(other.consequence), condition) === 0)
      .map((other) => ({
        text: upperFirst(other.consequence),
        rationale: `The material says this for another case: ${lowerFirst(other.condition, facts.names)} (${placeName(phrases, other.source.pointer)}).`,
        place: other.place,
      })),
    ...(fact.isAdvice
      ? facts.advice
          .filter((other) => other.place !== fact.place && shared(contentStems(other.text), condition) === 0)
          .map((other) => ({
            text: upperFirst(other.text),
            rationale: `The material gives this advice for something else (${placeName(phrases, other.source.pointer)}).`,
            place: other.place,
          }))
      : []),
  ];
  const answer = upperFirst(fact.consequence);
  return draftOf(context, fact, {
    question: fact.isAdvice
      ? `${upperFirst(fact.condition)}. What should be done?`
      : `Suppose that ${lowerFirst(fact.condition, facts.names)}. What follows?`,
    answer,
    distractors: pickDistractors(answer, candidates, fact.place, random),
    concept: fact.topic,
    core: fact.source.quote,
    rationale: `The material says so for this very case (${placeName(phrases, fact.source.pointer)}).`,
  });
}

/** Asks for a reason; the distractors are reasons for other facts. */
export function reasonQuestions(context: QuestionContext, fact: Reason): DraftQuestion[] {
  const { phrases, random } = context;
  const asked = contentStems(fact.question);
  const candidates = factsOfType(context, 'reason', fact)
    .filter((other) => other !== fact && shared(contentStems(other.reason), asked) === 0)
    .map((other): Candidate => ({
      text: other.reason,
      rationale: `This answers another question: “${other.question}” (${placeName(phrases, other.source.pointer)}).`,
      place: other.place,
    }));
  return draftOf(context, fact, {
    question: fact.question,
    answer: fact.reason,
    distractors: pickDistractors(fact.reason, candidates, fact.place, random),
    concept: fact.subject,
    core: fact.sentence,
  });
}

/** Asks the lecturer's own question; the distractors are answers to the lecturer's other questions. */
export function exchangeQuestions(context: QuestionContext, fact: Exchange): DraftQuestion[] {
  const asked = contentStems(fact.question);
  const candidates = factsOfType(context, 'exchange', fact)
    .filter(
      (other) =>
        other !== fact && other.form === fact.form && shared(contentStems(other.answer), asked) <= shared(contentStems(fact.answer), asked),
    )
    .map((other): Candidate => ({
      text: other.answer,
      rationale: `This answers another question: “${other.question}” (${placeName(context.phrases, other.source.pointer)}).`,
      place: other.place,
      isClose: other.place === fact.place,
    }));
  return draftOf(context, fact, {
    question: fact.question,
    answer: fact.answer,
    distractors: pickDistractors(fact.answer, candidates, fact.place, context.random),
    concept: fact.topic,
    core: fact.answer,
  });
}

export function holdingQuestions(context: QuestionContext, fact: Holding): DraftQuestion[] {
  const text = (holding: Holding): string => `That ${holding.held}`;
  const where = placeName(context.phrases, fact.source.pointer);
  const candidates = factsOfType(context, 'holding', fact)
    .filter((other) => other !== fact && other.name !== fact.name)
    .map((other): Candidate => ({
      text: text(other),
      rationale: `This was held in ${other.name} (${placeName(context.phrases, other.source.pointer)}).`,
      place: other.place,
    }));
  return draftOf(context, fact, {
    question: `What did the court hold in ${fact.name}?`,
    answer: text(fact),
    distractors: pickDistractors(text(fact), candidates, fact.place, context.random),
    concept: fact.name,
    core: `In ${fact.name}, the court held that ${fact.held}`,
    rationale: `This was held in ${fact.name} (${where}).`,
  });
}
