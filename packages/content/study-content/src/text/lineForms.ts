import { memoiseByText } from './memoise.ts';

/** A list marker that was typed at the start of a line: "▸ Inheritance", "✅ Solution", "a. Anger". */
export const typedMark = /^(?:[•‣·∙➢➤→⇒\p{So}]\uFE0F?\s*|[a-h][.)]\s+(?=\p{Lu}))/u;

/** Titles of slides that teach nothing: contents, references, credits, thanks. */
const nonTeachingTitles: readonly RegExp[] = [
  /^(agenda|(table of )?contents?|outline|(lesson|lecture|course|session|module)? ?topics?)$/i,
  /^(references?.*|bibliography|works cited|sources?|further reading.*|(additional |more )?(resources|information).*|citations?)$/i,
  /^(acknowledge?ments?|credits?|(photo|image|picture) credits?.*|attributions?|licen[cs]es?|copyright|disclaimers?)$/i,
  /^(questions\??|any questions\??|q ?& ?a|thank(s| you).*|contact.*|about (us|the author|this).*)$/i,
  /^.*\b(slide deck|downloaded from)\b.*$/i,
  /^(목차|참고 ?문헌|감사합니다|inhalt(sverzeichnis)?|gliederung|literatur|sommaire|bibliographie|contenido|índice|bibliografía|目次|目录|参考文献)$/i,
];
export const isNonTeachingTitle = memoiseByText((title): boolean => nonTeachingTitles.some((pattern) => pattern.test(title.trim())));

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
/** The attribution below a quotation: "- Oxford Dictionary". */
const quotationSource = /^[-–—]\s?\p{Lu}(?:[^.:;]|\.(?=\p{L})){0,70}$/u;
export const isQuotationSource = (line: string): boolean => quotationSource.test(line);

/** Whether a line is about the deck or a picture: a credit, a licence, a source. */
export const isCredit = memoiseByText((line): boolean => credits.some((pattern) => pattern.test(line)));
