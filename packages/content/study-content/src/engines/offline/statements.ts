import { Counter } from '../../text/collections.ts';
import { endsSentence, fullStops, type Passage, placeOf, type Pointer, type Source } from '@lectern/contracts/plain';
import { isContinuation, withoutContinuation } from '../../text/titles.ts';
import { hasPromptInjection } from '../../text/promptInjection.ts';
import { isCredit, isNonTeachingTitle as teachesNothingBelow, isQuotationSource, typedMark } from '../../text/lineForms.ts';
import { memoiseByText } from '../../text/memoise.ts';
import { sentencesOf } from '../../text/sentences.ts';
import { fold, wordCount } from '../../text/words.ts';

/** A sentence or line of the material that may hold a fact. */
export interface Statement {
  /** Without footnote marks. */
  text: string;
  /** Verbatim from the passage. */
  quote: string;
  pointer: Pointer;
  topic: string;
  place: number;
  /** Passage index in the source. */
  index: number;
  level: number;
  kind: Passage['kind'];
  isNote: boolean;
  /** Whether it is a line of a slide or a bullet, which may lack a full stop. */
  isLine: boolean;
  /** Whether it ends like a sentence. */
  isEnded: boolean;
}

/** A passage that may be used, with its topic. */
export interface UsablePassage {
  passage: Passage;
  topic: string;
  index: number;
}

const idleTitle =
  /^(agenda|(table of )?contents?|outline|overview|(lesson|lecture|course|session|module)? ?(topics?|objectives?|goals?|outcomes?)|learning (objectives?|outcomes?|goals?)|objectives?|check your understanding.*|activit(y|ies).*|exercise.*|references?.*|bibliography|sources?|further reading.*|(additional |more )?(resources|information).*|acknowledge?ments?|credits?|questions\??|any questions\??|q ?& ?a|thank(s| you).*|discussion( questions?)?|about (us|the author|this).*|licen[cs]e|copyright|disclaimer|contact.*|.*\b(slide deck|downloaded from)\b.*|quiz|homework|목차|참고 ?문헌|이해도 확인.*|감사합니다|inhalt(sverzeichnis)?|gliederung|literatur|sommaire|plan|bibliographie|contenido|índice|bibliografía|目次|目录|参考文献)$/i;
/** Headings about course organisation. "Grading" alone may be of tumours, and "Schedule" of transactions. */
const courseTitle =
  /^(?:syllabus|instructors?|office hours|(?:course|teaching) (?:staff|team|assistants)|(?:course |class )?(?:grading|attendance|late (?:work|submission)) (?:polic(?:y|ies)|scheme|breakdown)|(?:course|class) (?:goals?|structure|grad(?:es|ing)|schedule|calendar|logistics|deliverables|polic(?:y|ies)|requirements|information|info|format|materials))$/i;
/** Part of a grading scheme: "40% final project", "Homework: 20%". */
const ofGrade =
  /\d ?%.*\b(?:final (?:project|exam)|participation|attendance|assignments?|homework|midterms?|quiz(?:zes)?|submissions?|class ?work)\b|\b(?:final (?:project|exam)|participation|attendance|assignments?|homework|midterms?|quiz(?:zes)?)\b[^.]{0,30}\d ?%/i;
/** Joins spaced letters: "L E A R N I N G". */
const together = (title: string): string => title.replace(/(?<=(?:^|\s)\p{L})\s(?=\p{L}(?:\s|$))/gu, '');
const isNonTeachingTitle = memoiseByText(
  (title): boolean =>
    idleTitle.test(title.trim()) || /^learning ?(outline|outcomes?|objectives?)|^objectives\b/i.test(together(title.trim())),
);
const isOfCourse = (title: string, text: string): boolean =>
  courseTitle.test(title.trim()) || (wordCount(text) <= 12 && ofGrade.test(text));
/** A bracketed remark, such as a photographer's name. */
const bracketed = /^\([^()]{3,80}\)\.?$/;
const isCreditLine = (line: string): boolean => isCredit(line) || bracketed.test(line);

