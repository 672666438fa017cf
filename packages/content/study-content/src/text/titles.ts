import { type Passage, placeOf, type Pointer, type Source } from '@lectern/contracts/plain';
import { memoiseBySource, memoiseByText } from './memoise.ts';

/** The marker of a continued slide: "(cont.)", "cont’d", "continued...", "2/3". */
const mark = /[([]?\b(?:cont(?:inued|inues|[’']?d)?|\d+ ?(?:\/|of) ?\d+)\b[’'.…]{0,4}[)\]]?[.…]{0,4}\s*$/iu;
const openEnd = /(?<![\s.…:–-])[\s.…:–-]+$/u;

/** A title without its continuation marker; empty if it is nothing but the marker. */
export function withoutContinuation(title: string): string {
  const rest = title.replace(mark, '');
  return rest === title ? title : rest.replace(openEnd, '').trim();
}

/** Whether a title is nothing but a continuation marker, such as "Cont…". */
export const isContinuation = (title: string): boolean => title.trim() !== '' && withoutContinuation(title) === '';

const titlesOfSlides = memoiseBySource(({ passages }) => {
  const titles = new Map<number, Passage>();
  for (const passage of passages) {
    const { pointer, kind } = passage;
    if (pointer.kind === 'slide' && kind === 'title' && !titles.has(pointer.slide)) titles.set(pointer.slide, passage);
  }
  return titles;
});

/** The heading above each paragraph, by paragraph number. */
const headingsOfText = memoiseBySource(({ passages }) => {
  const headings = new Map<number, Passage>();
  let heading: Passage | undefined;
  for (const passage of passages) {
    if (passage.pointer.kind === 'slide') continue;
    if (passage.kind === 'title') heading = passage;
    if (heading) headings.set(placeOf(passage.pointer), heading);
  }
  return headings;
});

/** The title passage of the pointer's slide, or the heading above its paragraph. */
export const titlePassageAbove = (source: Source, pointer: Pointer): Passage | undefined =>
  pointer.kind === 'slide' ? titlesOfSlides(source).get(pointer.slide) : headingsOfText(source).get(placeOf(pointer));

const summary =
  /^(?:(?:lecture|lesson|chapter|module|session|course|unit) )?(?:summary|recap|review|conclusions?|key (?:points?|messages?|ideas?|concepts?|facts?|takeaways?|take[- ]?aways?)|take[- ]?(?:home|away)s?(?: (?:messages?|points?))?|takeaways?|main (?:points?|ideas?|messages?)|in (?:summary|short|a nutshell)|to sum up|what (?:to remember|we learned|you learned)|zusammenfassung|fazit|kernaussagen|das wichtigste|résumé|conclusion|points clés|à retenir|l[’']essentiel|resumen|conclusi(?:ón|ones)|puntos clave|ideas clave|riassunto|conclusioni|punti chiave|resumo|conclus(?:ão|ões)|pontos[- ]chave|samenvatting|conclusies?|요약|정리|결론|핵심 ?(?:요점|정리)|まとめ|要点|結論|总结|小结|要點|結論|выводы|итоги|podsumowanie|wnioski|özet|sonuç|الخلاصة|ملخص)$/i;
/** Titles of learning objectives. */
const objectives =
  /^(?:(?:today[’']s|our|the|lecture|lesson|chapter|module|session|course|unit|class) )?(?:(?:key )?learning )?(?:objectives?|outcomes?|goals?|aims?|targets?)(?: (?:of|for) .{1,60})?$|^(?:aims and objectives|what (?:you|we) will learn|lernziele?|ziele|objectifs(?: d[’']apprentissage)?|objetivos(?: de aprendizaje)?|obiettivi(?: di apprendimento)?|objetivos de aprendizagem|leerdoelen|doelen|학습 ?목표|목표|学习目标|學習目標|学習目標|目標|цели(?: обучения)?|cele|hedefler|öğrenme hedefleri|الأهداف|أهداف التعلم)$/i;

const plain = (title: string): string => title.trim().replace(/(?<!\s)\s*[:：.!]$/, '');

/** Whether a title introduces a summary. */
export const isLecturersSummary = memoiseByText((title): boolean => summary.test(plain(title)));

/** Whether a title introduces learning objectives. */
export const isLearningGoals = memoiseByText((title): boolean => objectives.test(plain(title)));

/** Parts of a title besides its subject: lecture or course number, date, lecturer. */
const besidesSubject: readonly RegExp[] = [
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
  const isNotSubject = (part: string): boolean => besidesSubject.some((pattern) => pattern.test(part.trim()));
  // A separator belongs to the part after it.
  const kept = parts.filter((part, at) => (at % 2 === 0 ? !isNotSubject(part) : !isNotSubject(parts[at + 1] ?? '')));
  const rest = kept
    .join('')
    .replace(/^ ?[:|,–—-] /, '')
    .trim();
  return rest === '' ? title : rest;
}
