import type { Pointer, Source } from '@lectern/contracts';
import type { Distractor, DraftQuestion, QuizOptions } from '../engine.ts';
import { placeOf } from '../pointers.ts';
import { contentStems, fold, likeness, lowerFirst, shared, upperFirst, withoutStop, wordCount } from '../words.ts';
import type { Cell, Clause, Definition, Fact, Facts, Highest, Holding, List, Quantity } from './facts.ts';
import { isPluralNoun, sameTerm } from './facts.ts';
import type { Phrases } from './phrases.ts';

interface Candidate extends Distractor {
  place: number;
}

interface Made {
  fact: Fact;
  draft: DraftQuestion;
  score: number;
}

interface Maker {
  facts: Facts;
  phrases: Phrases;
  random: () => number;
  isEnglish: boolean;
}

const placeName = (phrases: Phrases, pointer: Pointer): string =>
  pointer.kind === 'slide' ? phrases.slide(pointer.slide) : phrases.paragraph(pointer.paragraph);

/** Two or three wrong options: near in the material, alike in length, and so that the right one is not told by its length. */
function pickDistractors(key: string, candidates: Candidate[], place: number, random: () => number, most = 3): Distractor[] | undefined {
  const keyWords = contentStems(key);
  const fitting = candidates
    .filter(({ text }) => {
      const ratio = text.length / key.length;
      const short = key.length <= 26 && text.length <= 40;
      const words = contentStems(text);
      // An option that says half the same as the key may be right as well.
      return (
        fold(text) !== fold(key) &&
        (short ? ratio > 0.3 && ratio < 3 : ratio >= 0.6 && ratio <= 1.65) &&
        shared(words, keyWords) < Math.max(1, Math.min(words.size, keyWords.size) * 0.34)
      );
    })
    .map((candidate) => ({ ...candidate, distance: Math.abs(candidate.place - place) + random() * 3 }))
    .sort((left, right) => left.distance - right.distance)
    .slice(0, 14);
  const chosen: typeof fitting = [];
  const take = (from: typeof fitting, count: number): void => {
    for (const candidate of from) {
      if (count <= 0) return;
      const words = contentStems(candidate.text);
      if (
        chosen.some(
          (other) =>
            other === candidate ||
            fold(other.text) === fold(candidate.text) ||
            shared(contentStems(other.text), words) >= Math.max(2, words.size * 0.5),
        )
      )
        continue;
      chosen.push(candidate);
      count -= 1;
    }
  };
  // How many are shorter is drawn first, so that the key's rank by length says nothing over a quiz.
  const shorter = Math.floor(random() * (most + 1));
  take(
    fitting.filter(({ text }) => text.length < key.length),
    shorter,
  );
  take(
    fitting.filter(({ text }) => text.length >= key.length),
    most - shorter,
  );
  take(fitting, most - chosen.length);
  if (chosen.length < 2) return undefined;
  return chosen.map(({ text, rationale }) => ({ text, rationale }));
}

/** The sentence itself and the one beside it, so that a reason adds something to the answer. */
function explain(maker: Maker, fact: Fact, core: string): string {
  const { phrases, facts } = maker;
  const head = phrases.where(placeName(phrases, fact.source.pointer), fact.topic);
  const sentence = `${withoutStop(core)}.`;
  const here = facts.statements.findIndex((statement) => statement.quote === fact.source.quote && statement.index === fact.index);
  const isGood = (text: string): boolean =>
    /^[\p{Lu}\d]/u.test(text) &&
    /[.!]$/.test(text) &&
    wordCount(text) >= 6 &&
    !core.includes(text) &&
    !text.includes('?') &&
    !/[:：]$/.test(text);
  const same = facts.statements.filter(
    (statement, index) =>
      index !== here && statement.place === fact.place && statement.pointer.kind === fact.source.pointer.kind && isGood(statement.text),
  );
  const words = contentStems(core);
  const neighbour = same
    .map((statement) => ({
      statement,
      fit: shared(contentStems(statement.text), words) + (statement.isNote ? 0.7 : 0) + (statement.isEnded ? 0.5 : 0),
    }))
    .sort((left, right) => right.fit - left.fit)
    .find(({ statement }) => statement.text.length + sentence.length + head.length < 440)?.statement.text;
  const full = `${head} ${sentence}${neighbour === undefined ? '' : ` ${withoutStop(neighbour)}.`}`;
  if (full.length <= 490) return full;
  return `${full.slice(0, 486).replace(/\s\S*$/, '')} …`;
}

