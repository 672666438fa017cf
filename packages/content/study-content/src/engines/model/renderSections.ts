import { evenlySpaced } from '../../text/collections.ts';
import { escapeMarkdown, type Source } from '@lectern/contracts/plain';
import type { EngineOptions, Guide, GuideOutline } from '../../StudyContentEngine.ts';
import { furtherPoints, namedStyle } from '../../styles/guideStyles.ts';
import type { GuideWriter, TableRow } from '../../styles/GuideWriter.ts';
import { type GuideContent, type KeyTerm, renderGuide, type ReviewQuestion } from '../../styles/renderGuide.ts';
import { hasSeveralDocuments } from '../../text/pointers.ts';
import { fold } from '../../text/words.ts';
import type { OverviewAnswer, SectionAnswer, StatementAnswer } from './answers.ts';
import { citationOf } from './citations.ts';

const maxReviewQuestions = 12;

/** Writes statements in their forms: consecutive sentences as one paragraph, points and steps as lists. */
function writeStatements(writer: GuideWriter, source: Source, statements: readonly StatementAnswer[]): void {
  let step = 0;
  let before: StatementAnswer['form'] | undefined;
  for (const { text, form, source: cited } of statements) {
    const statement = `${escapeMarkdown(text)} ${writer.cite(citationOf(source, cited))}`;
    const isAfterList = before !== undefined && before !== 'sentence';
    if (isAfterList !== (form !== 'sentence')) writer.add('');
    step = form === 'step' ? step + 1 : 0;
    if (form === 'sentence' && before === 'sentence') writer.append(statement);
    else if (form === 'sentence') writer.add(statement);
    else if (form === 'step') writer.add(`${step}. ${statement}`);
    else writer.add(`${form === 'subpoint' && isAfterList ? '  ' : ''}- ${statement}`);
    before = form;
  }
}

/** The tables in a range of passages that have more than a header. */
function tablesBetween({ passages }: Source, from: number, to: number): TableRow[][] {
  const rows = passages.slice(from, to).filter(({ kind, cells, table }) => kind === 'row' && cells && table !== undefined);
  return [...Map.groupBy(rows, ({ table }) => table).values()]
    .filter((table) => table.length > 1)
    .map((table) => table.map(({ cells = [], pointer, text }) => ({ cells, source: { pointer, quote: text } })));
}

/** The model's part of a guide so far. */
export interface WrittenGuide {
  /** Several answers for one section are consecutive. */
  answers: readonly SectionAnswer[];
  opening?: OverviewAnswer | undefined;
}

/** Groups consecutive numbers. */
function* runsOf(numbers: readonly number[]): Generator<ReadonlySet<number>> {
  let run: number[] = [];
  for (const number of numbers) {
    if (run.length > 0 && run.at(-1) !== number - 1) {
      yield new Set(run);
      run = [];
    }
    run.push(number);
  }
  if (run.length > 0) yield new Set(run);
}

/** Combines the sections of a guide: the model's answers if written, otherwise the outline's form. */
class MixedSections {
  private readonly source: Source;
  private readonly outline: GuideOutline;
  private readonly written: ReadonlyMap<number, readonly SectionAnswer[]>;
  /** The pieces of the guide in order: the index of each written section, and the content of each run of others. */
  private readonly pieces: readonly (number | GuideContent)[];
  readonly unwritten: ReadonlySet<number>;

  constructor(source: Source, outline: GuideOutline, answers: readonly SectionAnswer[]) {
    this.source = source;
    this.outline = outline;
    this.written = Map.groupBy(answers, ({ section }) => section - 1);
    const others = outline.sections.map((_, index) => index).filter((index) => !this.written.has(index));
    this.unwritten = new Set(others);
    const runs = [...runsOf(others)].map((run) => [Math.min(...run), outline.contentOf(run)] as const);
    this.pieces = [...[...this.written.keys()].map((index) => [index, index] as const), ...runs]
      .toSorted(([one], [other]) => one - other)
      .map(([, piece]) => piece);
  }

