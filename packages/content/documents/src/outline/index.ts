// What pages use: nothing here needs Node.
export { documentKindOf } from '../documentKindOf.ts';
export type { DocumentKind } from '../documentKindOf.ts';
export { outlineOfDocx, outlineOfPdf, outlineOfText } from './outlines.ts';
export type { DocumentOutline } from './outlines.ts';
