import { type Citation, escapeMarkdown } from '@lectern/contracts/plain';
import { guidePhrasesFor } from './guidePhrases.ts';
import { furtherPoints, type GuideLayout, type GuideStyle } from './guideStyles.ts';
import { GuideWriter } from './GuideWriter.ts';

/** In plain text. */
export interface KeyTerm {
  term: string;
  meaning: string;
  source: Citation;
}

/** In plain text. */
export interface ReviewQuestion {
  question: string;
  answer: string;
  source: Citation;
}

/** The content of a guide. The layout decides what goes where. */
export interface GuideContent {
  language: string;
  /** Whether references name their document. */
  hasSeveralDocuments: boolean;
  title: string;
  writeTitlePage?(writer: GuideWriter): void;
  /** Markdown for "At a glance", with its citations; empty if there is none. */
  overview(writer: GuideWriter): string;
  keyTerms: readonly KeyTerm[];
  reviewQuestions: readonly ReviewQuestion[];
  /** The topic headings, used as Cornell cues if there are no review questions. */
  sections: readonly string[];
  /** Writes all topics with headings of the given level. */
  writeTopics(writer: GuideWriter, level: number): void;
  /** Whether a part (or `furtherPoints`) has any statements. */
  hasPart(part: string): boolean;
  /** Writes the statements of a part with level-3 headings. */
  writePart(writer: GuideWriter, part: string): void;
  /** Suggested statements for a part. If present, the guide keeps its standard form and ends with a worksheet of the style's parts. */
  worksheet?: (part: string) => readonly Hint[];
}

/** In plain text. */
interface Hint {
  text: string;
  source: Citation;
}

export function writeKeyTerms(writer: GuideWriter, terms: readonly KeyTerm[]): void {
  for (const { term, meaning, source } of terms)
    writer.add(`- **${escapeMarkdown(term)}**: ${escapeMarkdown(meaning)} ${writer.cite(source)}`);
  // Otherwise the next paragraph would join the last item.
  writer.add('');
}

function writeTermsOf(writer: GuideWriter, { keyTerms }: GuideContent, heading: string): void {
  if (keyTerms.length === 0) return;
  writer.heading(2, heading);
  writeKeyTerms(writer, keyTerms);
}

/** Writes each question with its answer in italics, which the guide page folds. */
function writeReviewQuestions(writer: GuideWriter, heading: string, questions: readonly ReviewQuestion[]): void {
  if (questions.length === 0) return;
  writer.heading(2, heading);
  for (const [index, { question, answer, source }] of questions.entries())
    writer.add(`${index + 1}. ${escapeMarkdown(question)} *${escapeMarkdown(answer)}* ${writer.cite(source)}`);
}

/** The state passed to each layout once the title is written. */
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

/** Writes the parts, then the rest. An empty part says so and shows its task. */
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

/** Writes overview, terms, topics and review questions. */
function writeStandard({ writer, content, overview }: Writing<GuideStyle | undefined>): void {
  const { headings } = guidePhrasesFor(content.language);
  content.writeTitlePage?.(writer);
  if (overview !== '') writer.heading(2, headings.glance);
  writer.add(overview, '');
  writeTermsOf(writer, content, headings.terms);
  content.writeTopics(writer, 2);
  writeReviewQuestions(writer, headings.review, content.reviewQuestions);
}

/** Writes the standard form, then the parts as a worksheet. */
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

/** Renders a guide as markdown. Both engines use it. */
export function renderGuide(content: GuideContent, style: GuideStyle | undefined): { markdownContent: string; sources: Citation[] } {
  const writer = new GuideWriter(content.hasSeveralDocuments);
  writer.add(`# ${escapeMarkdown(content.title)}`, '');
  const overview = content.overview(writer);
  if (!style) writeStandard({ writer, content, overview, style });
  else if (content.worksheet) writeWorksheet({ writer, content, overview, style }, content.worksheet);
  else layouts[style.layout]({ writer, content, overview, style });
  return { markdownContent: writer.markdown, sources: writer.sources };
}
