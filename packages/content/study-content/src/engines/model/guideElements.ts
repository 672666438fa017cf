import type { Citation, Source } from '@lectern/contracts';
import type { RefusedInGuide } from '../../StudyContentEngine.ts';
import { fold } from '../../text/words.ts';
import type { Cited, SectionAnswer } from './answers.ts';
import { citationOf } from './citations.ts';

/** A refused element with its number in the answer, starting at 1. */
export interface RefusedElement {
  id: number;
  head: string;
  text: string;
  quote: string;
  reasons: string[];
}

/** A statement, the meaning of a term, or the answer to a review question. */
export interface GuideElement {
  /** The texts as shown in the guide. */
  shown: string[];
  /** The term or question before the text; empty for a statement. */
  head: string;
  text: string;
  source: Cited;
}

/** The elements of a section, in the order used by `withElements`. */
export const elementsOf = ({ statements, terms, questions }: SectionAnswer): GuideElement[] => [
  ...terms.map(({ term, meaning, source }) => ({ shown: [`${term}: ${meaning}`], head: term, text: meaning, source })),
  ...statements.map(({ text, source }) => ({ shown: [text], head: '', text, source })),
  ...questions.map(({ question, answer, source }) => ({
    shown: [`${question} ${answer}`, question],
    head: question,
    text: answer,
    source,
  })),
];

/** Replaces each element by `change` of its index; `undefined` removes it. */
export function withElements(
  answer: SectionAnswer,
  change: (index: number) => Pick<GuideElement, 'text' | 'source'> | undefined,
): SectionAnswer {
  let index = 0;
  const next = () => change(index++);
  const kept = <Element>(elements: readonly Element[], put: (element: Element, text: string, source: Cited) => Element): Element[] =>
    elements.flatMap((element) => {
      const now = next();
      return now ? [put(element, now.text, now.source)] : [];
    });
  const terms = kept(answer.terms, (term, meaning, source) => ({ ...term, meaning, source }));
  const statements = kept(answer.statements, (statement, text, source) => ({ ...statement, text, source }));
  const questions = kept(answer.questions, (question, text, source) => ({ ...question, answer: text, source }));
  return { ...answer, terms, statements, questions };
}

const wrongQuote = 'The quote does not stand letter by letter in the passage that was cited.';

/** An element that the gate refused, with its index in the section. */
export interface Refusal extends Omit<RefusedElement, 'id'> {
  index: number;
  citation: Citation;
}

/** A section by the model with its refused elements. */
export interface JudgedSection {
  answer: SectionAnswer;
  refused: Refusal[];
}

/** The refused elements of a section, with reasons and citations. */
export function refusalsOf(source: Source, answer: SectionAnswer, { statements, quotes }: RefusedInGuide): Refusal[] {
  const reasonsByText = new Map(statements.map(({ text, reasons }) => [fold(text), reasons]));
  const broken = new Set(quotes.map((citation) => JSON.stringify(citation)));
  return elementsOf(answer).flatMap(({ shown, head, text, source: cited }, index) => {
    const citation = citationOf(source, cited);
    const reasons = new Set([
      ...shown.flatMap((one) => reasonsByText.get(fold(one)) ?? []),
      ...(broken.has(JSON.stringify(citation)) ? [wrongQuote] : []),
    ]);
    return reasons.size === 0 ? [] : [{ index, head, text, quote: cited.quote, reasons: [...reasons], citation }];
  });
}