function draftOf(
  maker: Maker,
  fact: Fact,
  parts: { question: string; answer: string; distractors: Distractor[] | undefined; concept: string; core: string; rationale?: string },
): DraftQuestion | undefined {
  if (!parts.distractors) return undefined;
  return {
    question: parts.question,
    answer: parts.answer,
    distractors: parts.distractors,
    answerRationale: parts.rationale ?? maker.phrases.right(placeName(maker.phrases, fact.source.pointer)),
    explanation: explain(maker, fact, parts.core),
    topic: fact.topic,
    concept: parts.concept,
    source: fact.source,
  };
}

function ofDefinition(maker: Maker, fact: Definition, all: Definition[]): DraftQuestion | undefined {
  const { phrases, random, facts } = maker;
  const leaks = shared(contentStems(fact.term), contentStems(fact.meaning)) > 0;
  if (leaks || wordCount(fact.meaning) < (maker.isEnglish ? 4 : 2)) return undefined;
  const others = all.filter(
    (other) => other !== fact && !sameTerm(other.term, fact.term) && isPluralNoun(other.term) === isPluralNoun(fact.term),
  );
  const place = (other: Definition): string => placeName(phrases, other.source.pointer);
  const rationale = phrases.meaningOf(upperFirst(fact.term), fact.meaning, place(fact));
  const core = `${upperFirst(fact.term)}: ${fact.meaning}`;
  const byTerm = (): DraftQuestion | undefined => {
    const meaning = contentStems(fact.meaning);
    const candidates = others
      .filter((other) => shared(contentStems(other.term), meaning) === 0)
      .map((other) => ({
        text: upperFirst(other.term),
        rationale: phrases.meaningOf(upperFirst(other.term), other.meaning, place(other)),
        place: other.place,
      }));
    return draftOf(maker, fact, {
      question: phrases.whichTerm(maker.isEnglish ? lowerFirst(fact.meaning, facts.names) : fact.meaning),
      answer: upperFirst(fact.term),
      distractors: pickDistractors(upperFirst(fact.term), candidates, fact.place, random),
      concept: fact.term,
      core,
      rationale,
    });
  };
  const byMeaning = (): DraftQuestion | undefined => {
    const term = contentStems(fact.term);
    const article = /^(an?|the)\b/i.test(fact.meaning);
    const candidates = others
      .filter(
        (other) => shared(contentStems(other.meaning), term) === 0 && (!maker.isEnglish || /^(an?|the)\b/i.test(other.meaning) === article),
      )
      .map((other) => ({ text: upperFirst(other.meaning), rationale: phrases.describes(other.term, place(other)), place: other.place }));
    return draftOf(maker, fact, {
      question: phrases.whatMeans(lowerFirst(fact.term, facts.names)),
      answer: upperFirst(fact.meaning),
      distractors: pickDistractors(upperFirst(fact.meaning), candidates, fact.place, random),
      concept: fact.term,
      core,
      rationale,
    });
  };
  return random() < 0.5 ? (byTerm() ?? byMeaning()) : (byMeaning() ?? byTerm());
}

