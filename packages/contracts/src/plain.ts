/**
 * The exports that need no schemas. Threads that generate study content import them from here: the schemas and their library are more than a
 * third of the modules that a thread would load.
 */
export type * from './index.ts';
export { counted } from './counted.ts';
export { endMarks, endsSentence, fullStops, tightEndMarks } from './endMarks.ts';
export { escapeMarkdown } from './escapeMarkdown.ts';
export { generationDeadlines } from './generationDeadlines.ts';
export * from './guideStyle.ts';
export * from './itemStyle.ts';
export { isRecord } from './isRecord.ts';
export * from './pageLimits.ts';
export * from './pagePlaces.ts';
export * from './picturePlaces.ts';
export * from './pictureWords.ts';
export * from './places.ts';
export * from './placeWords.ts';
export { randomFrom } from './randomFrom.ts';
export { textEncodingNames } from './textEncodings.ts';
