import { clozeAnswers, clozeQuestion } from './cloze.ts';
import { hintMark } from './hints.ts';

/** A piece of a template: HTML, a field, or the beginning and end of a part that depends on a field. */
export type TemplatePiece =
  | { kind: 'html'; html: string }
  | { kind: 'field'; name: string; filters: readonly string[] }
  | { kind: 'if' | 'unless'; name: string }
  | { kind: 'end' };

/** What a template shows. */
export interface ShownNote {
  fields: ReadonlyMap<string, string>;
  /** Of a text with gaps: the number of the card's gap, from 1. */
  gap: number | undefined;
  side: 'front' | 'back';
}

/** Templates of more pieces than this are cut: one of Anki has about ten. */
const mostPieces = 1_000;
/** A side never needs more, and one field may be named often. */
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

/** Reads a template of a note type once, for all its notes. */
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

/** Anki's special fields, which are not fields of a note. `FrontSide` is not needed, because the front is a side of its own. */
const ownFields = new Set(['FrontSide', 'Tags', 'Type', 'Deck', 'Subdeck', 'Card', 'CardFlag', 'CardID']);

/** A side of a card. */
export interface RenderedSide {
  /** Has a `hintMark` in the place of each hint. */
  html: string;
  /** HTML that Anki shows on request. */
  hints: string[];
}

/** A field as it is shown. @returns undefined where it has no gap of this card */
const shown = ({ name, filters }: { name: string; filters: readonly string[] }, { fields, gap, side }: ShownNote): string | undefined => {
  const field = fields.get(name) ?? '';
  if (filters.includes('tts')) return '';
  // In Anki the question only has an input field here, which is no text.
  if (filters.includes('type') && side === 'front') return '';
  if (!filters.includes('cloze')) return field;
  if (gap === undefined) return field;
  if (side === 'front') return clozeQuestion(field, gap);
  const answers = clozeAnswers(field, gap);
  return answers.length > 0 ? answers.join('<br>') : undefined;
};

const isFilled = (name: string, { fields }: ShownNote): boolean => (fields.get(name) ?? '').trim() !== '';

/** Whether Anki shows a field on request. An answer shows it, because there is nothing left to guess. */
const isHint = ({ filters }: { filters: readonly string[] }, side: ShownNote['side']): boolean =>
  side === 'front' && filters.includes('hint');

/**
 * A side of a card as HTML. The answer leaves the question out.
 * @returns undefined where the card shows a gap that the note does not have, or more than a side may have
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