/** The question that a list's heading asks; `undefined` where the heading is no plain one. */
export function listQuestion(heading: string, names: ReadonlySet<string>): { question: string; completes: boolean } | undefined {
  if (
    /^(what|who|which|when|where) .*\?$/i.test(heading) &&
    !/^what (is|are) (an?|the)?\s*[\p{L}-]+\?$/iu.test(heading) &&
    !/\b(you|we|your|our)\b/i.test(heading)
  )
    return { question: heading, completes: false };
  if (
    /[?:]/.test(heading) ||
    /\b(not|never|you|your|we|our|this|these|following|below|above|it|they)\b/i.test(heading) ||
    /^(example|note|for example|attribution|source|photo)/i.test(heading)
  )
    return undefined;
  if (
    /^(the |some |other |important |relevant |key |more )*(questions?|terms?|examples?|steps?|points?|things?|topics?|notes?)\b/i.test(
      heading,
    )
  )
    return undefined;
  const named = /^(?:The |Some |Common |Typical |Main )?(.{6,}?) (?:include|includes|are|is|can be|may be|could be)$/i.exec(heading);
  if (named?.[1] !== undefined && /s$/u.test(named[1].split(/ (?:of|for|in|to) /)[0] ?? '') && wordCount(named[1]) <= 12)
    return { question: `Which of these is among the ${lowerFirst(named[1], names)}?`, completes: false };
  if (named?.[1] !== undefined && wordCount(heading) <= 14)
    return { question: `Which of these belongs to “${lowerFirst(named[1], names)}”?`, completes: false };
  if (
    /\b(to|by|for|about|of|with|on|that|if|when|should|must|can|may|as|from|in|at|through|including|enabling|allowing|providing|enables?|requires?|supports?|using)$/i.test(
      heading,
    ) &&
    wordCount(heading) >= 3
  )
    return { question: `Which of these completes the statement? “${heading} …”`, completes: true };
  if (wordCount(heading) >= 2 && wordCount(heading) <= 8 && /s$/.test(heading.split(/ (?:of|for|in|to) /)[0] ?? ''))
    return { question: `Which of these is listed under “${heading}”?`, completes: false };
  return undefined;
}

function ofList(maker: Maker, fact: List, all: List[]): DraftQuestion | undefined {
  const { phrases, random, facts } = maker;
  // What somebody should do is often true of other lists' points too: they are no safe distractors for it.
  if (maker.isEnglish && /\b(should|must|need to|have to)\b/i.test(fact.heading)) return undefined;
  const built = maker.isEnglish
    ? listQuestion(fact.heading, facts.names)
    : { question: phrases.whichListed(fact.heading), completes: false };
  if (!built) return undefined;
  const own = new Set(fact.items.flatMap(({ text }) => [...contentStems(text)]));
  const stemWords = contentStems(built.question);
  const start = Math.floor(random() * fact.items.length);
  for (let step = 0; step < fact.items.length; step += 1) {
    const item = fact.items[(start + step) % fact.items.length];
    if (
      !item ||
      wordCount(item.text) < (maker.isEnglish ? 2 : 1) ||
      shared(contentStems(item.text), stemWords) > 0 ||
      ['none', 'clause', 'pron', 'adv'].includes(item.form)
    )
      continue;
    if (built.completes && !['base', 'noun', 'ing', 'any'].includes(item.form)) continue;
    const kinds =
      item.form === 'verb' || item.form === 'noun' || item.form === 'ing'
        ? built.completes
          ? [item.form]
          : ['noun', 'verb', 'ing']
        : [item.form];
    const candidates = all
      .filter((other) => other !== fact && !sameTerm(other.heading, fact.heading))
      .flatMap((other) =>
        other.items
          .filter((one) => kinds.includes(one.form) && shared(contentStems(one.text), own) <= 0)
          .map((one) => ({
            text: upperFirst(one.text),
            rationale: phrases.belongs(other.heading, placeName(phrases, one.source.pointer)),
            place: other.place,
          })),
      );
    const distractors = pickDistractors(upperFirst(item.text), candidates, fact.place, random);
    if (!distractors) continue;
    const draft = draftOf(
      maker,
      { ...fact, source: item.source },
      {
        question: built.question,
        answer: upperFirst(item.text),
        distractors,
        concept: fact.heading,
        core: `${fact.heading}${fact.heading.endsWith('?') ? '' : ':'} ${fact.items.map(({ text }) => text).join('; ')}`,
        rationale: phrases.belongs(fact.heading, placeName(phrases, item.source.pointer)),
      },
    );
    if (draft) return draft;
  }
  return undefined;
}

