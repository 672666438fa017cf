import type { Passage } from '@lectern/contracts';
import { sentencesOf } from '../../../text/sentences.ts';
import { contentStems, fold, upperFirst, wordCount } from '../../../text/words.ts';
import { isTermLike, isWordTag, nameOfTerm, startsPointing } from '../facts/grammar.ts';
import type { Tagger, Token } from '../posTagger.ts';

const maxSubjectWords = 5;

/** The index of the finite verb, or -1. The tagger mistakes some verbs for nouns, so a word between a noun and an article also counts. */
const verbAt = (tokens: readonly Token[]): number =>
  tokens.findIndex(({ tag, text }, index) => {
    if (tag === 'AUX') return true;
    if (index === 0) return false;
    if (tag === 'VERB' && !/ing$/.test(text)) return true;
    const next = tokens[index + 1];
    const isBeforeArticle = next?.tag === 'DET' || /^(most|much|many|some|several|all|no)$/i.test(next?.text ?? '');
    return isBeforeArticle && isWordTag(tag) && /^\p{Ll}/u.test(text) && isWordTag(tokens[index - 1]?.tag ?? '');
  });

/** The term in "Flagellants: groups that …"; otherwise empty. */
const termOf = (text: string): string => /^([^.:–]{2,50})(?::| –) \S/.exec(text)?.[1] ?? '';

/** The subject of a sentence: the noun phrase before its finite verb, if it names a thing. */
function subjectOf(sentence: string, tag: Tagger): string | undefined {
  if (startsPointing.test(sentence)) return undefined;
  const tokens = tag(sentence);
  const verb = verbAt(tokens);
  const end = tokens[verb]?.start;
  if (verb < 1 || end === undefined) return undefined;
  const name = nameOfTerm(sentence.slice(0, end));
  const isNoun = isWordTag(tokens[verb - 1]?.tag ?? '') || /[)\]]$/.test(name);
  return isNoun && wordCount(name) <= maxSubjectWords && isTermLike(name, tag(name)) ? upperFirst(name) : undefined;
}

/** The subject of a paragraph, from the first of its sentences that has one. */
const subjectOfParagraph = (text: string, tag: Tagger): string | undefined => {
  const sentences = sentencesOf(text);
  const term = termOf(text);
  // A single definition is a glossary entry.
  if (term !== '' && isTermLike(term, tag(term))) return sentences.length > 1 ? upperFirst(term) : undefined;
  for (const sentence of sentences.slice(0, 3)) {
    const subject = subjectOf(sentence, tag);
    if (subject !== undefined) return subject;
  }
  return undefined;
};

/** The passages of a slide, or below a heading of a text. */
export interface Section {
  /** Its heading, preceded by those above it; empty directly below the guide's title. */
  path: readonly string[];
  passages: Passage[];
}

/** Sections with fewer paragraphs are not split. */
const minParagraphs = 4;
const minParagraphWords = 12;

/** Splits a long text section by the subjects of its paragraphs. The first part keeps the heading. */
export function sectionsOfParagraphs(section: Section, tag: Tagger | undefined): Section[] {
  const { path, passages } = section;
  const isParagraph = ({ kind, text }: Passage): boolean => kind === 'paragraph' && wordCount(text) >= minParagraphWords;
  if (!tag || passages.filter(isParagraph).length < minParagraphs) return [section];
  const sections: Section[] = [];
  for (const passage of passages) {
    const subject = isParagraph(passage) ? subjectOfParagraph(passage.text, tag) : undefined;
    const last = sections.at(-1);
    if (last && (subject === undefined || isSameSubject(subject, last.path.at(-1) ?? ''))) last.passages.push(passage);
    else sections.push({ path: (last || path.length === 0) && subject !== undefined ? [...path, subject] : path, passages: [passage] });
  }
  return sections;
}

/** Whether one subject is a short form of the other. */
function isSameSubject(one: string, other: string): boolean {
  const [left, right] = [contentStems(one), contentStems(other)];
  const shared = [...left].filter((stem) => right.has(stem)).length;
  return fold(one) === fold(other) || (shared > 0 && shared === Math.min(left.size, right.size));
}
