import { Counter } from './collections.ts';
import type { Omission, OmissionReason, Passage, Pointer, Source } from '@lectern/contracts';
import { placeOf } from '@lectern/contracts/plain';
import { titlePassageAbove, withoutContinuation } from './titles.ts';
import { memoiseBySource, memoiseByText } from './memoise.ts';
import { sentencesOf } from './sentences.ts';
import { fold, wordCount } from './words.ts';

/** Titles of slides and sections that are not part of the lecture itself. */
const nonTeachingTitles: readonly (readonly [reason: OmissionReason, title: RegExp])[] = [
  [
    'agenda',
    /^(?:(?:today[’']s )?agenda|table of contents|contents|(?:lecture|lesson|session|course|presentation|talk)? ?outline|목차|inhalt|inhaltsverzeichnis|gliederung|sommaire|table des matières|plan du cours|contenido|índice|indice|sommario|inhoud|inhoudsopgave|目次|目录|目錄|содержание|spis treści|içindekiler|المحتويات)$/i,
  ],
  [
    'reference',
    /^(?:references?|reference list|references cited|bibliography|works cited|literature cited|further reading|suggested reading|recommended reading|reading list|참고 ?문헌|literatur|literaturverzeichnis|quellen|références|bibliographie|bibliografía|referencias|bibliografia|riferimenti|referências|literatuur|bronnen|参考文献|參考文獻|литература|список литературы|kaynakça|المراجع)$/i,
  ],
  [
    'credit',
    /^(?:acknowledge?ments?|credits|(?:photo|image|picture|figure) (?:credits?|attributions?|sources?)|attributions?|bildnachweise?|danksagung|remerciements|crédits|agradecimientos|créditos|謝辞|致谢)$/i,
  ],
  [
    'presenter',
    /^(?:(?:any )?questions ?\?|any questions|q ?(?:&|and) ?a|thank you!?|thanks!?|(?:vielen )?dank!?|fragen ?\?|merci!?|gracias!?|감사합니다)$/i,
  ],
];

/** Why a slide or section with this title is left out; `undefined` if it belongs to the lecture. */
export function reasonOfTitle(title: string): OmissionReason | undefined {
  const plain = title
    .trim()
    .replace(/[:：.]$/, '')
    .trim();
  return nonTeachingTitles.find(([, pattern]) => pattern.test(plain))?.[0];
}

/** A line that is nothing but an address, or only names a source. */
const link =
  /^(?:(?:(?:photo|image|picture|graphic|icon) )?(?:sources?|resources?|references?|attributions?|credits?|link|url|website|from)(?: for \S{1,20})?\s?[:：]?\s?)?(?:(?:https?:\/\/|www\.)\S+|(?:mailto:)?[\w.+-]{1,64}@[\w.-]{1,64}\.\w{2,})[.,;]?$/i;

const pictureCredit =
  /^cc image\b|^(?:photo|image|picture|graphic|icon) (?:attribution|credit)s?\b|\b(?:on|from|via) (?:flickr|unsplash|pixabay|wikimedia commons|the noun project)\.?$|^(?:photo|image|picture|graphic|icon|copyright|©|\(c\)).*\ball rights reserved\.?$/i;

const maxCreditWords = 14;

/** Sentences of speaker notes that address the audience. */
const presenterTalk: readonly RegExp[] = [
  /^(?:welcome|good (?:morning|afternoon|evening)|hello|hi)\b|\b(?:thank you|thanks) (?:for|to|all|very)\b/i,
  /\b(?:next|previous|following|last) slides?\b|\b(?:on|in) the next (?:slide|section|lesson|module|lecture)\b|\bnext up\b/i,
  /^(?:now,? )?let[’']s (?:look|move|turn|start|begin|take a look|go|see|talk|discuss|review|consider)\b|^let us\b/i,
  /\b(?:ask|invite|tell|remind|encourage|give|have) (?:the |your |each |some |one or two |\d[-–]?\d? )?(?:students|participants|learners|audience|class|groups?|attendees)\b/i,
  /\b(?:note to (?:the )?(?:instructor|presenter|speaker|teacher)|instructor[’']?s? notes?|presenter[’']?s? notes?|speaker notes?|hand ?outs?|worksheets?)\b/i,
  /^(?:this|these) (?:slides?|chapters?|lessons?|modules?|presentations?|courses?|lectures?|sessions?|tutorials?|unit|section|overview|introduction) (?:also |now |just |briefly |will )?(?:helps? )?(?:will|is|are|can|covers?|contains?|introduces?|explains?|provides?|clarif(?:y|ies)|describes?|shows?|illustrates?|discuss(?:es)?|focus(?:es)?|outlines?|presents?|gives?|lists?|summari[sz]es?|reviews?|deals?|talks?|looks?|addresses|highlights?|expands?)\b|^this is (?:lesson|module|part|lecture) \d/i,
  /^(?:(?:이 (?:장|슬라이드|챕터|강의|개요)(?:은|는|에)|다음 슬라이드)|diese folie |dieses kapitel |cette diapo(?:sitive)? |ce chapitre |esta diapositiva |este capítulo )/i,
  /^the (?:topics|points|issues) covered in this\b|^in this (?:slide|chapter|lesson|module|lecture|presentation|session|tutorial),? (?:we|you)\b|^(?:after completing|by the end of|at the end of) .{0,60}\b(?:you|participants?|students?|learners?) (?:will|should) be able\b/i,
  /^today,? we\b|^we (?:start|begin) with\b|^we(?:[’']ll| will) (?:now |also |first |next |then |briefly )?(?:look|discuss|cover|see|talk|go|turn|move|start|begin|learn|focus|explore|examine|review|consider|walk)\b/i,
  /^(?:this|that) concludes\b|\bend of (?:the )?(?:lesson|module|lecture|presentation)\b/i,
  /\b(?:proceed to|continue to|move on to|go to) the (?:next|following)\b|\btake the quiz\b/i,
  /^(?:click|see slide|in slide show mode|advance|pause here|read the slide|discuss:?$)(?!\p{L})/iu,
];
const isPresenterTalk = memoiseByText((sentence): boolean => presenterTalk.some((pattern) => pattern.test(sentence)));

const isNote = (pointer: Pointer): boolean => pointer.kind === 'slide' && pointer.part === 'notes';

/** Why a sentence is left out of a passage that is otherwise kept: a link, or (in speaker notes only) talk to the audience. */
export function reasonOfSentence(sentence: string, pointer: Pointer): OmissionReason | undefined {
  if (link.test(sentence)) return 'link';
  return isNote(pointer) && isPresenterTalk(sentence) ? 'presenter' : undefined;
}

/** A line in a text box of its own is a footer if it is on at least this many slides and this share of them. */
const footer = { slides: 4, share: 0.5 } as const;
/** Longer decks start with a title page. */
const slidesWithoutTitlePage = 3;
/** Names, places and dates: every longer word is capitalised or a number, and there is no sentence. */
const isName = (line: string): boolean =>
  !/[.!?:]$/.test(line) &&
  (line.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}’'-]*/gu) ?? []).every((word) => word.length < 4 || /^[\p{Lu}\p{N}]/u.test(word));

const boxOf = (slide: number, shape: number | undefined): string => `${String(slide)}/${String(shape ?? 0)}`;

/** The slides that contain each line, the number of lines in each text box, and the number of slides. */
const slidesOf = memoiseBySource(({ passages }) => {
  const byLine = new Map<string, Set<number>>();
  const all = new Set<number>();
  const inBox = new Counter<string>();
  for (const { pointer, text, shape } of passages) {
    if (pointer.kind !== 'slide') continue;
    all.add(pointer.slide);
    inBox.add(boxOf(pointer.slide, shape));
    const key = fold(text);
    byLine.set(key, (byLine.get(key) ?? new Set()).add(pointer.slide));
  }
  return { byLine, inBox, count: all.size };
});

/** Whether a passage is a footer. Code, tables and labels of drawings may repeat and do not count. */
function isFooter(source: Source, { pointer, text, kind, shape }: Passage): boolean {
  if (pointer.kind !== 'slide' || pointer.part !== 'body' || kind === 'title' || kind === 'row') return false;
  if (!/\p{L}{3}/u.test(text)) return false;
  const { byLine, inBox, count } = slidesOf(source);
  const isAlone = shape === undefined || inBox.of(boxOf(pointer.slide, shape)) === 1;
  const slides = byLine.get(fold(text))?.size ?? 0;
  return isAlone && slides >= footer.slides && slides >= count * footer.share;
}

/** Whether a passage names the speaker, the place or the date on the title page. */
const isOnTitlePage = (source: Source, { pointer, text, kind }: Passage): boolean =>
  pointer.kind === 'slide' &&
  pointer.slide === 1 &&
  pointer.part === 'body' &&
  // Title pages have no bullets.
  kind === 'paragraph' &&
  slidesOf(source).count > slidesWithoutTitlePage &&
  isName(text);

/** Why a passage is left out; `undefined` if it belongs to the lecture. */
function reasonOfPassage(source: Source, passage: Passage): OmissionReason | undefined {
  const { pointer, text, kind } = passage;
  const title = kind === 'title' ? passage : titlePassageAbove(source, pointer);
  // Notes may teach even if their slide does not.
  const idle = title && !isNote(pointer) ? reasonOfTitle(title.text) : undefined;
  if (idle) return idle;
  if (link.test(text)) return 'link';
  if (isFooter(source, passage)) return 'footer';
  if (pointer.kind !== 'text' && kind !== 'row' && wordCount(text) <= maxCreditWords && pictureCredit.test(text)) return 'credit';
  return isOnTitlePage(source, passage) ? 'credit' : undefined;
}

/** The parts of a source that a guide covers and omits. */
export interface GuideMaterial {
  /** The passages of the lecture. Some of their sentences may still be omitted (`reasonOfSentence`). */
  passages: readonly Passage[];
  /** Every omitted line, in source order. */
  omitted: readonly Omission[];
}

/** Splits a source into the passages that a guide covers and the lines that it omits. Omits nothing if only titles would remain. */
export const guideMaterial = memoiseBySource((source): GuideMaterial => {
  const passages: Passage[] = [];
  const omitted: Omission[] = [...(source.omitted ?? [])];
  for (const passage of source.passages) {
    const { pointer, text, kind } = passage;
    if (text.trim() === '') continue;
    const reason = reasonOfPassage(source, passage);
    if (reason) {
      omitted.push({ text, pointer, reason });
      continue;
    }
    const sentences = kind === 'row' || kind === 'title' ? [] : sentencesOf(text);
    const left = sentences.flatMap((sentence) => {
      const own = reasonOfSentence(sentence, pointer);
      return own ? [{ text: sentence, pointer, reason: own }] : [];
    });
    omitted.push(...left);
    if (left.length === 0 || left.length < sentences.length) passages.push(passage);
  }
  if (!passages.some(({ kind }) => kind !== 'title'))
    return { passages: source.passages.filter(({ text }) => text.trim() !== ''), omitted: [] };
  return { passages, omitted: omitted.toSorted((left, right) => placeOf(left.pointer) - placeOf(right.pointer)) };
});

/** A sentence, bullet, heading, note or table row that the guide has to cover. */
export interface GuideLine {
  /** Verbatim; the cells of a row are joined. */
  text: string;
  passage: Passage;
}

function textsOf({ kind, text, cells, pointer }: Passage): readonly string[] {
  if (kind === 'row') return [cells?.join(' ') ?? text];
  if (kind === 'title') return [withoutContinuation(text)];
  // Alternative text is rendered with its picture.
  if (pointer.kind === 'slide' && pointer.part === 'alt') return [];
  return sentencesOf(text).filter((sentence) => reasonOfSentence(sentence, pointer) === undefined);
}

/** Every line of a source that belongs in its guide, in source order. */
export const guideLines = memoiseBySource((source): readonly GuideLine[] =>
  guideMaterial(source).passages.flatMap((passage) => textsOf(passage).map((text) => ({ text, passage }))),
);
