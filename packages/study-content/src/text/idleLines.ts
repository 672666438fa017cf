import { placeOf, type Passage, type Pointer, type Source } from '@lectern/contracts/plain';
import { onceFor } from './onceFor.ts';
import { onceForText } from './onceForText.ts';
import { hasPromptInjection } from './promptInjection.ts';
import { sentencesOf } from './sentencesOf.ts';
import { contentStems, fold } from './words.ts';

/** A sentence, bullet, table row or note of a source that teaches something. */
export interface TeachingStatement {
  /** As it stands in the passage; a row's cells are joined. */
  text: string;
  passage: Passage;
  isNote: boolean;
}

/** Titles of slides that teach nothing: contents, references, credits, thanks. */
const idleTitles: readonly RegExp[] = [
  /^(agenda|(table of )?contents?|outline|(lesson|lecture|course|session|module)? ?topics?)$/i,
  /^(references?.*|bibliography|works cited|sources?|further reading.*|(additional |more )?(resources|information).*|citations?)$/i,
  /^(acknowledge?ments?|credits?|(photo|image|picture) credits?.*|attributions?|licen[cs]es?|copyright|disclaimers?)$/i,
  /^(questions\??|any questions\??|q ?& ?a|thank(s| you).*|contact.*|about (us|the author|this).*)$/i,
  /^.*\b(slide deck|downloaded from)\b.*$/i,
  /^(목차|참고 ?문헌|감사합니다|inhalt(sverzeichnis)?|gliederung|literatur|sommaire|bibliographie|contenido|índice|bibliografía|目次|目录|参考文献)$/i,
];
export const isIdleTitle = onceForText((title): boolean => idleTitles.some((pattern) => pattern.test(title.trim())));

/** Lines about the deck and its pictures: credits, licences, sources. */
const credits: readonly RegExp[] = [
  /^(photo|image|picture|graphic|figure|video|icon|clip ?art)s? ?(attribution|credit|source|courtesy|by|from)\b/i,
  /^(source|sources|credit|credits|attribution|courtesy( of)?|references?|resources?)( for \w+)?\s*[:：]/i,
  /^(courtesy of|cc image|fig(ure)?\.? \d+)\b.{0,80}$/i,
  /^(©|\(c\)|copyright (©|\(c\)|\d{4}|by)|all rights reserved)/i,
  /\bon flickr\b|\b(cc image|image by|photo by|all rights reserved)\b/i,
  /^(this|these) (work|slides?|presentation|deck|materials?|content) (is|are) (licensed|released|available|distributed)\b/i,
  /^(released|licensed|available|distributed) under (a |the )?(cc|creative commons|gpl|mit|apache|gnu)/i,
  /^no rights reserved\b|\b(we (do )?ask that you|please) (provide|give|use) (appropriate )?(citation|attribution|credit)\b|^cc image\b/i,
  /^(chapter|part|module|unit|lesson|lecture|week|section|session) [\divx]+\.?$/i,
];
/** The name below a quotation: "- Oxford Dictionary". */
const quotationSource = /^[-–—]\s?\p{Lu}(?:[^.:;]|\.(?=\p{L})){0,70}$/u;
export const isQuotationSource = (line: string): boolean => quotationSource.test(line);

/** Whether a line is about the deck or a picture: a credit, a licence, a source. */
export const isCredit = onceForText((line): boolean => credits.some((pattern) => pattern.test(line)));

const address = /(?:https?:\/\/|www\.)\S+|(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,64}\.\w+/g;
/** An entry of a list of references: names, year, volume; or several names with initials. */
const bibliographic =
  /^[⁰¹²³⁴-⁹]|^\p{Lu}[\p{L}’-]+, \p{Lu}\.,? (?:and|&) \p{Lu}[\p{L}’-]+, \p{Lu}\.|^\p{Lu}[\p{L}’-]+,? \p{Lu}\.?(?:\p{Lu}\.?)?[,.](?=.{0,200}\b(?:19|20)\d\d\b)|^\p{Lu}[\p{L}’-]+(?:,| and| &).{0,60}\((?:19|20)\d\d[a-z]?\)|\bet al\b.{0,60}\b(?:19|20)\d\d\b|\bdoi\b|\b(?:retrieved|accessed) (?:from|on|\p{Lu}\p{Ll}+ \d)/u;

const fewestWordsBesideAddress = 4;
/** Whether a line is an entry of a list of references, or hardly more than an address. */
const isReferenceLine = onceForText((line): boolean => {
  if (bibliographic.test(line)) return true;
  const rest = line.replace(address, ' ');
  return rest !== line && contentStems(rest).size < fewestWordsBesideAddress;
});

