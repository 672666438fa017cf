import { endMarks, escapeMarkdown, type Passage, placeOf, type Source } from '@lectern/contracts/plain';
import { guidePhrasesFor } from '../../styles/guidePhrases.ts';
import { furtherPoints, namedStyle } from '../../styles/guideStyles.ts';
import type { GuideWriter, TableRow } from '../../styles/GuideWriter.ts';
import { renderGuide, type GuideContent } from '../../styles/renderGuide.ts';
import { hasSeveralDocuments } from '../../text/pointers.ts';
import type { EngineOptions, Guide } from '../../StudyContentEngine.ts';
import { fold } from '../../text/words.ts';
import type { GuideAnswer, SectionAnswer, StatementAnswer } from './answers.ts';
import { citationOf } from './citations.ts';

const firstSentence = new RegExp(`^.*?[${endMarks}](?=\\s|$)`, 'su');

/** Overviews of parts whose first sentences stand for an overview of the whole. */
const overviewsJoined = 4;
const mostReviewQuestions = 10;

/** Joins the answers about parts of the material: sections of one heading become one, each term stands once. */
export function mergeGuides(answers: GuideAnswer[], whole: { title: string; overview: string } | undefined): GuideAnswer {
  const sections: SectionAnswer[] = [];
  for (const section of answers.flatMap((answer) => answer.sections)) {
    const same = sections.find(({ heading, part }) => fold(heading) === fold(section.heading) && part === section.part);
    if (same) same.statements.push(...section.statements);
    else sections.push({ ...section, statements: [...section.statements] });
  }
  const terms = new Map(
    answers
      .flatMap(({ keyTerms }) => keyTerms)
      .toReversed()
      .map((term) => [fold(term.term), term]),
  );
  const unmet = [...new Set(answers.map((answer) => answer.unmet.trim()).filter(Boolean))];
  return {
    title: whole?.title ?? answers[0]?.title ?? '',
    overview:
      whole?.overview ??
      (answers.length === 1
        ? (answers[0]?.overview ?? '')
        : answers
            .slice(0, overviewsJoined)
            .map(({ overview }) => firstSentence.exec(overview)?.[0] ?? overview)
            .join(' ')),
    overviewSources: answers.flatMap(({ overviewSources }) => overviewSources.slice(0, 2)),
    keyTerms: [...terms.values()].toReversed(),
    sections,
    reviewQuestions: answers.flatMap(({ reviewQuestions }) =>
      reviewQuestions.slice(0, Math.max(2, Math.ceil(mostReviewQuestions / answers.length))),
    ),
    unmet: unmet.slice(0, 2).join(' '),
  };
}

/** A table of the source, with the slide or paragraph at which it starts. */
interface SourceTable {
  place: number;
  rows: TableRow[];
}

/** The tables of a source that have more than a header. */
function tablesOf(source: Source): SourceTable[] {
  const byNumber = Map.groupBy(
    source.passages.filter((passage) => passage.kind === 'row' && passage.cells),
    ({ table }) => table,
  );
  byNumber.delete(undefined);
  const rowOf = ({ cells = [], pointer, text }: Passage): TableRow => ({ cells, source: { pointer, quote: text } });
  return [...byNumber.values()].flatMap((rows) =>
    rows[0] && rows.length > 1 ? [{ place: placeOf(rows[0].pointer), rows: rows.map(rowOf) }] : [],
  );
}

/** Writes statements in their forms: sentences that follow one another as one paragraph, points and steps as lists. */
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

/** Writes the sections of an answer, each with the tables of the places that it cites. */
class SectionWriter {
  private readonly source: Source;
  private readonly sections: readonly SectionAnswer[];
  private readonly tables: readonly SourceTable[];

  constructor(source: Source, sections: readonly SectionAnswer[]) {
    this.source = source;
    this.sections = sections.filter(({ statements }) => statements.length > 0);
    this.tables = tablesOf(source);
  }

