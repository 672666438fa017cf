import { authorsAlt } from '../../pictures/authorsAlt.ts';
import type { Pdfium } from './Pdfium.ts';

/** Structure elements inspected on a page. */
const mostElements = 5_000;
/** Bytes of an alternative text in UTF-16. */
const longestAlt = 4_000;

/** Returns the alternative texts of a tagged page by marked-content id. */
export function alternativeTexts(pdfium: Pdfium, page: number): Map<number, string> {
  const { calls, document } = pdfium;
  const texts = new Map<number, string>();
  if (!calls.FPDFCatalog_IsTagged(document)) return texts;
  const tree = calls.FPDF_StructTree_GetForPage(page);
  if (tree === 0) return texts;
  const waiting = Array.from({ length: Math.max(0, Math.min(mostElements, calls.FPDF_StructTree_CountChildren(tree))) }, (_, index) => ({
    element: calls.FPDF_StructTree_GetChildAtIndex(tree, index),
    above: '',
  }));
  for (let looked = 0, next = waiting.pop(); next && looked < mostElements; looked += 1, next = waiting.pop()) {
    const { element, above } = next;
    if (element === 0) continue;
    const own = pdfium.bytes((at, length) => calls.FPDF_StructElement_GetAltText(element, at, length), longestAlt);
    const text = authorsAlt(own ? new TextDecoder('utf-16le').decode(own).replaceAll('\0', '') : '') || above;
    const ids = Math.min(mostElements, calls.FPDF_StructElement_GetMarkedContentIdCount(element));
    for (let index = 0; text !== '' && index < ids; index += 1)
      texts.set(calls.FPDF_StructElement_GetMarkedContentIdAtIndex(element, index), text);
    const children = Math.min(mostElements - waiting.length, calls.FPDF_StructElement_CountChildren(element));
    for (let index = 0; index < children; index += 1)
      waiting.push({ element: calls.FPDF_StructElement_GetChildAtIndex(element, index), above: text });
  }
  calls.FPDF_StructTree_Close(tree);
  return texts;
}
