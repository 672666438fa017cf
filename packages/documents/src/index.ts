export { contentOfSource } from './contentOfSource.ts';
export { joinSources } from './joinSources.ts';
export type { Deck, DeckPart, Paragraph, ParagraphKind, Slide } from './pptx/deck.ts';
export { DeckError } from './pptx/DeckError.ts';
export type { DeckErrorCode } from './pptx/DeckError.ts';
export { readDeck } from './pptx/readDeck.ts';
export { sourceOfDeck } from './pptx/sourceOfDeck.ts';
export { sourceOfText } from './text/sourceOfText.ts';