  /** Every section, then the tables that no section cites. */
  writeAll(writer: GuideWriter, level: number, tablesHeading: string | undefined): void {
    const left = this.writeSections(writer, this.sections, level, this.tables);
    if (left.length > 0 && tablesHeading !== undefined) writer.heading(level, tablesHeading);
    for (const { rows } of left) writer.table(rows);
  }

  /** What belongs to a part of a style: its sections, and for `furtherPoints` the sections and tables of no part. */
  private inPart(part: string, parts: readonly string[]): { sections: readonly SectionAnswer[]; tables: readonly SourceTable[] } {
    if (part !== furtherPoints) {
      const sections = this.sections.filter((section) => section.part === part);
      return { sections, tables: [] };
    }
    const cited = this.tablesFor(this.sections.filter((section) => parts.includes(section.part)));
    return {
      sections: this.sections.filter((section) => !parts.includes(section.part)),
      tables: this.tables.filter((table) => !cited.includes(table)),
    };
  }

  hasPart(part: string, parts: readonly string[]): boolean {
    const { sections, tables } = this.inPart(part, parts);
    return sections.length > 0 || tables.length > 0;
  }

  writePart(writer: GuideWriter, part: string, parts: readonly string[]): void {
    const { sections, tables } = this.inPart(part, parts);
    const left = this.writeSections(writer, sections, 3, part === furtherPoints ? tables : this.tablesFor(sections));
    for (const { rows } of left) writer.table(rows);
  }

  /** The places that a section cites. */
  private placesOf(section: SectionAnswer): Set<number> {
    return new Set(section.statements.map(({ source: cited }) => placeOf(citationOf(this.source, cited).pointer)));
  }

  private tablesFor(sections: readonly SectionAnswer[]): SourceTable[] {
    const places = new Set(sections.flatMap((section) => [...this.placesOf(section)]));
    return this.tables.filter(({ place }) => places.has(place));
  }

  /** Writes sections with their tables. @returns The tables that none of them cites. */
  private writeSections(
    writer: GuideWriter,
    sections: readonly SectionAnswer[],
    level: number,
    tables: readonly SourceTable[],
  ): readonly SourceTable[] {
    let left = tables;
    for (const section of sections) {
      writer.heading(level, section.heading);
      writeStatements(writer, this.source, section.statements);
      const places = this.placesOf(section);
      for (const { rows } of left.filter(({ place }) => places.has(place))) writer.table(rows);
      left = left.filter(({ place }) => !places.has(place));
    }
    return left;
  }
}

/** Sets a model's answer as a guide: the answer has statements and where they stand; headings, references and tables are the program's. */
export function renderAnswer(source: Source, answer: GuideAnswer, { stylePreference }: EngineOptions): Guide {
  const style = namedStyle(stylePreference);
  const { headings } = guidePhrasesFor(source.language);
  const sections = new SectionWriter(source, answer.sections);
  const content: GuideContent = {
    language: source.language,
    hasSeveralDocuments: hasSeveralDocuments(source),
    title: answer.title,
    overview(writer) {
      for (const cited of answer.overviewSources) writer.cite(citationOf(source, cited));
      return escapeMarkdown(answer.overview);
    },
    keyTerms: answer.keyTerms.map((term) => ({ ...term, source: citationOf(source, term.source) })),
    reviewQuestions: answer.reviewQuestions.map((review) => ({ ...review, source: citationOf(source, review.source) })),
    sections: answer.sections.map(({ heading }) => heading),
    writeTopics(writer, level) {
      sections.writeAll(writer, level, style ? undefined : headings.tables);
    },
    hasPart: (part) => sections.hasPart(part, style?.parts ?? []),
    writePart(writer, part) {
      sections.writePart(writer, part, style?.parts ?? []);
    },
  };
  const unmet = answer.unmet.trim();
  return {
    title: answer.title,
    overview: answer.overview,
    ...renderGuide(content, style),
    ...(unmet === '' ? {} : { limitation: unmet }),
  };
}