function ofCell(maker: Maker, fact: Cell, all: Cell[]): DraftQuestion | undefined {
  const { phrases, random, facts } = maker;
  const column = all.filter((other) => other.table === fact.table && other.header === fact.header);
  const candidates = column
    .filter((other) => fold(other.value) !== fold(fact.value))
    .map((other) => ({
      text: upperFirst(other.value),
      rationale: phrases.appliesTo(
        maker.isEnglish ? lowerFirst(other.row, facts.names) : other.row,
        placeName(phrases, other.source.pointer),
      ),
      place: other.place,
    }));
  if (new Set(column.map(({ value }) => fold(value))).size < 3) return undefined;
  // "Which ejection fraction applies to reduced ejection fraction?" asks nothing.
  if ([...contentStems(fact.header)].every((word) => contentStems(fact.row).has(word))) return undefined;
  const row = all.filter((other) => other.table === fact.table && other.row === fact.row);
  // Cells of one column are one kind; their lengths are what the lecturer wrote.
  const distractors =
    pickDistractors(upperFirst(fact.value), candidates, fact.place, random) ??
    (candidates.length >= 3 && shared(contentStems(fact.value), contentStems(fact.row)) === 0
      ? candidates.slice(0, 3).map(({ text, rationale }) => ({ text, rationale }))
      : undefined);
  const header = maker.isEnglish ? lowerFirst(fact.header, facts.names) : fact.header;
  const question = phrases.cell(
    /^(what|how|where|when|why|who|which)\b/i.test(fact.header) ? fact.header : header,
    maker.isEnglish ? lowerFirst(fact.row, facts.names) : fact.row,
  );
  return draftOf(maker, fact, {
    question,
    answer: upperFirst(fact.value),
    distractors,
    concept: fact.row,
    core: `${fact.row}: ${row.map((cell) => `${lowerFirst(cell.header, facts.names)}, ${cell.value}`).join('; ')}`,
    rationale: phrases.appliesTo(lowerFirst(fact.row, facts.names), placeName(phrases, fact.source.pointer)),
  });
}

function ofHighest(maker: Maker, fact: Highest): DraftQuestion | undefined {
  if (!maker.isEnglish) return undefined;
  const distractors = fact.others.slice(0, 3).map(({ text, value }) => ({
    text,
    rationale: `Its value is ${value}, below ${fact.value} (${placeName(maker.phrases, fact.source.pointer)}).`,
  }));
  return draftOf(maker, fact, {
    question: `${withoutStop(fact.caption)}: which of these has the highest value?`,
    answer: fact.winner,
    distractors,
    concept: fact.measure,
    core: `${fact.measure}: ${[{ text: fact.winner, value: fact.value }, ...fact.others].map(({ text, value }) => `${text}, ${value}`).join('; ')}`,
    rationale: `Its value is ${fact.value} (${placeName(maker.phrases, fact.source.pointer)}).`,
  });
}

/** Predicates of one frame may stand beside each other as options. */
function frameOf(clause: Clause): string {
  const first = clause.predicate.split(' ')[0]?.toLowerCase() ?? '';
  const negated = /\bnot\b|^cannot\b/.test(clause.predicate) ? 'not ' : '';
  const modal = ['must', 'should', 'may', 'can', 'will', 'could', 'might', 'would', 'cannot', 'shall'].includes(first);
  if (modal) return `${negated}modal`;
  if (clause.isAction) return `${negated}${clause.isPlural ? 'do' : 'does'}`;
  return `${negated}${first}`;
}

