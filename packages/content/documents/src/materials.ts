/** Functions for a process whose threads read documents. Loads no parser. */
export { contentOfSource } from './contentOfSource.ts';
export { documentKindOf } from './documentKindOf.ts';
export type { DocumentKind } from './documentKindOf.ts';
export { distinctNames, joinDocuments } from './joinMaterials.ts';
export type { NamedMaterial } from './joinMaterials.ts';
export { joinMaterials } from './joinMaterials.ts';
export { withoutPictures } from './joinMaterials.ts';
export { materialOfParts } from './ReadingPart.ts';
export type { ReadingPart, TakeReadingPart } from './ReadingPart.ts';
export type { ReadMaterial } from './joinMaterials.ts';
