import type { Paragraph } from '../pptx/deck.ts';
import { addAll } from '../addAll.ts';
import type { Omission, Passage, Pointer, Source } from '@lectern/contracts';
import { detectLanguage, otherLanguage } from '../detectLanguage.ts';
import { joinPassages } from '../limitPassages.ts';
import type { FlowPicture, ShownPicture } from '../pictures/SourcePictures.ts';
import { titleOfFileName } from './documentTitle.ts';
import { piecesOf } from './splitLong.ts';

/** Where a page begins in a paragraph, as an offset in UTF-16 units. */
export interface PageStart {
  page: number;
  at: number;
}

/** A paragraph of a document before it has a pointer. */
export interface FlowParagraph extends Pick<Paragraph, 'kind' | 'level' | 'text' | 'cells' | 'table' | 'row' | 'isNumbered'> {
  /** The page on which it begins, from 1; absent in documents without pages. */
  page?: number;
  /** Further pages that it continues on. */
  pageStarts?: PageStart[];
  pictures?: FlowPicture[];
  /** The mark of its list, only during reading. */
  mark?: string;
}

/** A running head or foot, which is no paragraph. */
export interface RunningHead {
  text: string;
  /** Absent in documents without pages. */
  page?: number;
}

/** Letters used for detecting the language. More do not change the result. */
const lettersOfSample = 60_000;

/** Returns the page on which each piece of a paragraph begins. Pieces are consecutive parts of its text, or cells on one page. */
function pagesOf({ page, pageStarts = [], text }: FlowParagraph, pieces: readonly { text: string }[]): (number | undefined)[] {
  if (pageStarts.length === 0) return pieces.map(() => page);
  let from = 0;
  let [current, next] = [page, 0];
  return pieces.map((piece) => {
    const at = Math.max(from, text.indexOf(piece.text, from));
    from = at + piece.text.length;
    for (let start = pageStarts[next]; start && start.at <= at; start = pageStarts[next]) [current, next] = [start.page, next + 1];
    return current;
  });
}

export interface DocumentSource {
  source: Source;
  shown: ShownPicture[];
}

/** Builds passages with pointers. Paragraphs are counted per page of a PDF, or through any other document. */
function passagesOf(paragraphs: readonly FlowParagraph[], language: string): { passages: Passage[]; shown: ShownPicture[] } {
  const passages: Passage[] = [];
  const shown: ShownPicture[] = [];
  const counts = new Map<number, number>();
  for (const flow of paragraphs) {
    const { level, pictures = [] } = flow;
    const pieces = piecesOf(flow);
    const pages = pagesOf(flow, pieces);
    for (const [index, { text, ...piece }] of pieces.entries()) {
      const page = pages[index];
      const place = passages.length + 1;
      const paragraph = page === undefined ? place : (counts.get(page) ?? 0) + 1;
      if (page !== undefined) counts.set(page, paragraph);
      const pointer: Pointer = page === undefined ? { kind: 'text', paragraph } : { kind: 'page', page, paragraph, place };
      const own = otherLanguage(text, [language]);
      passages.push({ pointer, level, text, ...piece, ...(own !== undefined && { language: own }) });
    }
    addAll(
      shown,
      pictures.map((picture) => ({ ...picture, passage: passages.length - 1 })),
    );
  }
  const { passages: joined, indexOf } = joinPassages(passages);
  return { passages: joined, shown: shown.map((picture) => ({ ...picture, passage: indexOf(picture.passage) })) };
}

interface ReadText extends Pick<Source, 'unreadPages'> {
  paragraphs: readonly FlowParagraph[];
  title?: string;
  unreadSymbols?: number;
  runningHeads?: readonly RunningHead[];
}

/** Reports running heads as omitted lines, at the first passage of their page or the last one before it. */
function omittedHeads(heads: readonly RunningHead[], passages: readonly Passage[]): Omission[] {
  let at = 0;
  return heads.flatMap(({ text, page }): Omission[] => {
    const pageOf = ({ pointer }: Passage): number => (pointer.kind === 'page' ? pointer.page : 0);
    const isBefore = (passage: Passage | undefined): boolean => passage !== undefined && pageOf(passage) < (page ?? 0);
    while (isBefore(passages[at]) && passages[at + 1] !== undefined) at += 1;
    const pointer = passages[at]?.pointer;
    if (!pointer) return [];
    return [
      { text, pointer: pointer.kind === 'page' && page !== undefined ? { ...pointer, page, paragraph: 1 } : pointer, reason: 'footer' },
    ];
  });
}

/** Returns the highest heading among the first paragraphs, which names the document. */
function firstHeading(paragraphs: readonly FlowParagraph[]): string | undefined {
  const headings = paragraphs.slice(0, 12).filter(({ kind }) => kind === 'title');
  return headings.toSorted((left, right) => left.level - right.level)[0]?.text;
}

/**
 * Builds the source of a document and its pictures. The title is the heading at the start, else the one in the file's properties, else the
 * file's name.
 *
 * @param name - The file's name; may be empty.
 */
export function sourceOfParagraphs(
  { paragraphs, title, unreadSymbols = 0, unreadPages = [], runningHeads = [] }: ReadText,
  name: string,
): DocumentSource {
  let sample = '';
  for (const { text } of paragraphs) if (sample.length < lettersOfSample) sample += ` ${text}`;
  const language = detectLanguage(sample);
  const named = firstHeading(paragraphs) ?? title ?? (titleOfFileName(name) || 'Untitled');
  const { passages, shown } = passagesOf(paragraphs, language);
  const omitted = omittedHeads(runningHeads, passages);
  return {
    source: {
      title: named.slice(0, 160).toWellFormed(),
      language,
      passages,
      ...(omitted.length > 0 && { omitted }),
      ...(unreadSymbols > 0 && { unreadSymbols }),
      ...(unreadPages.length > 0 && { unreadPages }),
    },
    shown,
  };
}
