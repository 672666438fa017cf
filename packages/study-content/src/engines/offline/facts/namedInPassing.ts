import { contentStems, lowerFirst, shared, withoutStop, wordCount } from '../../../text/words.ts';
import type { Tagger } from '../posTagger.ts';
import type { Statement } from '../statements.ts';
import { isDefining, isSubject, meaningForm, placed, plainMeaning, saysNothing } from './definitions.ts';
import type { Definition } from './Fact.ts';
import { isPluralNoun, nameOfTerm } from './grammar.ts';
import { mentionsIn } from './terms.ts';

/** Limits on the words of a meaning, and on the content words that it has at least. */
const longestMeaning = 26;
const fewestContentWords = 3;

/** A name behind its meaning: "a layer of fat called the renal fat pad", "a doctrine known as predestination". */
const naming = /(,?) (?:that (?:is|are) |which (?:is|are) )?(?:called|known as|termed|referred to as) (?:the |an? )?/gi;
/** A meaning behind its name: "propulsion, which refers to the movement of food", "an insula, a block of rented rooms", "suffrage—the right to vote". */
const meaningBehind = /(?:, (?:or )?(?:which (?:is|are|means|refers? to) )?|—| – | -- )(?=(?:an?|the) )/gi;

/** A phrase or clause before the main clause. */
const opening =
  /^(?:in|on|at|to|for|with|by|during|after|before|when|if|as|from|under|within|unlike|like|while|although|since|because|throughout|despite)\b[^,]*$/i;

/** The noun phrase that ends at a position of a sentence; only "of" and "between" join its parts. */
function nounPhraseBefore(text: string, end: number, tag: Tagger): string {
  const isWhole = text.charAt(end) === ',';
  const tokens = tag(text).filter(({ start }) => start < end);
  let from = tokens.length;
  while (from > 0) {
    const [before, token, after] = [tokens[from - 2], tokens[from - 1], tokens[from]];
    const joins = /^(of|between|and|or|-)$/i;
    const isNounPart = ['NOUN', 'PROPN', 'ADJ', 'DET', 'NUM'].includes(token?.tag ?? '') || joins.test(token?.text ?? '');
    // "the protein-synthesizing machinery", but not "contains layers".
    const isParticiple = /(ing|ed)$/.test(token?.text ?? '') && after !== undefined && ['DET', 'ADJ', 'PUNCT'].includes(before?.tag ?? '');
    const isNewPhrase = after?.tag === 'DET' && !(isWhole ? joins : /^(of|between)$/i).test(token?.text ?? '');
    if (isNewPhrase || !(isNounPart || isParticiple)) break;
    from -= 1;
  }
  while (['ADP', 'CCONJ', 'PUNCT'].includes(tokens[from]?.tag ?? '') && from < tokens.length) from += 1;
  return text.slice(tokens[from]?.start ?? end, end);
}

/** The words up to the next comma; a comma of a list is passed over. */
const upToComma = (text: string): string => /^(?:[^,;()–—]|, (?:and|or) )+/.exec(text)?.[0].trim() ?? '';

/** What a sentence says of a term beside what it is about: its definition in passing. */
export function namedInPassing(statement: Statement, group: string, tag: Tagger): Definition | undefined {
  if (!statement.isEnded) return undefined;
  const text = withoutStop(statement.text);
  const make = (name: string, said: string): Definition | undefined => {
    const subject = nameOfTerm(name);
    const meaning = lowerFirst(said.trim());
    const isTelling = contentStems(meaning).size >= fewestContentWords && wordCount(meaning) <= longestMeaning && !saysNothing(meaning);
    const isRepeated = shared(contentStems(subject), contentStems(meaning)) > 0;
    if (!isTelling || isRepeated || wordCount(subject) > 4 || !isSubject(subject, tag)) return undefined;
    return { type: 'definition', subject, group, meaning, form: meaningForm(meaning), ...placed(statement) };
  };
  for (const { 0: words, index } of text.matchAll(naming)) {
    const phrase = nounPhraseBefore(text, index, tag);
    const behind = text.slice(index + words.length);
    const name = mentionsIn(text, tag).find(({ start }) => start === index + words.length)?.text;
    if (name === undefined || / (is|are|was|were|be|been|also|often|sometimes)$/i.test(text.slice(0, index))) continue;
    const relative = /^,? ((?:that|which|who|where|in which) .+)$/is.exec(behind.slice(name.length))?.[1];
    const isNarrow = /\s(of|between|with|for|in) /.test(phrase);
    // "their model, called Smith and Lee’s": neither phrase is whole.
    const isWhole = (/^(?:an?|the) /i.test(phrase) || isPluralNoun(phrase)) && !/^(?:[’']| and )/.test(behind.slice(name.length));
    // "the touch called …" is the end of a longer phrase.
    if (!isWhole || (!isNarrow && relative === undefined) || /^the \S+$/i.test(phrase)) continue;
    const made = make(name, isNarrow || relative === undefined ? phrase : `${phrase} ${upToComma(relative)}`);
    if (made) return made;
  }
  for (const { 0: words, index } of text.matchAll(meaningBehind)) {
    const mention = mentionsIn(text, tag).find(({ end }) => end === index);
    const rest = text.slice(index + words.length);
    const said = plainMeaning(upToComma(rest));
    if (!mention || said === undefined || / (and|or)$/i.test(said)) continue;
    // "To most voters, the claim that …": the sentence begins behind its opening phrase.
    const isOpening = opening.test(text.slice(0, index));
    const before = tag(text).findLast(({ start }) => start < mention.start);
    const isCut = ['ADJ', 'NOUN', 'PROPN', 'PART'].includes(before?.tag ?? '');
    // "apples, the fruit of …, and pears": a member of a list.
    const isListed = /^, (?:and|or) /.test(rest.slice(said.length)) || (words === ', ' && !/^an? /i.test(said));
    // In the middle of a sentence the aside is often about more than its last noun.
    const isIntroduced = mention.start === 0 || /^the $|(?:^|\s)an? $/i.test(text.slice(0, mention.start));
    const isAside = words === ', ';
    if (isAside && !isIntroduced) continue;
    const narrows = /\s(of|that|which|who|in|where|for|to) /.test(said);
    // "a defendant who is found guilty can ask for …" is a sentence.
    const isSentence =
      /\b(?:who|that|which) .*\b(?:is|are|was|were|has|have|had)\b.*\b(?:can|may|will|must|should|is|are|was|were)\b/i.test(said);
    const isAgreeing = !(isPluralNoun(mention.text) && /^an? /i.test(said));
    if (isOpening || isCut || isSentence || isListed || !narrows || !isAgreeing || !isDefining(said, 'article', tag)) continue;
    const made = make(mention.text.replace(/^.* (?:called|known as|termed) /i, ''), said);
    if (made) return made;
  }
  return undefined;
}
