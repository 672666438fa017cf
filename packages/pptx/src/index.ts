export type { Deck, DeckPart, Paragraph, ParagraphKind, Slide } from './deck.ts';
export { DeckError } from './DeckError.ts';
export type { DeckErrorCode } from './DeckError.ts';
export { readDeck } from './readDeck.ts';