/** Sentences that speak to the people in the room. */
const presenterTalk: readonly RegExp[] = [
  /^(welcome|good (morning|afternoon|evening)|hello|hi)\b|\b(thank you|thanks) (for|to|all|very)\b/i,
  /\b(next|previous|following|last) slides?\b|\b(on|in) the next (slide|section|lesson|module|lecture)\b|\bnext up\b/i,
  /^(now,? )?let[’']s (look|move|turn|start|begin|take a look|go|see|talk|discuss|review|consider)\b|^let us\b/i,
  /\b(ask|invite|tell|remind|encourage|give|have) (the |your |each |some |one or two |\d[-–]?\d? )?(students|participants|learners|audience|class|groups?|attendees)\b/i,
  /\b(note to (the )?(instructor|presenter|speaker|teacher)|instructor[’']?s? notes?|presenter[’']?s? notes?|speaker notes?|hand ?outs?|worksheets?)\b/i,
  /^this (lesson|module|presentation|course|lecture|session|tutorial|unit|section) (covers|introduces|will|is|explains|provides)\b|^this is (lesson|module|part|lecture) \d/i,
  /^(this|that) concludes\b|\bend of (the )?(lesson|module|lecture|presentation)\b/i,
  /\b(proceed to|continue to|move on to|go to) the (next|following)\b|\btake the quiz\b/i,
  /^(click|see slide|in slide show mode|advance|pause here|read the slide|discuss:?$)\b/i,
];
const isPresenterTalk = onceForText((sentence): boolean => presenterTalk.some((pattern) => pattern.test(sentence)));

/** A line on so many slides is a footer or a running header. */
const footerSlides = 4;
/** In a deck with more slides than this the first slide is its title page. */
const slidesWithoutTitlePage = 3;

/** Whether a line of a passage teaches nothing. */
export const teachesNothing = (line: string): boolean =>
  hasPromptInjection(line) ||
  isCredit(line) ||
  isReferenceLine(line) ||
  isPresenterTalk(line) ||
  !/[\p{L}\p{N}].*[\p{L}\p{N}]/su.test(line);

/** The titles of slides, and on how many slides each line stands. */
const linesOfSlides = onceFor(({ passages }) => {
  const titles = new Map<number, Passage>();
  const slidesOfLine = new Map<string, Set<number>>();
  const slides = new Set<number>();
  for (const passage of passages) {
    const { pointer, text, kind } = passage;
    if (pointer.kind !== 'slide') continue;
    slides.add(pointer.slide);
    if (kind === 'title' && !titles.has(pointer.slide)) titles.set(pointer.slide, passage);
    const key = fold(text);
    slidesOfLine.set(key, (slidesOfLine.get(key) ?? new Set()).add(pointer.slide));
  }
  return { titles, slidesOfLine, slideCount: slides.size };
});

/** Whether a passage stands on a title page or in a footer. */
function isOutsideLecture(source: Source, { pointer, text, kind }: Passage): boolean {
  if (pointer.kind !== 'slide') return false;
  const { slidesOfLine, slideCount } = linesOfSlides(source);
  if (pointer.slide === 1 && pointer.part !== 'notes' && slideCount > slidesWithoutTitlePage) return true;
  const places = slidesOfLine.get(fold(text));
  if (kind === 'row' || !places || places.size < footerSlides) return false;
  // A drawing that returns, such as a cycle, is told where it comes first.
  return pointer.part !== 'smartart' || Math.min(...places) !== pointer.slide;
}

/** The heading that each paragraph of a text stands under, by the number of the paragraph. */
const headingsOfText = onceFor(({ passages }) => {
  const headings = new Map<number, Passage>();
  let heading: Passage | undefined;
  for (const passage of passages) {
    if (passage.pointer.kind === 'slide') continue;
    if (passage.kind === 'title') heading = passage;
    if (heading) headings.set(placeOf(passage.pointer), heading);
  }
  return headings;
});

/** The passage with the title of a passage's slide, or with the heading above a paragraph; `undefined` where there is none. */
export const titlePassageAbove = (source: Source, pointer: Pointer): Passage | undefined =>
  pointer.kind === 'slide' ? linesOfSlides(source).titles.get(pointer.slide) : headingsOfText(source).get(placeOf(pointer));

/** The title of a passage's slide, or the heading above a paragraph; empty where there is none. */
export const titleAbove = (source: Source, pointer: Pointer): string => titlePassageAbove(source, pointer)?.text ?? '';

/** The passages of a source that belong to the lecture: no titles, title page, contents, references, credits, footers. */
export const lecturePassages = onceFor((source): readonly Passage[] =>
  source.passages.filter(
    (passage) =>
      passage.kind !== 'title' &&
      passage.text !== '' &&
      !isIdleTitle(titleAbove(source, passage.pointer)) &&
      !isOutsideLecture(source, passage) &&
      !teachesNothing(passage.text),
  ),
);

const fewestContentWords = 4;

/** Whether a sentence asks the reader something. */
const isQuestion = (sentence: string): boolean => /[?？]["”’)]?$/.test(sentence.trim());

/** The statements of a source that teach something, in its order: four content words at least, no questions to the class. */
export const teachingStatements = onceFor((source): readonly TeachingStatement[] =>
  lecturePassages(source).flatMap((passage): TeachingStatement[] => {
    if (passage.kind === 'caption') return [];
    const isNote = passage.pointer.kind === 'slide' && passage.pointer.part === 'notes';
    const lines = passage.kind === 'row' ? [passage.cells?.join(' ') ?? passage.text] : sentencesOf(passage.text);
    return lines
      .filter((line) => contentStems(line).size >= fewestContentWords && !isQuestion(line) && !teachesNothing(line))
      .map((text) => ({ text, passage, isNote }));
  }),
);
