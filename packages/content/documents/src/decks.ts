/** Reads decks. Loads no parser of other files. */
export { DocumentError } from './DocumentError.ts';
export { readDeck, workedMilliseconds } from './pptx/readDeck.ts';
export { readPictures } from './pptx/readPictures.ts';
export { sourceOfDeck } from './pptx/sourceOfDeck.ts';
