import type { Pointer } from '@lectern/contracts';
import type { Distractor, DraftQuestion } from '../../engine.ts';
import { contentStems, fold, shared, wordCount, withoutStop } from '../../words.ts';
import type { Fact, Facts } from '../facts.ts';
import type { Phrases } from '../phrases.ts';

/** What every maker of questions works with. */
export interface Maker {
  facts: Facts;
  phrases: Phrases;
  /** From 0 up to 1. */
  random: () => number;
  isEnglish: boolean;
}

/** A wrong option that could be taken, and where it stands. */
export interface Candidate extends Distractor {
  place: number;
  /** True where it stands side by side with the key: these are taken first. */
  isSibling?: boolean;
}

export const placeName = (phrases: Phrases, pointer: Pointer): string =>
  pointer.kind === 'slide' ? phrases.slide(pointer.slide) : phrases.paragraph(pointer.paragraph);

export const factsOfType = <T extends Fact['type']>(maker: Maker, type: T): Extract<Fact, { type: T }>[] =>
  maker.facts.facts.filter((one): one is Extract<Fact, { type: T }> => one.type === type);

/** Whether a wrong option of this length may stand beside the key. */
function fitsInLength(key: string, text: string): boolean {
  const ratio = text.length / key.length;
  const short = key.length <= 26 && text.length <= 40;
  return short ? ratio > 0.3 && ratio < 3 : ratio >= 0.6 && ratio <= 1.65;
}

/** So many shorter than the key first, then longer ones, then what is left; none that says what another says. */
function chooseFrom(fitting: Candidate[], key: string, shorter: number, most: number): Candidate[] {
  const chosen: Candidate[] = [];
  const take = (from: Candidate[], count: number): void => {
    for (const candidate of from) {
      if (count <= 0) return;
      const words = contentStems(candidate.text);
      const repeats = chosen.some(
        (other) =>
          other === candidate ||
          fold(other.text) === fold(candidate.text) ||
          shared(contentStems(other.text), words) >= Math.max(2, words.size * 0.5),
      );
      if (repeats) continue;
      chosen.push(candidate);
      count -= 1;
    }
  };
  take(
    fitting.filter(({ text }) => text.length < key.length),
    shorter,
  );
  take(
    fitting.filter(({ text }) => text.length >= key.length),
    most - shorter,
  );
  take(fitting, most - chosen.length);
  return chosen;
}

/** Two or three wrong options: near in the material, alike in length, and so that the right one is not told by its length. */
export function pickDistractors(
  key: string,
  candidates: Candidate[],
  place: number,
  random: () => number,
  most = 3,
): Distractor[] | undefined {
  const keyWords = contentStems(key);
  const fitting = candidates
    .filter(({ text }) => {
      const words = contentStems(text);
      // An option that says half the same as the key may be right as well.
      return (
        fold(text) !== fold(key) &&
        fitsInLength(key, text) &&
        shared(words, keyWords) < Math.max(1, Math.min(words.size, keyWords.size) * 0.34)
      );
    })
    .map((candidate) => ({ ...candidate, distance: Math.abs(candidate.place - place) + random() * 3 - (candidate.isSibling ? 50 : 0) }))
    .sort((left, right) => left.distance - right.distance)
    .slice(0, 14);
  // How many are shorter is drawn, so that the key's rank by length says nothing over a quiz.
  const drawn = Math.floor(random() * (most + 1));
  const choices = Array.from({ length: most + 1 }, (_, step) => chooseFrom(fitting, key, (drawn + step) % (most + 1), most));
  const isEven = (choice: Candidate[]): boolean => {
    const mean = choice.reduce((sum, { text }) => sum + text.length, 0) / Math.max(1, choice.length);
    return key.length / mean >= 0.67 && key.length / mean <= 1.5;
  };
  const fullest = Math.max(...choices.map(({ length }) => length));
  const chosen =
    choices.find((choice) => choice.length === fullest && isEven(choice)) ??
    choices.find((choice) => choice.length >= 2 && isEven(choice)) ??
    choices[0] ??
    [];
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
    !maker.isEnglish
      ? text.length >= 12 && !core.includes(text) && !/[?？:：]$/.test(text)
      : /^[\p{Lu}\d]/u.test(text) &&
        /[.!]$/.test(text) &&
        wordCount(text) >= 6 &&
        !core.includes(text) &&
        !text.includes('?') &&
        !/[:：]$/.test(text);
  const words = contentStems(core);
  const neighbour = facts.statements
    .filter(
      (statement, index) =>
        index !== here && statement.place === fact.place && statement.pointer.kind === fact.source.pointer.kind && isGood(statement.text),
    )
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

export interface QuestionParts {
  question: string;
  answer: string;
  distractors: Distractor[] | undefined;
  concept: string;
  /** What the material says, as the explanation's first sentence. */
  core: string;
  rationale?: string;
  source?: DraftQuestion['source'];
}

/** A question of its parts, or none where there are too few wrong options. */
export function draftOf(maker: Maker, fact: Fact, parts: QuestionParts): DraftQuestion[] {
  if (!parts.distractors) return [];
  const source = parts.source ?? fact.source;
  return [
    {
      question: parts.question,
      answer: parts.answer,
      distractors: parts.distractors,
      answerRationale: parts.rationale ?? maker.phrases.right(placeName(maker.phrases, source.pointer)),
      explanation: explain(maker, parts.source ? { ...fact, source } : fact, parts.core),
      topic: fact.topic,
      concept: parts.concept,
      source,
    },
  ];
}
