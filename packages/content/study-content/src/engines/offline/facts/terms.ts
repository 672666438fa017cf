import type { Source } from '@lectern/contracts';
import { memoiseByObject, memoiseByText } from '../../../text/memoise.ts';
import { plainCase, shared, stem, wordCount, wordsOf } from '../../../text/words.ts';
import type { Tagger, Token } from '../posTagger.ts';
import type { Statement } from '../statements.ts';
import { balanced, emptyHeads, hasMarkup, isWordTag, label, verbsMistakenForNouns } from './grammar.ts';

/** An occurrence of a term in a sentence. */
interface Mention {
  text: string;
  /** Equal for all inflections: the stems of its words. */
  key: string;
  start: number;
  end: number;
}

/** A noun phrase of the material with its prominence. */
export interface Term {
  /** As written within a sentence. */
  text: string;
  key: string;
  count: number;
  inTitle: boolean;
  /** The first statements that contain it. */
  statements: Statement[];
}

/** The maximum number of statements per term. */
const maxStatements = 20;

/** The stems of a term's words, without the article. */
export const termKey = memoiseByText((text): string =>
  wordsOf(text.replace(/^(an?|the)\s+/i, ''))
    .map(stem)
    .join(' '),
);

/** Adjectives that do not classify a thing; stripped from phrases. */
export const vague = new Set(
  'different many various other several certain same such similar main major important new good great specific own first second third last next previous overall whole entire full possible common typical general particular available additional further single individual potential necessary able likely actual current recent key more most less least better best higher lower large small big long short high low simple complex basic few numerous multiple following real true certain modern early late old young given related stronger weaker deeper longer shorter closer wider narrower faster slower easier harder newer older younger greater smaller larger lesser wide serious extensive'.split(
    ' ',
  ),
);
/** Nouns that are too general to be terms: words about language and lectures, times, and all-purpose words. */
const idleNouns = new Set([
  ...emptyHeads,
  ...'time times day days week weeks month months year years century decade today use uses need needs lot form forms area areas level levels amount amounts rate side sides end term terms word words name names line lines page pages unit units step steps process processes feature features factor factors aspect aspects element elements component components item items object objects function functions role roles effect effects value values situation situations condition conditions fact facts list set sets group groups member members order range rest top bottom man men woman women child children person persons user users team teams example material materials content course topic topics world country countries work works information data system systems method methods approach approaches activity activities tool tools resource resources model models action actions event events outcome outcomes benefit benefits challenge challenges opportunity opportunities addition response responses respect matter matters sense variety kind basis context instance exception exceptions concern concerns practice practices human humans means presence absence majority minority half percent percentage'.split(
    ' ',
  ),
]);
const maxTermWords = 4;

const isModifier = ({ tag, text }: Token): boolean =>
  tag === 'ADJ' || isWordTag(tag) || (tag === 'VERB' && /^\p{Ll}+(ing|ed)$/u.test(text));

const isBaseVerb = ({ tag, text }: Token): boolean => tag === 'VERB' && /^\p{L}+$/u.test(text) && !/(ing|ed|s)$/.test(text);