  /** Writes the chosen entries of a section. Its tables follow its last entry. */
  private writeSection(writer: GuideWriter, index: number, level: number, isChosen: (entry: SectionAnswer) => boolean): void {
    const entries = this.written.get(index) ?? [];
    for (const entry of entries.filter(isChosen)) {
      writer.heading(level, entry.heading);
      writeStatements(writer, this.source, entry.statements);
      if (entry !== entries.at(-1)) continue;
      const { from = 0, to = 0 } = this.outline.sections[index] ?? {};
      for (const rows of tablesBetween(this.source, from, to)) writer.table(rows);
    }
  }

  writeTopics(writer: GuideWriter, level: number): void {
    for (const piece of this.pieces)
      if (typeof piece === 'number') this.writeSection(writer, piece, level, () => true);
      else piece.writeTopics(writer, level);
  }

  hasPart(part: string, parts: readonly string[]): boolean {
    return this.pieces.some((piece) =>
      typeof piece === 'number' ? (this.written.get(piece) ?? []).some((entry) => isIn(entry, part, parts)) : piece.hasPart(part),
    );
  }

  writePart(writer: GuideWriter, part: string, parts: readonly string[]): void {
    for (const piece of this.pieces)
      if (typeof piece === 'number') this.writeSection(writer, piece, 3, (entry) => isIn(entry, part, parts));
      else piece.writePart(writer, part);
  }
}

/** Whether an entry belongs to a part. `furtherPoints` takes entries without a valid part. */
const isIn = (entry: SectionAnswer, part: string, parts: readonly string[]): boolean =>
  part === furtherPoints ? !parts.includes(entry.part) : entry.part === part;

/** The terms of all sections without duplicates. */
function termsOf(source: Source, answers: readonly SectionAnswer[]): KeyTerm[] {
  const terms = answers.flatMap((answer) => answer.terms).toReversed();
  const byName = new Map(terms.map((term) => [fold(term.term), term]));
  return [...byName.values()].toReversed().map((term) => ({ ...term, source: citationOf(source, term.source) }));
}

function questionsOf(source: Source, answers: readonly SectionAnswer[], others: readonly ReviewQuestion[]): ReviewQuestion[] {
  const own = answers.flatMap(({ questions }) => questions.map((one) => ({ ...one, source: citationOf(source, one.source) })));
  return [...evenlySpaced(own, maxReviewQuestions), ...others.slice(0, Math.max(0, maxReviewQuestions - own.length))];
}

/** Renders a guide from the model's sections; the other sections keep the outline's form. */
export function renderSections(
  source: Source,
  outline: GuideOutline,
  { answers, opening }: WrittenGuide,
  { stylePreference }: EngineOptions,
): Guide {
  const style = namedStyle(stylePreference);
  const mixed = new MixedSections(source, outline, answers);
  const others = mixed.unwritten.size > 0 || !opening ? outline.contentOf(mixed.unwritten) : undefined;
  const overview = opening?.overview.trim() || outline.overview;
  const content: GuideContent = {
    language: source.language,
    hasSeveralDocuments: hasSeveralDocuments(source),
    title: outline.title,
    overview(writer) {
      if (!opening) return others?.overview(writer) || escapeMarkdown(overview);
      for (const cited of opening.overviewSources) writer.cite(citationOf(source, cited));
      return escapeMarkdown(overview);
    },
    keyTerms: termsOf(source, answers),
    reviewQuestions: questionsOf(source, answers, others?.reviewQuestions ?? []),
    sections: answers.map(({ heading }) => heading),
    writeTopics: (writer, level) => {
      mixed.writeTopics(writer, level);
    },
    hasPart: (part) => mixed.hasPart(part, style?.parts ?? []),
    writePart: (writer, part) => {
      mixed.writePart(writer, part, style?.parts ?? []);
    },
  };
  const unmet = opening?.unmet.trim() ?? '';
  return { title: outline.title, overview, ...renderGuide(content, style), ...(unmet !== '' && { limitation: unmet }) };
}
