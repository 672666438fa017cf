import { clozeAnswers, clozeQuestion } from '@lectern/contracts/cloze';
import { hintMark } from './hints.ts';

/** HTML, a field, or the beginning or end of a conditional section. */
export type TemplatePiece =
  | { kind: 'html'; html: string }
  | { kind: 'field'; name: string; filters: readonly string[] }
  | { kind: 'if' | 'unless'; name: string }
  | { kind: 'end' };

export interface ShownNote {
  fields: ReadonlyMap<string, string>;
  /** For a text with gaps: the number of the card's gap, from 1. */
  gap: number | undefined;
  side: 'front' | 'back';
}

/** Longer templates are cut. Anki's have about ten pieces. */
const mostPieces = 1_000;
/** No side needs more, and a template may repeat a field many times. */
const mostCharacters = 200_000;

const kinds = { '#': 'if', '^': 'unless', '/': 'end' } as const;
const isSign = (sign: string): sign is keyof typeof kinds => sign in kinds;

const pieceOf = (tag: string): TemplatePiece => {
  const sign = tag.charAt(0);
  if (isSign(sign)) return sign === '/' ? { kind: 'end' } : { kind: kinds[sign], name: tag.slice(1).trim() };
  const filters = tag.split(':');
  const name = filters.pop() ?? '';
  return { kind: 'field', name: name.trim(), filters: filters.map((filter) => filter.trim().split(' ')[0] ?? '') };
};

/** Parses a template once for all notes of its type. */
export const parseTemplate = (template: string): TemplatePiece[] => {
  const pieces: TemplatePiece[] = [];
  let from = 0;
  while (pieces.length < mostPieces) {
    const start = template.indexOf('{{', from);
    const end = start < 0 ? -1 : template.indexOf('}}', start);
    if (end < 0) break;
    pieces.push({ kind: 'html', html: template.slice(from, start) }, pieceOf(template.slice(start + 2, end).trim()));
    from = end + 2;
  }
  return [...pieces, { kind: 'html', html: template.slice(from) }];
};

/** Anki's special fields, which are no fields of a note. `FrontSide` is not needed, because the front is a separate side. */
const ownFields = new Set(['FrontSide', 'Tags', 'Type', 'Deck', 'Subdeck', 'Card', 'CardFlag', 'CardID']);

export interface RenderedSide {
  /** Contains a `hintMark` for each hint. */
  html: string;
  /** HTML that Anki shows on request. */
  hints: string[];
}

/** Returns a field as shown. @returns `undefined` if it has no gap of this card */
const shown = ({ name, filters }: { name: string; filters: readonly string[] }, { fields, gap, side }: ShownNote): string | undefined => {
  const field = fields.get(name) ?? '';
  if (filters.includes('tts')) return '';
  // In Anki, the question only has an input field here.
  if (filters.includes('type') && side === 'front') return '';
  if (!filters.includes('cloze')) return field;
  if (gap === undefined) return field;
  if (side === 'front') return clozeQuestion(field, gap);
  const answers = clozeAnswers(field, gap);
  return answers.length > 0 ? answers.join('<br>') : undefined;
};

const isFilled = (name: string, { fields }: ShownNote): boolean => (fields.get(name) ?? '').trim() !== '';

/** Whether Anki shows a field on request. An answer shows it directly, because there is nothing left to guess. */
const isHint = ({ filters }: { filters: readonly string[] }, side: ShownNote['side']): boolean =>
  side === 'front' && filters.includes('hint');

/**
 * Renders a side of a card as HTML. The answer does not repeat the question.
 *
 * @returns `undefined` if the note has no gap for the card, or the side is too long
 */
export const renderTemplate = (pieces: readonly TemplatePiece[], note: ShownNote): RenderedSide | undefined => {
  const conditions: boolean[] = [];
  let hidden = 0;
  let html = '';
  const hints: string[] = [];
  let gapFields = 0;
  let gapsFound = 0;
  for (const piece of pieces) {
    if (piece.kind === 'if' || piece.kind === 'unless') {
      const isShown = isFilled(piece.name, note) === (piece.kind === 'if');
      conditions.push(isShown);
      if (!isShown) hidden += 1;
    } else if (piece.kind === 'end') {
      if (conditions.pop() === false) hidden -= 1;
    } else if (hidden === 0 && piece.kind === 'html') html += piece.html;
    else if (hidden === 0 && piece.kind === 'field' && !ownFields.has(piece.name)) {
      const text = shown(piece, note);
      if (piece.filters.includes('cloze')) gapFields += 1;
      if (piece.filters.includes('cloze') && text !== undefined) gapsFound += 1;
      if (isHint(piece, note.side) && text?.trim()) {
        hints.push(text);
        html += hintMark;
      } else html += text ?? '';
    }
    if (html.length > mostCharacters) return undefined;
  }
  return note.gap !== undefined && gapFields > 0 && gapsFound === 0 ? undefined : { html, hints };
};