/** Subjects of which nearly everything could be said. */
const anybody =
  /^(the |an? )?(compan(y|ies)|teams?|developers?|patients?|courts?|users?|organi[sz]ations?|researchers?|scientists?|sponsors?|nurses?|licen[cs]es?|software|law|planning|evaluation)$/i;

/** Asks for the subject where too few predicates of one frame stand in the material. */
function bySubject(maker: Maker, fact: Clause, all: Clause[]): DraftQuestion | undefined {
  const { phrases, random, facts } = maker;
  const asked = contentStems(fact.predicate);
  if (anybody.test(fact.subject)) return undefined;
  if (
    /^(include|have|contain)s?\b/.test(fact.predicate) ||
    wordCount(fact.predicate) < 5 ||
    wordCount(fact.predicate) > 22 ||
    /^(a|an|the)?\s*\p{L}+ly\b/iu.test(fact.subject)
  )
    return undefined;
  const candidates = all
    .filter(
      (other) =>
        other !== fact &&
        other.isPlural === fact.isPlural &&
        !sameTerm(other.subject, fact.subject) &&
        shared(contentStems(other.subject), asked) === 0 &&
        shared(contentStems(other.predicate), asked) <= 1,
    )
    .map((other) => ({
      text: upperFirst(other.subject.replace(/^(an?|the)\s+/i, '')),
      rationale: `The material says something else of ${lowerFirst(other.subject, facts.names)}: “${withoutStop(other.sentence)}” (${placeName(phrases, other.source.pointer)}).`,
      place: other.place,
    }));
  const answer = upperFirst(fact.subject.replace(/^(an?|the)\s+/i, ''));
  return draftOf(maker, fact, {
    question: `Which of these ${fact.predicate}?`,
    answer,
    distractors: pickDistractors(answer, candidates, fact.place, random),
    concept: fact.subject,
    core: fact.sentence,
    rationale: `The material says so of ${lowerFirst(fact.subject, facts.names)} (${placeName(phrases, fact.source.pointer)}).`,
  });
}

function ofClause(maker: Maker, fact: Clause, all: Clause[]): DraftQuestion | undefined {
  const { phrases, random, facts } = maker;
  const frame = frameOf(fact);
  if (frame.startsWith('not')) return undefined;
  const subject = contentStems(fact.subject);
  const others = all.filter(
    (other) =>
      other !== fact &&
      frameOf(other) === frame &&
      shared(contentStems(other.subject), subject) === 0 &&
      shared(contentStems(other.predicate), subject) === 0,
  );
  const asks = fact.isAction;
  const pronoun = fact.isPlural ? 'They' : 'It';
  const shown = (predicate: string): string => (asks ? `${pronoun} ${predicate}` : `… ${predicate}`);
  const candidates = others.map((other) => ({
    text: shown(other.predicate),
    rationale: `This is said of ${lowerFirst(other.subject, facts.names)} (${placeName(phrases, other.source.pointer)}).`,
    place: other.place,
  }));
  const name = lowerFirst(fact.subject, facts.names);
  const distractors = pickDistractors(shown(fact.predicate), candidates, fact.place, random);
  if (!distractors) return bySubject(maker, fact, all);
  const question = asks
    ? `What ${fact.isPlural ? 'do' : 'does'} ${name} do?`
    : `Which of these completes the statement? “${fact.subject} …”`;
  return draftOf(maker, fact, {
    question,
    answer: shown(fact.predicate),
    distractors,
    concept: fact.subject,
    core: fact.sentence,
    rationale: `This is said of ${name} (${placeName(phrases, fact.source.pointer)}).`,
  });
}

