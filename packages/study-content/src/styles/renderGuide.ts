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
  /** The overview as markdown; cites what it rests on. */
  overview(writer: GuideWriter): string;
  keyTerms: readonly KeyTerm[];
  reviewQuestions: readonly ReviewQuestion[];
  /** Writes everything by topic, under headings of this level. */
  writeTopics(writer: GuideWriter, level: number): void;
  /** Whether anything belongs to a part of the style, or to `furtherPoints`. */
  hasPart(part: string): boolean;
  /** Writes what belongs to a part, under headings of level 3. */
  writePart(writer: GuideWriter, part: string): void;
}

function writeKeyTerms(writer: GuideWriter, heading: string, terms: readonly KeyTerm[]): void {
  if (terms.length === 0) return;
  writer.heading(2, heading);
  for (const { term, meaning, source } of terms)
    writer.add(`- **${escapeMarkdown(term)}**: ${escapeMarkdown(meaning)} ${writer.cite(source)}`);
  // Without a blank line the next paragraph would belong to the last term.
  writer.add('');
}

function writeReviewQuestions(writer: GuideWriter, heading: string, questions: readonly ReviewQuestion[]): void {
  if (questions.length === 0) return;
  writer.heading(2, heading);
  for (const [index, { question, answer, source }] of questions.entries())
    writer.add(`${index + 1}. ${escapeMarkdown(question)} *${escapeMarkdown(answer)}* ${writer.cite(source)}`);
}

/** A guide whose title is written, and what its layout needs. */
interface Writing {
  writer: GuideWriter;
  content: GuideContent;
  overview: string;
  style: GuideStyle | undefined;
}

function writeCornell({ writer, content, overview }: Writing): void {
  const { nothing } = guidePhrasesFor(content.language);
  writer.heading(2, 'Cues');
  if (content.reviewQuestions.length === 0) writer.add(nothing);
  for (const { question, source } of content.reviewQuestions) writer.add(`- ${escapeMarkdown(question)} ${writer.cite(source)}`);
  writer.heading(2, 'Notes');
  content.writeTopics(writer, 3);
  writer.heading(2, 'Summary');
  writer.add(overview);
}

function writeParts(writer: GuideWriter, content: GuideContent, parts: readonly string[], nothing: string): void {
  for (const part of parts) {
    writer.heading(2, part);
    if (content.hasPart(part)) content.writePart(writer, part);
    else writer.add(nothing);
  }
  if (!content.hasPart(furtherPoints)) return;
  writer.heading(2, furtherPoints);
  content.writePart(writer, furtherPoints);
}

/** Overview and terms, then the parts of the style or the topics, then questions. */
function writeSorted({ writer, content, overview, style }: Writing): void {
  const { headings, nothing } = guidePhrasesFor(content.language);
  writer.add(overview, '');
  writeKeyTerms(writer, headings.terms, content.keyTerms);
  if (style) writeParts(writer, content, style.parts, nothing);
  else content.writeTopics(writer, 2);
  writeReviewQuestions(writer, headings.review, content.reviewQuestions);
}

const layouts: Readonly<Record<GuideLayout, (writing: Writing) => void>> = { parts: writeSorted, cornell: writeCornell };

/** Sets a guide as markdown: the heading tree, the parts of its style, and references. Both engines write their guides with it. */
export function renderGuide(content: GuideContent, style: GuideStyle | undefined): { markdownContent: string; sources: Citation[] } {
  const writer = new GuideWriter(content.hasSeveralDocuments);
  writer.add(`# ${escapeMarkdown(content.title)}`, '');
  const write = style ? layouts[style.layout] : writeSorted;
  write({ writer, content, overview: content.overview(writer), style });
  return { markdownContent: writer.markdown, sources: writer.sources };
}
