import type { Citation, Source } from '@lectern/contracts';
import type { DraftCard, DraftQuestion, Guide } from '../engine.ts';
import { neighbourhood, textAt } from '../pointers.ts';
import { areNumeric } from '../shuffleOptions.ts';
import { detectLanguage } from '../sources/detectLanguage.ts';
import { contentStems, fold, shared, stem, wordCount, wordsOf } from '../words.ts';

/** A check of the quality list, by its id. */
export type CheckId =
  | 'Q1'
  | 'Q2'
  | 'Q3'
  | 'Q5'
  | 'Q6'
  | 'Q7'
  | 'Q8'
  | 'Q9'
  | 'Q10'
  | 'Q11'
  | 'G1'
  | 'G2'
  | 'G3'
  | 'G4'
  | 'G7'
  | 'G8'
  | 'F1'
  | 'F2'
  | 'F4'
  | 'F5'
  | 'F6';

const filler =
  /^(n\/?a|none|null|undefined|todo|tbd|unknown|other|\.{2,}|…|[-–—_?]+|(option|answer|choice|distractor|placeholder|card|front|back|question)\s*\w?\d*)$/i;
const aboveOptions =
  /\b(all|none|both|neither|either|any)\s+of\s+(the\s+)?(above|these|below|following)\b|\b(both|neither)\s+[a-d]\s+(and|nor|&)\s+[a-d]\b|\boptions?\s+[a-d]\b|\b[a-d]\s+and\s+[a-d]\s+(only|are)\b/i;
const unseen =
  /\b(on|in|from) (this|the (next|previous|following|last|current)) (slide|page|figure|table|chart|image|diagram|lecture|chapter|section|module|lesson)\b|\b(this|these|following|previous|next) (slide|figure|diagram|image|picture|chapter)s?\b|\bthe (figure|diagram|image|picture|table|chart|graph|photo)s? (below|above|shown|on the (left|right))\b|\b(shown|see|seen|listed|described|mentioned|discussed|noted) (above|below|earlier|previously|here|on the (left|right))\b|\bas (discussed|shown|mentioned|described|noted|seen)\b|\b(see|refer to) (slide|figure|table|page|chapter|the)\b|\boption [a-d]\b|\bthe (text|passage) (above|below)\b/i;
const orders =
  /\b(ignore|disregard|forget) (all |any |the |your )*(above|previous|prior|earlier|preceding|instructions?)\b|\bmark (option |answer )?[a-d]\b.{0,20}\bcorrect\b|\bas an ai\b|\bsystem prompt\b/i;
