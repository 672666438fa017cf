export type { Deck, DeckPart, Paragraph, ParagraphKind, Slide } from './deck.ts';
export { DeckError } from './deck-error.ts';
export type { DeckErrorCode } from './deck-error.ts';
export { readDeck } from './read-deck.ts';
