import { upperFirst, wordCount } from '../../../text/words.ts';
import type { Entry } from '../facts/Fact.ts';
import { isPluralNoun } from '../facts/grammar.ts';
import type { Ask } from './Ask.ts';
import { isAgent } from './termKinds.ts';
import { narrowed, termPool, type AskBuilder } from './AskBuilder.ts';

/** The most words of a point that a card's front quotes. */
const longestFront = 17;

/** Asks for the heading of a point, and for a point of a heading; the options are headings beside it, and their points. */
export function entryAsks({ subject, text, form, group, said, isFirst }: Entry, build: AskBuilder): Ask[] {
  const isMany = isPluralNoun(subject);
  // "Responsibilities: strive to …": a base verb below what cannot act is an instruction, and so is one that does not agree with its heading.
  const isVerb = form === 'did' || (isMany ? form === 'do' && isAgent(subject) : form === 'does');
  if (!isVerb && (form === 'do' || form === 'does')) return [];
  const name = build.withArticle(subject);
  const line = build.lower(text);
  const told = `${upperFirst(subject)}: ${line} (${build.where}).`;
  const common = { about: subject, core: `${upperFirst(subject)}: ${line}`, rationale: told };
  const does = form === 'did' ? 'did' : isMany ? 'do' : 'does';
  const doing = `What ${does} ${name} do?`;
  // A phrase that names no kind may be told of other things, too.
  const isClear = form !== 'phrase' || narrowed.test(line);
  // The first phrase below a heading says what it is; of further points one could ask for any.
  const isMeaning = isFirst && form === 'phrase' && isClear;
  return [
    build.ask({
      ...common,
      question: isVerb ? `Which of these ${line}?` : `Which of these is described by “${line}”?`,
      front: isVerb ? `Who or what ${line}?` : `What is described by “${line}”?`,
      text: subject,
      pool: termPool(isMany),
      fact: said,
      asQuestion: isClear,
      asCard: isClear && !isMeaning && wordCount(line) <= longestFront,
    }),
    build.ask({
      ...common,
      rationale: `This is said of ${build.lower(subject)} (${build.where}).`,
      question:
        isVerb && !/^(?:is|are|was|were|has|have|had|can|may|must|should|will) /i.test(line) ? doing : `Which of these describes ${name}?`,
      front: `What ${isMany ? 'are' : 'is'} ${name}?`,
      text,
      pool: { kind: 'entry', form: `${form}|${group}` },
      asQuestion: isClear,
      asCard: isMeaning,
    }),
  ];
}