/** Numbers beside a number, as many below it as chance says; none that the same sentence could also mean. */
function numbersBeside(value: string, random: () => number): string[] | undefined {
  const match = /^([$£€]?)(\d[\d,]*(?:\.\d+)?)(.*)$/.exec(value);
  if (!match) return undefined;
  const [, before = '', digits = '', after = ''] = match;
  const size = Number(digits.replaceAll(',', ''));
  const decimals = digits.split('.')[1]?.length ?? 0;
  const isYear = before === '' && after === '' && size > 1400 && size < 2100;
  const isShare = after.trim() === '%' || /^\s*per ?cent/.test(after);
  const offsets = isYear
    ? [-41, -26, -12, 11, 23, 38]
    : size <= 12 && decimals === 0
      ? [-4, -3, -2, -1, 1, 2, 3, 4].map((step) => step * (size > 6 ? 2 : 1))
      : [-0.75, -0.5, -0.25, 0.5, 1, 2].map((share) => share * size);
  const round = (number: number): number => {
    if (isYear || decimals > 0 || size <= 12) return Number(number.toFixed(decimals));
    const unit = size % 100 === 0 ? 50 : size % 10 === 0 ? 5 : 1;
    return Math.round(number / unit) * unit;
  };
  const least = after.trim() === '' || isShare || before !== '' || /^\s?(kg|mg|g|ml|mL|l|L|mm|cm|m|km|ATP|kcal|°C)\b/.test(after) ? 1 : 2;
  const options = [...new Set(offsets.map((offset) => round(size + offset)))].filter(
    (number) => number >= least && number !== size && !(isShare && number >= 100) && !(isYear && number > 2024),
  );
  const below = options.filter((number) => number < size).sort((left, right) => right - left);
  const above = options.filter((number) => number > size).sort((left, right) => left - right);
  const rank = Math.min(below.length, Math.floor(random() * 4));
  const chosen = [...below.slice(0, rank), ...above.slice(0, 3 - rank)];
  for (const number of [...below, ...above]) if (chosen.length < 3 && !chosen.includes(number)) chosen.push(number);
  const grouped = digits.includes(',');
  return chosen.length < 2
    ? undefined
    : chosen.map((number) => `${before}${grouped ? number.toLocaleString('en-US') : number.toFixed(decimals)}${after}`);
}

function ofQuantity(maker: Maker, fact: Quantity): DraftQuestion | undefined {
  if (!maker.isEnglish) return undefined;
  const texts = numbersBeside(fact.value, maker.random);
  const where = placeName(maker.phrases, fact.source.pointer);
  return draftOf(maker, fact, {
    question: `Which value completes the statement? “${fact.before}_____${fact.after}.”`,
    answer: fact.value,
    distractors: texts?.map((text) => ({ text, rationale: `The material says ${fact.value} here, not ${text} (${where}).` })),
    concept: fact.topic,
    core: `${fact.before}${fact.value}${fact.after}`,
    rationale: `The material says ${fact.value} (${where}).`,
  });
}

function ofHolding(maker: Maker, fact: Holding, all: Holding[]): DraftQuestion | undefined {
  const text = (holding: Holding): string => `That ${holding.held}`;
  const candidates = all
    .filter((other) => other !== fact)
    .map((other) => ({
      text: text(other),
      rationale: `This was held in ${other.name} (${placeName(maker.phrases, other.source.pointer)}).`,
      place: other.place,
    }));
  return draftOf(maker, fact, {
    question: `What did the court hold in ${fact.name}?`,
    answer: text(fact),
    distractors: pickDistractors(text(fact), candidates, fact.place, maker.random),
    concept: fact.name,
    core: `In ${fact.name}, the court held that ${fact.held}`,
    rationale: `This was held in ${fact.name} (${placeName(maker.phrases, fact.source.pointer)}).`,
  });
}

const worth: Record<Fact['type'], number> = {
  holding: 9,
  list: 8.6,
  cell: 8.4,
  definition: 8.8,
  clause: 7,
  highest: 6,
  quantity: 6.4,
  duty: 0,
};