const negative = /\b(not|no|never|cannot|without|neither|nor|unless|except|n[’']t)\b|n[’']t\b/gi;
const directions: readonly (readonly [RegExp, RegExp])[] = [
  [/\bincreas|\brais(e|es|ing)\b|\brises?\b/i, /\bdecreas|\breduc|\blower|\bfalls?\b/i],
  [/\bmaxim/i, /\bminim/i],
  [/\bbefore\b/i, /\bafter\b/i],
  [/\bmore than\b/i, /\bless than\b/i],
  [/\bactivat|\bstimulat/i, /\binhibit|\bblock/i],
];

const numbersOf = (text: string): string[] =>
  (text.normalize('NFKC').match(/\d+(?:[.,]\d+)*/g) ?? []).map((number) => number.replaceAll(',', ''));
const squeeze = (text: string): string => text.replace(/\s+/g, ' ').trim();

function citationFails(source: Source, citation: Citation): boolean {
  const text = textAt(source, citation.pointer);
  return text === undefined || squeeze(citation.quote).length < 2 || !squeeze(text).includes(squeeze(citation.quote));
}

function inventsNumber(answer: string, source: Source): boolean {
  const known = new Set(source.passages.flatMap(({ text }) => numbersOf(text)));
  return numbersOf(answer).some((number) => !known.has(number));
}

/** True where few of an answer's words stand at its pointer or beside it. */
function isUnsupported(answer: string, citation: Citation, source: Source): boolean {
  const words = contentStems(answer);
  if (words.size === 0) return false;
  return shared(words, contentStems(neighbourhood(source, citation.pointer))) / words.size < 0.6;
}

/** True where an answer denies or turns round what its quote says. */
function isFlipped(answer: string, context: string): boolean {
  const count = (text: string): number => text.match(negative)?.length ?? 0;
  if (count(answer) > 0 && count(context) === 0) return true;
  return directions.some(
    ([up, down]) =>
      (up.test(answer) && !up.test(context) && down.test(context)) || (down.test(answer) && !down.test(context) && up.test(context)),
  );
}

function isOtherLanguage(text: string, source: Source): boolean {
  if (source.language === 'und') return false;
  const own = detectLanguage(text);
  const scripts = ['ko', 'ja', 'zh', 'ar'];
  const latin = !scripts.includes(own);
  return scripts.includes(source.language) ? latin && (text.match(/\p{L}/gu)?.length ?? 0) > 40 : !latin && own !== 'und';
}

/** What is wrong with a question by itself; empty where nothing is. The ids are those of the quality list. */
export function checkQuestion(draft: DraftQuestion, source: Source): CheckId[] {
  const failed = new Set<CheckId>();
  const texts = [draft.answer, ...draft.distractors.map(({ text }) => text)];
  const everything = [draft.question, ...texts];
  if (texts.length < 3 || texts.length > 4) failed.add('Q1');
  if (/^[a-d][.)]?$/i.test(draft.answer.trim()) && !texts.every((text) => text.trim().length <= 2)) failed.add('Q1');
  if (new Set(texts.map((text) => fold(text) || text.trim())).size < texts.length) failed.add('Q2');
  if (everything.some((text) => text.trim() === '' || filler.test(text.trim()) || aboveOptions.test(text))) failed.add('Q3');
  const characters = texts.slice(1).reduce((sum, text) => sum + text.length, 0) / Math.max(1, texts.length - 1);
  const ratio = draft.answer.length / Math.max(1, characters);
  // Short terms differ a lot in letters without giving anything away.
  if (characters > 16 && (ratio > 1.75 || ratio < 0.57)) failed.add('Q5');
  if (/\b(a|an)\s*(\?|:|…|_{2,})\s*$/i.test(draft.question)) failed.add('Q6');
  const answerWords = contentStems(draft.answer);
  const questionWords = contentStems(draft.question);
  const leak = shared(answerWords, questionWords);
  if (leak > 0 && draft.distractors.every(({ text }) => shared(contentStems(text), questionWords) === 0) && source.language === 'en')
    failed.add('Q7');
  const numeric = texts.map((text) => areNumeric([text]));
  if (numeric.includes(true) && numeric.includes(false)) failed.add('Q8');
  const words = wordCount(draft.question);
  if (draft.question.trim().length < 8 || words > 90 || (source.language === 'en' && words < 4)) failed.add('Q9');
  if (everything.some((text) => unseen.test(text)) || unseen.test(draft.explanation) || everything.some((text) => orders.test(text)))
    failed.add('Q10');
  const explanation = draft.explanation.trim();
  const added = [...contentStems(explanation)].filter((word) => !answerWords.has(word));
  const related = shared(contentStems(explanation), new Set([...answerWords, ...contentStems(draft.source.quote)]));
  if (explanation.length < 60 || explanation.length > 500 || added.length < 2 || related === 0) failed.add('Q11');
  if (draft.answerRationale.trim() === '' || draft.distractors.some(({ rationale }) => rationale.trim() === '')) failed.add('Q11');
  if (citationFails(source, draft.source)) failed.add('G1');
  else {
    if (isUnsupported(draft.answer, draft.source, source)) failed.add('G2');
    if (isFlipped(draft.answer, `${draft.source.quote} ${draft.question}`)) failed.add('G4');
  }
  if (inventsNumber(draft.answer, source)) failed.add('G3');
  if (isOtherLanguage(`${draft.question} ${draft.explanation}`, source)) failed.add('G7');
  return [...failed];
}

const blank = /_{2,}|\[…\]|\[\.\.\.\]/;

