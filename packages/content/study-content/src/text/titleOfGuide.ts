import type { Source } from '@lectern/contracts';

/** Parts of a title besides its subject: lecture or course number, date, lecturer. */
const beside: readonly RegExp[] = [
  /^(?:lecture|lesson|chapter|module|unit|week|session|class|part|day|topic|vorlesung|kapitel|woche|leçon|cours|chapitre|séance|lección|clase|tema|capítulo|semana) ?(?:no\.? ?)?(?:\d{1,3}|[ivx]{1,5})$/i,
  /^\p{Lu}{2,5}[ -]?\d{2,5}\p{Lu}?$/u,
  /^(?:(?:spring|summer|fall|autumn|winter)(?: (?:term|semester))?,? )?(?:(?:\d{1,2}\.? )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{Ll}{0,6}\.? (?:\d{1,2}(?:st|nd|rd|th)?,? )?)?(?:19|20)\d\d$/iu,
  /^(?:\d{1,2}[./-]\d{1,2}[./-](?:\d{2}|\d{4})|\d{4}-\d{2}-\d{2})$/,
  /^(?:by )?(?:dr|prof|professor|mr|mrs|ms)\.? \p{Lu}/iu,
  /^by \p{Lu}\p{Ll}+(?: \p{Lu}\S*){1,3}$/u,
];

/** The title of a source without lecturers, dates, and lecture or course numbers, unless nothing else is left. */
export function titleOfGuide({ title }: Pick<Source, 'title'>): string {
  const parts = title.split(/( ?[:|] | [–—-] |, )/);
  const isBeside = (part: string): boolean => beside.some((pattern) => pattern.test(part.trim()));
  // A separator belongs to the part after it.
  const kept = parts.filter((part, at) => (at % 2 === 0 ? !isBeside(part) : !isBeside(parts[at + 1] ?? '')));
  const rest = kept
    .join('')
    .replace(/^ ?[:|,–—-] /, '')
    .trim();
  return rest === '' ? title : rest;
}
