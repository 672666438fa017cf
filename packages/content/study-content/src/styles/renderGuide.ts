import { type Citation, escapeMarkdown } from '@lectern/contracts/plain';
import { guidePhrasesFor } from './guidePhrases.ts';
import type { GuideLayout, GuideStyle } from './GuideStyle.ts';
import { furtherPoints } from './guideStyles.ts';
import { GuideWriter } from './GuideWriter.ts';

/** A term of a guide, as plain text. */
export interface KeyTerm {
  term: string;
  meaning: string;
  source: Citation;
}

/** A question at the end of a guide, as plain text. */
export interface ReviewQuestion {
  question: string;
  answer: string;
  source: Citation;
}

/** What an engine has to say in a guide. The renderer decides which part of it stands where. */
export interface GuideContent {
  /** The language of the material. */
  language: string;
  /** Whether the material has several documents. */
  hasSeveralDocuments: boolean;
  title: string;
  /** Writes the lines of a title page, under the title. */
  writeTitlePage?(writer: GuideWriter): void;
  /** What matters, as markdown; cites what it rests on. Empty if the guide has no opening. */
  overview(writer: GuideWriter): string;
  keyTerms: readonly KeyTerm[];
  reviewQuestions: readonly ReviewQuestion[];
  /** The headings of what `writeTopics` writes: the cues of notes about which there are no questions. */
  sections: readonly string[];
  /** Writes everything by topic, under headings of this level. */
  writeTopics(writer: GuideWriter, level: number): void;
  /** Whether anything belongs to a part of the style, or to `furtherPoints`. */
  hasPart(part: string): boolean;
  /** Writes what belongs to a part, under headings of level 3. */
  writePart(writer: GuideWriter, part: string): void;
  /** Statements that may belong to a part. If present, the guide has its usual form and ends with the style's parts as a worksheet. */
  worksheet?: (part: string) => readonly Hint[];
}

/** A statement of a worksheet, as plain text. */
interface Hint {
  text: string;
  source: Citation;
}

/** Writes terms as a list. */
export function writeKeyTerms(writer: GuideWriter, terms: readonly KeyTerm[]): void {
  for (const { term, meaning, source } of terms)
    writer.add(`- **${escapeMarkdown(term)}**: ${escapeMarkdown(meaning)} ${writer.cite(source)}`);
  // Without a blank line the next paragraph would belong to the last term.
  writer.add('');
}

function writeTermsOf(writer: GuideWriter, { keyTerms }: GuideContent, heading: string): void {
  if (keyTerms.length === 0) return;
  writer.heading(2, heading);
  writeKeyTerms(writer, keyTerms);
}

/** Writes questions, each with its answer in italics, which the page of the guide folds. */
function writeReviewQuestions(writer: GuideWriter, heading: string, questions: readonly ReviewQuestion[]): void {
  if (questions.length === 0) return;
  writer.heading(2, heading);
  for (const [index, { question, answer, source }] of questions.entries())
    writer.add(`${index + 1}. ${escapeMarkdown(question)} *${escapeMarkdown(answer)}* ${writer.cite(source)}`);
}

/** A guide whose title is written, and what its layout needs. */
interface Writing<Style> {
  writer: GuideWriter;
  content: GuideContent;
  overview: string;
  style: Style;
}

function writeCornell({ writer, content, overview }: Writing<GuideStyle>): void {
  writer.heading(2, 'Cues');
  for (const { question, source } of content.reviewQuestions) writer.add(`- ${escapeMarkdown(question)} ${writer.cite(source)}`);
  if (content.reviewQuestions.length === 0)
    for (const section of content.sections.length > 0 ? content.sections : [content.title]) writer.add(`- ${escapeMarkdown(section)}`);
  writer.heading(2, 'Notes');
  content.writeTopics(writer, 3);
  writer.heading(2, 'Summary');
  writer.add(overview);
}

/** The parts of a style, then what belongs to none. A part without a statement says so, and what the learner can look for. */
function writeParts({ writer, content, overview, style }: Writing<GuideStyle>): void {
  const { headings, nothing } = guidePhrasesFor(content.language);
  writer.add(overview, '');
  writeTermsOf(writer, content, headings.terms);
  for (const part of style.parts) {
    writer.heading(2, part);
    if (content.hasPart(part)) content.writePart(writer, part);
    else writer.add(`${nothing} ${style.tasks[part] ?? ''}`);
  }
  if (content.hasPart(furtherPoints)) {
    writer.heading(2, furtherPoints);
    content.writePart(writer, furtherPoints);
  }
  writeReviewQuestions(writer, headings.review, content.reviewQuestions);
}

/** What matters, terms, topics, questions. */
function writeStandard({ writer, content, overview }: Writing<GuideStyle | undefined>): void {
  const { headings } = guidePhrasesFor(content.language);
  content.writeTitlePage?.(writer);
  if (overview !== '') writer.heading(2, headings.glance);
  writer.add(overview, '');
  writeTermsOf(writer, content, headings.terms);
  content.writeTopics(writer, 2);
  writeReviewQuestions(writer, headings.review, content.reviewQuestions);
}

/** The usual form, and the parts of the style to be filled in. */
function writeWorksheet(writing: Writing<GuideStyle>, hintsFor: (part: string) => readonly Hint[]): void {
  const { writer, style } = writing;
  writeStandard(writing);
  writer.heading(2, `${style.name} worksheet`);
  for (const part of style.parts) {
    writer.heading(3, part);
    writer.add(style.tasks[part] ?? '', '');
    for (const { text, source } of hintsFor(part)) writer.add(`- ${escapeMarkdown(text)} ${writer.cite(source)}`);
  }
}

const layouts: Readonly<Record<GuideLayout, (writing: Writing<GuideStyle>) => void>> = { parts: writeParts, cornell: writeCornell };

/** Sets a guide as markdown: the heading tree, the parts of its style, and references. Both engines write their guides with it. */
export function renderGuide(content: GuideContent, style: GuideStyle | undefined): { markdownContent: string; sources: Citation[] } {
  const writer = new GuideWriter(content.hasSeveralDocuments);
  writer.add(`# ${escapeMarkdown(content.title)}`, '');
  const overview = content.overview(writer);
  if (!style) writeStandard({ writer, content, overview, style });
  else if (content.worksheet) writeWorksheet({ writer, content, overview, style }, content.worksheet);
  else layouts[style.layout]({ writer, content, overview, style });
  return { markdownContent: writer.markdown, sources: writer.sources };
}
