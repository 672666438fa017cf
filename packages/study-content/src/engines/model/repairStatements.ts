import type { Citation, Source } from '@lectern/contracts';
import type { EngineOptions, RefusedGuide } from '../../StudyContentEngine.ts';
import { fold } from '../../text/words.ts';
import { MendedStatements, type Cited, type GuideAnswer } from './answers.ts';
import { askEachPart, roomFor } from './askParts.ts';
import { citationOf } from './citations.ts';
import type { Job } from './Job.ts';
import { messageOf } from './material.ts';
import type { AskModel } from './modelClient.ts';
import { partAbout } from './partAbout.ts';
import type { RefusedElement } from './RefusedElement.ts';
import { refusedStatements, repairGuidePrompt } from './prompts.ts';

/** A statement, the meaning of a term, or the answer of a review question. */
interface Element {
  /** As the guide shows it. */
  shown: string[];
  /** The term or question before the text; empty before a statement. */
  head: string;
  text: string;
  source: Cited;
}

const elementsOf = ({ sections, keyTerms, reviewQuestions }: GuideAnswer): Element[] => [
  ...keyTerms.map(({ term, meaning, source }) => ({ shown: [`${term}: ${meaning}`], head: term, text: meaning, source })),
  ...sections.flatMap(({ statements }) => statements.map(({ text, source }) => ({ shown: [text], head: '', text, source }))),
  ...reviewQuestions.map(({ question, answer, source }) => ({
    shown: [`${question} ${answer}`, question],
    head: question,
    text: answer,
    source,
  })),
];

/** The elements of an answer, each replaced by what `change` gives for its number, or left out. */
function withElements(answer: GuideAnswer, change: (id: number) => Pick<Element, 'text' | 'source'> | undefined): GuideAnswer {
  let id = 0;
  const next = () => change((id += 1));
  const keyTerms = answer.keyTerms.flatMap((term) => {
    const now = next();
    return now ? [{ ...term, meaning: now.text, source: now.source }] : [];
  });
  const sections = answer.sections.map((section) => ({
    ...section,
    statements: section.statements.flatMap((statement) => {
      const now = next();
      return now ? [{ ...statement, ...now }] : [];
    }),
  }));
  const reviewQuestions = answer.reviewQuestions.flatMap((review) => {
    const now = next();
    return now ? [{ ...review, answer: now.text, source: now.source }] : [];
  });
  return { ...answer, keyTerms, sections, reviewQuestions };
}

const wrongQuote = 'The quote does not stand letter by letter in the passage that was cited.';

/** The elements that the gate refused, with the reasons, and what they cite. */
function refusedElements(source: Source, answer: GuideAnswer, { statements, quotes }: RefusedGuide) {
  const reasonsByText = new Map(statements.map(({ text, reasons }) => [fold(text), reasons]));
  const broken = new Set(quotes.map((citation) => JSON.stringify(citation)));
  return elementsOf(answer).flatMap(({ shown, head, text, source: cited }, index): { refused: RefusedElement; citation: Citation }[] => {
    const citation = citationOf(source, cited);
    const reasons = [
      ...new Set([
        ...shown.flatMap((one) => reasonsByText.get(fold(one)) ?? []),
        ...(broken.has(JSON.stringify(citation)) ? [wrongQuote] : []),
      ]),
    ];
    return reasons.length === 0 ? [] : [{ refused: { id: index + 1, head, text, quote: cited.quote, reasons }, citation }];
  });
}

/** Statements of one request. */
const mostAtOnce = 25;
/** Tokens and characters of one mended statement. */
const tokensOfOne = 120;
const charactersOfOne = 1_200;

/** Asks again for the refused statements of a guide, and for nothing else. One that the model does not mend is left out. */
export async function repairStatements(
  ask: AskModel,
  contextTokens: number,
  job: Job,
  source: Source,
  answer: GuideAnswer,
  refused: RefusedGuide,
  options: EngineOptions,
): Promise<GuideAnswer> {
  const elements = refusedElements(source, answer, refused);
  const system = repairGuidePrompt(source, options);
  const groups = Array.from({ length: Math.ceil(elements.length / mostAtOnce) }, (_, index) =>
    elements.slice(index * mostAtOnce, (index + 1) * mostAtOnce),
  ).map((group) => {
    const text = refusedStatements(group.map((element) => element.refused));
    const cited = group.map(({ citation }) => citation);
    return { group, text, part: partAbout(source, cited, roomFor(contextTokens, system + text, group.length * tokensOfOne)) };
  });
  const mended = await askEachPart(
    job,
    groups.map(({ part }) => part),
    (part, index) =>
      ask({
        name: 'statements',
        schema: MendedStatements,
        ...job,
        system,
        user: `${messageOf(source, part)}\n${groups[index]?.text ?? ''}`,
        mostCharacters: (groups[index]?.group.length ?? 0) * charactersOfOne + charactersOfOne,
      }),
  );
  const asked = new Set(elements.map((element) => element.refused.id));
  const byId = new Map(mended.flatMap(({ statements }) => statements).map((statement) => [statement.id, statement]));
  const all = elementsOf(answer);
  const sources = new Set(quotesOf(refused));
  return {
    ...withElements(answer, (id) => (asked.has(id) ? byId.get(id) : all[id - 1])),
    // What the overview rests on is no statement: a wrong quote is left out.
    overviewSources: answer.overviewSources.filter((cited) => !sources.has(JSON.stringify(citationOf(source, cited)))),
  };
}

const quotesOf = ({ quotes }: RefusedGuide): string[] => quotes.map((citation) => JSON.stringify(citation));