/** What is wrong with a card by itself; empty where nothing is. */
export function checkCard(card: DraftCard, source: Source): CheckId[] {
  const failed = new Set<CheckId>();
  const front = card.front.trim();
  const back = card.back.trim();
  if ([front, back].some((side) => side === '' || filler.test(side) || fold(side.replace(/_+/g, '')) === '')) failed.add('F1');
  if (wordCount(back) > 40 || wordCount(front) > 45) failed.add('F2');
  const inner = fold(back);
  if (inner !== '' && ` ${fold(front)} `.includes(` ${inner} `)) failed.add('F4');
  if (
    blank.test(front) &&
    wordsOf(back).length <= 3 &&
    wordsOf(back).some((word) => word.length > 4 && wordsOf(front).some((other) => stem(other) === stem(word)))
  )
    failed.add('F4');
  if (/^(it|its|this|these|those|they|he|she|such)\b/i.test(front)) failed.add('F5');
  if ([front, back].some((side) => unseen.test(side) || orders.test(side))) failed.add('Q10');
  if (citationFails(source, card.source)) failed.add('G1');
  else {
    if (isUnsupported(back, card.source, source)) failed.add('G2');
    if (isFlipped(back, `${card.source.quote} ${front}`)) failed.add('G4');
  }
  if (inventsNumber(back, source)) failed.add('G3');
  if (isOtherLanguage(`${front} ${back}`, source)) failed.add('G7');
  return [...failed];
}

/** Headings that a named style must have, in their order. */
export const styleParts = {
  ADPIE: ['Assessment', 'Diagnosis', 'Planning', 'Implementation', 'Evaluation'],
  IRAC: ['Issue', 'Rule', 'Application', 'Conclusion'],
  SOAP: ['Subjective', 'Objective', 'Assessment', 'Plan'],
  Cornell: ['Cues', 'Notes', 'Summary'],
} as const;

/** A style that is known by name. */
export type NamedStyle = keyof typeof styleParts;

/** The named style that a preference asks for. */
export function namedStyle(preference: string | undefined): NamedStyle | undefined {
  const names = Object.keys(styleParts) as NamedStyle[];
  return names.find(
    (name) =>
      new RegExp(`\\b${name}\\b`, 'i').test(preference ?? '') &&
      (name !== 'SOAP' || /\bSOAP\b/.test(preference ?? '') || /soap\s+(note|format|style)|^\s*soap\s*$/i.test(preference ?? '')),
  );
}

function headingsFail(markdown: string): boolean {
  const levels = [...markdown.matchAll(/^(#{1,6}) \S/gm)].map((match) => match[1]?.length ?? 0);
  return (
    levels[0] !== 1 ||
    levels.filter((level) => level === 1).length !== 1 ||
    levels.some((level, index) => index > 0 && level > (levels[index - 1] ?? 0) + 1)
  );
}

/** What is wrong with a guide; empty where nothing is. */
export function checkGuide(guide: Guide, source: Source, stylePreference?: string): CheckId[] {
  const failed = new Set<CheckId>();
  if (guide.title.trim() === '' || guide.overview.trim() === '' || guide.markdownContent.trim() === '') failed.add('F1');
  if (guide.sources.length === 0 || guide.sources.some((citation) => citationFails(source, citation))) failed.add('G1');
  // Links to slides are ours; every other number of a guide stands in the source.
  const text = guide.markdownContent.replace(/\[[^\]]*\]\(#[^)]*\)/g, ' ').replace(/^\s*\d+\.\s/gm, '');
  if (inventsNumber(text, source)) failed.add('G3');
  if (headingsFail(guide.markdownContent)) failed.add('G8');
  const style = namedStyle(stylePreference);
  if (style) {
    let at = -1;
    for (const part of styleParts[style]) {
      const next = guide.markdownContent.indexOf(`\n## ${part}`, at + 1);
      if (next < 0) failed.add('G8');
      at = Math.max(at, next);
    }
  }
  if (isOtherLanguage(guide.markdownContent, source)) failed.add('G7');
  return [...failed];
}