const address = /https?:\/\/|www\.|[^\s@]@[^\s@]+\.\w|\bdoi\b|\bvol\.|\bpp\.|\bet al\b|^[⁰¹²³⁴-⁹]/i;
// A bibliography entry. Skipped as a whole, not only the sentence with the year.
const bibliographic =
  /^[⁰¹²³⁴-⁹]|^\p{Lu}[\p{L}’-]+,? \p{Lu}\.?(?:\p{Lu}\.?)?[,.]|^\p{Lu}[\p{L}’-]+(?:,| and| &).{0,60}\((?:19|20)\d\d[a-z]?\)|\bet al\b|\bdoi\b|\b(?:retrieved|accessed) (?:from|on|\p{Lu}\p{Ll}+ \d)/u;
const aside =
  /\b(this|these|the (next|previous|following|current|last)) (slides?|slide deck|chapter|lesson|module|section|presentation|lecture|tutorial|course|training|diagram|figure|image|picture|table|graphic|example slide)\b|\b(today|next|now),? (we|you)\b|\b(welcome|good (morning|afternoon)|thank you|let[’']s|let us|next up|click|invite|ask (the|your|students|participants|them|learners)|instructor|presenter|participants?|hand ?outs?|worksheet|you (will|should|may|can|might|are|have)|we (will|can|are|have|start|follow|shall|now|discuss|cover|look)|as (you|we)|see (slide|the|figure)|note to|at this point|by the end|refer to|bring the)\b|\bI\b/i;

const raisedAfterWord = /(?<=\p{Ll}{3}|[.,;:)”"’])[⁰¹²³⁴⁵⁶⁷⁸⁹][⁰¹²³⁴⁵⁶⁷⁸⁹,\s]*(?=\s|$|[.,;:)])/gu;

/** The minimum words of a paragraph that teaches below "Overview" or "Learning outcomes". */
const minWords = { overview: 8, objectives: 20 } as const;

/** Whether a paragraph teaches despite its heading, because text may continue below an overview or a list of objectives. */
const teachesBelowIdleTitle = (title: string, { kind, text, pointer }: Passage): boolean =>
  pointer.kind !== 'slide' &&
  kind === 'paragraph' &&
  fullStops.includes(text.slice(-1)) &&
  !teachesNothingBelow(title) &&
  wordCount(text) >= (/^(overview|introduction)$/i.test(title.trim()) ? minWords.overview : minWords.objectives);

/** Headings that need the heading above them. */
const genericHeading =
  /^(functions?|components?|structure|types?|features?|causes?|symptoms?|signs?|treatments?|diagnosis|management|examples?|definitions?|mechanisms?|overview|introduction|characteristics|properties|advantages?|disadvantages?|applications?|uses?|regulation|integration|summary|conclusions?|effects?|classification|epidemiology|etiology|history|background|male|female|general)$/i;

/** The heading of each paragraph. Repeated or generic headings include the one above. */
function headingsOf(source: Source): Map<number, string> {
  const counts = new Counter(source.passages.filter(({ kind }) => kind === 'title').map(({ text }) => fold(text)));
  const found = new Map<number, string>();
  let stack: { level: number; text: string }[] = [];
  let current = '';
  source.passages.forEach(({ kind, text, level, pointer }, index) => {
    if (pointer.kind === 'slide') return;
    if (kind === 'title') {
      stack = [...stack.filter((one) => one.level < level), { level, text }];
      const above = stack.at(-2)?.text;
      const needsAbove = genericHeading.test(text.trim()) || counts.of(fold(text)) > 1;
      current =
        needsAbove && above !== undefined && fold(above) !== fold(source.title)
          ? `${above}: ${text.charAt(0).toLowerCase()}${text.slice(1)}`
          : text;
    }
    found.set(index, current);
  });
  return found;
}

/** The passages that teach. Excludes title pages, agendas, exercises, references, credits, and lines that repeat on many slides. */
export function usablePassages(source: Source): UsablePassage[] {
  const seenOn = new Map<string, Set<number>>();
  const titles = new Map<number, string>();
  let before = '';
  for (const { pointer, text, kind } of source.passages) {
    const key = fold(text);
    const places = seenOn.get(key) ?? new Set<number>();
    places.add(placeOf(pointer));
    seenOn.set(key, places);
    if (pointer.kind !== 'slide' || kind !== 'title' || titles.has(pointer.slide)) continue;
    // "Cont…" continues the previous slide.
    if (!isContinuation(text)) before = text;
    titles.set(pointer.slide, before === '' ? text : before);
  }
  const slides = new Set(source.passages.flatMap(({ pointer }) => (pointer.kind === 'slide' ? [pointer.slide] : [])));
  const topics = headingsOf(source);
  // The title of the deck is a footer, but other titles may repeat as lines where the deck refers to them.
  const headings = new Set([...titles].flatMap(([slide, title]) => (slide === 1 ? [] : [fold(title)])));
  return source.passages.flatMap((passage, index): UsablePassage[] => {
    const { pointer, text, kind } = passage;
    const own = pointer.kind === 'slide' ? (titles.get(pointer.slide) ?? '') : (topics.get(index) ?? '');
    if (kind === 'title' || text === '') return [];
    // The first slide of a longer deck is its title page.
    if (pointer.kind === 'slide' && pointer.slide === 1 && slides.size > 3) return [];
    if ((isNonTeachingTitle(own) && !teachesBelowIdleTitle(own, passage)) || hasPromptInjection(text)) return [];
    // Repeated lines are footers or agendas. A repeated drawing, such as a cycle, is used at its first occurrence.
    const isDrawing =
      pointer.kind === 'slide' && pointer.part === 'smartart' && Math.min(...(seenOn.get(fold(text)) ?? [])) === pointer.slide;
    const places = seenOn.get(fold(text))?.size ?? 0;
    const isTitle = pointer.kind === 'slide' && pointer.part === 'body' && headings.has(fold(text)) && places * 2 < slides.size;
    if (pointer.kind === 'slide' && kind !== 'row' && !isDrawing && !isTitle && places >= 4) return [];
    if (isCreditLine(text) || isQuotationSource(text) || isOfCourse(own, text)) return [];
    return [{ passage, topic: withoutContinuation(own) || source.title, index }];
  });
}

/** Strips footnote marks. Raised digits that belong to a symbol stay. */
export const withoutFootnotes = (text: string): string =>
  text
    .replace(raisedAfterWord, '')
    .replace(/(?<!\s)\s*\[\d+(?:,\s*\d+)*\]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

/** Strips bracketed citations such as "(Cowan, 2010)", and the empty brackets of a removed figure. */
export const withoutCitations = (text: string): string =>
  text.replace(/(?<!\s)\s*\((?:\p{Lu}[^()]{2,120},? (?:(?:19|20)\d\d[a-z]?|n\.d\.)|)\)/gu, '');

/** Whether a text is a bibliography entry, which names things without describing them. */
export const isReference = (text: string): boolean => bibliographic.test(text) || address.test(text);

/** The sentences and lines that may hold facts, in source order. */
export function statementsOf(passages: UsablePassage[]): Statement[] {
  return passages.flatMap(({ passage, topic, index }) => {
    const { pointer, kind, level, text } = passage;
    if (kind === 'row' || kind === 'caption') return [];
    if (bibliographic.test(text)) return [];
    return sentencesOf(text).flatMap((quote): Statement[] => {
      if (address.test(quote) || aside.test(quote) || isCreditLine(quote) || wordCount(quote) > 60) return [];
      const isNote = pointer.kind === 'slide' && pointer.part === 'notes';
      return [
        {
          text: withoutCitations(withoutFootnotes(quote)).replace(typedMark, ''),
          quote,
          pointer,
          topic,
          place: placeOf(pointer),
          index,
          level,
          kind,
          isNote,
          isLine: kind === 'bullet' || (pointer.kind === 'slide' && !isNote),
          isEnded: endsSentence(quote),
        },
      ];
    });
  });
}