/** Runs of tokens that can be terms: modifiers and a final noun, joined by spaces or hyphens. */
function runsOf(sentence: string, tokens: readonly Token[]): Token[][] {
  const runs: Token[][] = [];
  let run: Token[] = [];
  const close = (next: Token | undefined): void => {
    // "interstitial pressure increases" ends before its verb.
    const isVerb = ({ text }: Token): boolean =>
      verbsMistakenForNouns.has(text) || /^(concerns|faces?|falls?|reviews?|experienced?)$/.test(text);
    while (run.length > 0 && (!isWordTag(run.at(-1)?.tag ?? '') || (run.length > 1 && run.slice(-1).some(isVerb)))) run.pop();
    // "Use consistent terminology" is an instruction with its object.
    const object = run.findIndex(({ tag }, at) => tag === 'ADJ' && isWordTag(run[at - 1]?.tag ?? ''));
    if (object > 0 && run.slice(object).some(({ tag }) => isWordTag(tag))) run.splice(0, object);
    while (run.length > 0 && (vague.has(run[0]?.text.toLowerCase() ?? '') || run[0]?.text === '-' || isLooseVerb(run, next))) run.shift();
    if (run.length > 0) runs.push(run);
    run = [];
  };
  /**
   * In "Yield curve is" and "of yield curve", the tagger mistakes the first word of the term for a verb. "Use charts" really starts with
   * one.
   */
  const isLooseVerb = ([first]: readonly Token[], next: Token | undefined): boolean => {
    if (first?.tag !== 'VERB') return false;
    const at = tokens.indexOf(first);
    return !(
      isBaseVerb(first) &&
      (at === 0 ? ['AUX', 'VERB'].includes(next?.tag ?? '') : ['ADP', 'DET', 'ADJ'].includes(tokens[at - 1]?.tag ?? ''))
    );
  };
  for (const [index, token] of tokens.entries()) {
    const last = run.at(-1);
    const gap = last ? sentence.slice(last.start + last.text.length, token.start) : '';
    const isHyphen = /^[-–]$/.test(token.text) && last !== undefined && gap === '';
    const isWord = (isModifier(token) || (last === undefined && isBaseVerb(token))) && !/[^\p{L}\p{N}’'./-]/u.test(token.text);
    if (isHyphen || (isWord && (last === undefined || gap === ' ' || gap === ''))) run.push(token);
    else {
      close(tokens[index]);
      if (isWord) run.push(token);
    }
  }
  close(undefined);
  return runs;
}

function findMentions(sentence: string, tag: Tagger): readonly Mention[] {
  return runsOf(sentence, tag(sentence)).flatMap((run): Mention[] => {
    const [first, last] = [run[0], run.at(-1)];
    if (!first || !last) return [];
    const end = last.start + last.text.length;
    // "two-party system" starts with its number.
    const start = sentence.charAt(first.start - 1) === '-' ? sentence.lastIndexOf(' ', first.start) + 1 : first.start;
    const text = sentence.slice(start, end);
    const words = wordsOf(text);
    const isIdle = words.length === 1 && (idleNouns.has(words[0] ?? '') || text.length < 3);
    // "the fifteenth century" is not a subject term.
    const isTime = /\b(centur(y|ies)|decades?|years?|months?|weeks?|days?)$/i.test(text);
    if (
      isIdle ||
      isTime ||
      words.length === 0 ||
      words.length > maxTermWords ||
      !/\p{L}{2}/u.test(text) ||
      label.test(text) ||
      hasMarkup(text)
    )
      return [];
    // "Statistical" at the start of a sentence is not a name; "www.example.org" and "securities securities" are not terms.
    const isAdjective = words.length === 1 && /^\p{Lu}\p{Ll}/u.test(text) && !isWordTag(tag(text.toLowerCase())[0]?.tag ?? '');
    if (
      isAdjective ||
      /^\p{Lu} \p{Ll}/u.test(text) ||
      /\bwww\.|\.(org|com|net|edu)\b/i.test(text) ||
      new Set(words.map(stem)).size < words.length
    )
      return [];
    return [{ text, key: termKey(text), start, end }];
  });
}

const mentionsBy = memoiseByObject((tag: Tagger) => memoiseByText((text) => findMentions(text, tag)));

/** The terms of a sentence, in order. */
export const mentionsIn = (sentence: string, tag: Tagger): readonly Mention[] => mentionsBy(tag)(sentence);

export function termsOf(source: Source, statements: readonly Statement[], names: ReadonlySet<string>, tag: Tagger): Map<string, Term> {
  const titles = new Set(
    source.passages.flatMap(({ kind, text }) => (kind === 'title' ? mentionsIn(plainCase(text, names), tag).map(({ key }) => key) : [])),
  );
  const terms = new Map<string, Term>();
  for (const statement of statements)
    for (const { text, key } of mentionsIn(statement.text, tag)) {
      const known = terms.get(key);
      if (known) {
        known.count += 1;
        if (known.statements.length < maxStatements) known.statements.push(statement);
      } else if (balanced(text) && wordCount(text) <= maxTermWords)
        terms.set(key, {
          text: plainCase(text, names),
          key,
          count: 1,
          inTitle: titles.has(key),
          statements: [statement],
        });
    }
  return terms;
}

/** The prominence of a term. It grows if the term is defined, in a title, frequent, an acronym, or has several words. */
export function weightOfTerm(term: Term | undefined, defined: ReadonlySet<string>): number {
  if (!term) return 0;
  const words = wordsOf(term.text).length;
  const often = term.count >= 6 ? 3 : term.count >= 3 ? 2 : term.count >= 2 ? 1 : 0;
  return (
    (defined.has(term.key) ? 3 : 0) +
    (term.inTitle ? 2 : 0) +
    often +
    (words > 1 ? 1 : 0) +
    (/^\p{Lu}[\p{Lu}\p{N}-]+s?$/u.test(term.text) ? 1 : 0)
  );
}

const wordStems = memoiseByText((text): ReadonlySet<string> => new Set(wordsOf(text).map(stem)));

/** Whether two texts share a word, in any inflection. */
export const shareWord = (one: string, other: string): boolean => shared(wordStems(one), wordStems(other)) > 0;