function make(maker: Maker, fact: Fact, facts: Fact[]): DraftQuestion | undefined {
  const all = <T extends Fact['type']>(type: T): Extract<Fact, { type: T }>[] =>
    facts.filter((one): one is Extract<Fact, { type: T }> => one.type === type);
  switch (fact.type) {
    case 'definition':
      return ofDefinition(maker, fact, all('definition'));
    case 'list':
      return ofList(maker, fact, all('list'));
    case 'cell':
      return ofCell(maker, fact, all('cell'));
    case 'highest':
      return ofHighest(maker, fact);
    case 'clause':
      return ofClause(maker, fact, all('clause'));
    case 'quantity':
      return ofQuantity(maker, fact);
    case 'holding':
      return ofHolding(maker, fact, all('holding'));
    case 'duty':
      return undefined;
  }
}

function isWeak(fact: Fact, draft: DraftQuestion, options: QuizOptions): boolean {
  return (options.weakAreas ?? []).some(
    ({ topic, concept }) =>
      fold(topic) === fold(fact.topic) ||
      (concept !== '' &&
        (fold(concept) === fold(draft.concept) || shared(contentStems(concept), contentStems(`${draft.concept} ${draft.question}`)) >= 2)),
  );
}

/**
 * Questions from facts, best first: weak areas lead, then what finders are surest of, with no part of the material
 * and no kind of question taking over. More than asked for, as the gate may refuse some.
 */
export function questionsOf(source: Source, facts: Facts, phrases: Phrases, options: QuizOptions): DraftQuestion[] {
  const maker: Maker = { facts, phrases, random: options.random, isEnglish: source.language === 'en' };
  const made = facts.facts.flatMap((fact): Made[] => {
    const draft = make(maker, fact, facts.facts);
    if (!draft) return [];
    const completes = draft.question.startsWith('Which of these completes') ? 1.5 : 0;
    const numbers = draft.distractors.length < 3 ? 0.6 : 0;
    const hard =
      options.difficultyLevel === 'hard' && ['clause', 'cell', 'holding'].includes(fact.type)
        ? 1.5
        : options.difficultyLevel === 'easy' && fact.type === 'definition'
          ? 1.5
          : 0;
    return [
      { fact, draft, score: worth[fact.type] - completes - numbers + hard + options.random() + (isWeak(fact, draft, options) ? 100 : 0) },
    ];
  });
  const avoided = options.avoidStems ?? [];
  const fresh = made.filter(({ draft }) => !avoided.some((other) => likeness(other, draft.question) >= 0.6));
  const pool = fresh;
  const places = facts.passages.map(({ passage }) => placeOf(passage.pointer));
  const [first, last] = [Math.min(...places), Math.max(...places)];
  const thirdOf = (place: number): number => Math.min(2, Math.floor(((place - first) / Math.max(1, last - first + 1)) * 3));
  const chosen: Made[] = [];
  const left = new Set(pool);
  const count = (test: (one: Made) => boolean): number => chosen.filter(test).length;
  for (const strict of [true, false]) {
    while (chosen.length < options.count * 2 && left.size > 0) {
      let best: Made | undefined;
      let bestScore = Number.NEGATIVE_INFINITY;
      for (const one of left) {
        const samePlace = count(
          (other) => other.fact.place === one.fact.place && other.fact.source.pointer.kind === one.fact.source.pointer.kind,
        );
        const sameThird = count((other) => thirdOf(other.fact.place) === thirdOf(one.fact.place));
        if (strict && one.score < 100 && (samePlace >= 2 || sameThird >= Math.ceil(options.count * 0.42))) continue;
        const sameType = count((other) => other.fact.type === one.fact.type);
        const sameColumn = count((other) => one.fact.type === 'cell' && other.fact.type === 'cell' && other.fact.table === one.fact.table);
        const score =
          one.score - sameType * 0.45 - samePlace * 1.2 - sameColumn * 1.5 - (one.fact.type === 'quantity' ? sameType * 0.7 : 0);
        if (score > bestScore) [best, bestScore] = [one, score];
      }
      if (!best) break;
      left.delete(best);
      chosen.push(best);
      if (strict && chosen.length >= options.count) break;
    }
  }
  return chosen.map(({ draft }) => draft);
}
