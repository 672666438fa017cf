import { typedMark } from '../../../text/lineForms.ts';
import { lowerFirst, wordCount, withoutStop } from '../../../text/words.ts';
import type { Tagger, Token } from '../posTagger.ts';

/** Labels that introduce something instead of naming it, as regular expressions: "Note: …" defines nothing. */
const labels = [
  'knowledge check|check your understanding|quick check|question|answer|q|a|discuss|think|task|activity|exercise|challenge|solution|problem|case',
  'bottom line|key takeaways?|basic rule|rule of thumb|notes?|helpful hint|tip|hint|reminder|warning|caution|remember|important|exception|bonus|fix|given|stop',
  'for e\\.?g\\.?|for example|(?:other )?examples?|e\\.?g\\.?|illustration',
  '(?:step|slide|figure|table|part|chapter|lesson|week|day) ?\\d*|photo|image',
  'sources?|references?|learn more(?: at)?|see|see also|url|website|email|contact|author|instructor',
  'goals?|aim|objective|purpose|reason|result|summary|conclusion|time|date|(?:project )?(?:name|title)|funding (?:agency|source)|(?:principal )?investigators?',
  '참고|예|예시|주의|beispiel|hinweis|exemple|remarque|ejemplo|nota',
];
export const label = new RegExp(`^(?:${labels.join('|')})$`, 'i');
/** Words that refer to another sentence. A sentence with one of them does not stand alone. */
export const pointing =
  /\b(this|these|those|that one|such|(?:above|below)(?=[.,;:)]|$)|following|here|it|they|them|he|she|his|her|we|us|our|you|your|my|i|former|latter|same|another|cont[’']d)\b/i;
export const startsPointing =
  /^(this|these|those|that|it|its|they|their|he|she|his|her|we|our|you|your|such|here|there|both|some|many|most|one|other|others|another|each|every|all|any|no|none|either|neither|if|when|while|although|because|since|as|also|however|therefore|thus|then|so|but|and|or|in|on|at|for|to|from|with|by|of|what|who|which|how|why|where|note|please|first|second|third|several|certain|various|different|finally|next|without|until|before|after|along|besides|despite|instead|together|according|due|through|upon|via|per|again)\b/i;
/** Nouns that are too general to ask about. */
export const emptyHeads = new Set(
  'term word phrase concept slide slides chapter lesson example examples number numbers thing things way ways case cases student students answer answers reader idea point result results others total number people book books someone anyone everybody company lecture section figure table issue issues question questions problem problems goal goals aim aims reason reasons advantage advantages disadvantage disadvantages purpose difference differences change changes one ones kind kinds type types part parts'.split(
    ' ',
  ),
);
const copulas = new Set(
  'be is are was were am been being have has had do does did will would can could may might shall should must need'.split(' '),
);

export const isWordTag = (tag: string): boolean => tag === 'NOUN' || tag === 'PROPN';
export const balanced = (text: string): boolean =>
  (text.match(/[([]/g)?.length ?? 0) === (text.match(/[)\]]/g)?.length ?? 0) && (text.match(/["“”]/g)?.length ?? 0) % 2 === 0;
/** Words that cannot end a text: "in each stage of the process including". */
export const wordsThatGoOn = 'about|of|for|to|with|by|from|that|which|and|or|including|namely|such as';
/** Whether a text has formulas or arrows, which are not sentences. */
export const hasMarkup = (text: string): boolean => /\$|\\\p{L}|[=-]>|[*_]{2}|\|/u.test(text);

/** List numbering: "2.", "1.3", "iv)", "b.", "C." before a capital. Excludes abbreviations ("e.g.", "D.C.") and genus names ("E. coli"). */
const enumerator =
  /^(?:\d+(?:\.\d+)*[.)]|\d+\.\d+|(?:[ivxIVX]{1,5}|[a-hA-H])\)|(?:[ivx]{1,5}|[a-h])\.(?=\s*\p{L}(?!\.))|(?:[IVX]{1,5}|[A-H])\.(?=\s*\p{Lu}(?!\.)))\s*(?=\p{L})/u;

/** Strips quotation marks, the article and trailing brackets from a term. */
export const nameOfTerm = (text: string): string =>
  withoutStop(text)
    .replace(typedMark, '')
    .replace(enumerator, '')
    .replace(/^[-–•*·]\s?(?=\p{L})/u, '')
    .replace(/^(?:an?|the)\s+(?=["“‘'])/i, '')
    .replace(/^["“‘']|["”’']$/g, '')
    .replace(/^(?:an?|the)\s+/i, '')
    .replace(/(?<!\s)\s+\([^()]*\)$/, '')
    .trim();

export function isPluralNoun(term: string): boolean {
  const head = term.replace(/(?<!\s)\s*\([^()]*\)\s*$/, '').replace(/\s(of|in|for|to|by|with)\s.*/is, '');
  return (
    /(?:biotic|uretic|lytic|septic|leptic|nergic|metic|metric|gesic|thetic|tropic|plastic|ceramic|fabric|graphic|critic|cleric|classic)s$/i.test(
      head,
    ) ||
    /\b(?:characteristics|metrics|topics|tactics|mechanics of)$/i.test(head) ||
    (/s$/i.test(head) && !/(ss|us|is|ics|itis|ies of|\bgas|bias|\blens|atlas|\bnews)$/i.test(head)) ||
    /\b(people|children|criteria|bacteria|phenomena|data|media)$/i.test(head)
  );
}

/** Removes the third-person ending: "measures" becomes "measure". */
export const baseOf = (verb: string): string =>
  /(?:ss|sh|ch|x|o)es$/.test(verb) ? verb.slice(0, -2) : verb.replace(/ies$/, 'y').replace(/s$/, '');

/** Whether a phrase can be a term: a noun phrase of at most six words without references to other text. */
export function isTermLike(term: string, tokens: readonly Token[] | undefined): boolean {
  const words = wordCount(term);
  if (/^(re|nb|ps|eg|ie|vs)$/i.test(term)) return false;

  if (
    term.length < 2 ||
    words > 6 ||
    hasMarkup(term) ||
    /--|…|\.\.\./.test(term) ||
    label.test(term) ||
    !/\p{L}/u.test(term) ||
    /[?!,;]/.test(term) ||
    !balanced(term)
  )
    return false;
  if (!tokens) return words <= 5;
  if (startsPointing.test(term) || /^\p{L}+ly\s|\b(always|never|usually|often|only|also|generally|sometimes)\b/iu.test(term)) return false;
  if (tokens.length === 1) return !copulas.has(term.toLowerCase());
  return (
    tokens.some(({ tag }) => isWordTag(tag)) &&
    !tokens.some(
      ({ tag, lemma, text }, index) =>
        tag === 'AUX' || tag === 'PRON' || (tag === 'VERB' && index === 0 && !/(ing|ed)$/i.test(text) && lemma !== ''),
    )
  );
}

/** The grammatical form of a phrase, judged by its start. */
export function formOf(text: string, tag: Tagger | undefined): string {
  if (!tag) return 'any';
  const tokens = tag(lowerFirst(text)).filter((token) => token.tag !== 'PUNCT');
  const first = tokens[0];
  if (!first) return 'none';
  const leading = leadingVerb(tokens);
  if (leading) return leading === 'third' ? 'verb' : 'base';
  if (first.tag === 'VERB') return /ing$/.test(first.text) ? 'ing' : first.text.toLowerCase() === first.lemma ? 'base' : 'verb';
  if (first.tag === 'ADV' && tokens[1]?.tag === 'VERB') return tokens[1].text.toLowerCase() === tokens[1].lemma ? 'base' : 'verb';
  if (['NOUN', 'PROPN', 'DET', 'ADJ', 'NUM'].includes(first.tag)) {
    if (
      tokens.some(
        (token, index) =>
          index > 0 &&
          (token.tag === 'AUX' ||
            (token.tag === 'VERB' && /s$/.test(token.text) && token.lemma !== token.text && isWordTag(tokens[index - 1]?.tag ?? ''))),
      )
    )
      return 'clause';
    return 'noun';
  }
  return first.tag.toLowerCase();
}

/** Verbs that the tagger takes for plural nouns. */
export const verbsMistakenForNouns = new Set(
  'controls causes shows needs uses supports limits changes forms ranges results returns signals stores marks links yields drives protects states increases decreases stimulates inhibits regulates promotes raises lowers releases blocks produces provides allows enables requires reduces prevents measures contains converts transports carries maintains binds activates breaks helps covers describes defines affects involves includes determines ensures occurs reflects removes receives sends secretes absorbs filters pumps facilitates reports'.split(
    ' ',
  ),
);

/** Words that are instructions at the start of a line, although they may be nouns. */
export const instructions = new Set(
  'document review track design plan test check note record report use share cite contact process store access name list model map monitor measure set place position raise limit support change link query sample weight balance review start stop open close train filter group rank compare focus'.split(
    ' ',
  ),
);

/** Imperative verbs that are never nouns, whatever the tagger says. */
export const neverNouns = new Set(
  'facilitate improve enhance promote enable withhold administer assess avoid ensure notify elevate encourage obtain apply remove replace choose verify withdraw provide maintain keep give prepare perform inspect auscultate palpate weigh consider determine evaluate identify select define confirm prevent reduce inform educate reassess discontinue titrate install configure validate calculate compute write read send receive create delete build choose'.split(
    ' ',
  ),
);

/** The form of the verb that a phrase starts with, if any: "protects works" or "bind to receptors". */
export function leadingVerb(tokens: readonly Token[]): 'third' | 'base' | undefined {
  const start = tokens[0]?.tag === 'ADV' ? 1 : 0;
  const first = tokens[start];
  const next = tokens[start + 1];
  // "When cases can transmit" and "timely alerts and reports" do not start with a verb.
  if (
    !first ||
    /^(?:when|where|how|why|timely|early|daily|weekly|monthly|yearly|not|as|so|more|most|very)$/i.test(
      start === 1 ? (tokens[0]?.text ?? '') : '',
    )
  )
    return undefined;
  const lower = first.text.toLowerCase();
  if (lower === 'mean') return undefined;
  if (
    /^(increase|decrease|advance|raise|lower|limit|process|use|review|support)$/.test(lower) &&
    next &&
    ['NOUN', 'PROPN', 'ADJ', 'DET'].includes(next.tag) &&
    !isWordTag(tokens[start + 2]?.tag ?? '')
  )
    return 'base';
  if (neverNouns.has(lower) && next && next.tag !== 'PUNCT') return 'base';
  if (
    instructions.has(lower) &&
    next &&
    (['DET', 'PRON'].includes(next.tag) || (next.tag === 'CCONJ' && tokens[start + 2]?.tag === 'VERB'))
  )
    return 'base';
  if (verbsMistakenForNouns.has(lower) && next && !['VERB', 'AUX', 'PUNCT', 'CCONJ'].includes(next.tag)) return 'third';
  if (first.tag !== 'VERB' || /(ing|ed|en)$/.test(lower)) return undefined;
  if (lower === first.lemma) return 'base';
  return /s$/.test(lower) ? 'third' : undefined;
}

/** The index of the finite verb outside relative clauses; -1 if there is none. */
export function finiteVerb(tokens: readonly Token[]): number {
  for (const [index, token] of tokens.entries()) {
    if (/^(that|which|who|whose|whom|where|when|because|if)$/i.test(token.text)) return -1;
    if (token.tag === 'AUX' || /^cannot$/i.test(token.text)) return index;
    // "Elasticity of demand": after a preposition or article, the tagger takes a noun for a verb.
    const isMistaken = ['ADP', 'DET', 'PART'].includes(tokens[index - 1]?.tag ?? '') || tokens[index - 1]?.text.toLowerCase() === 'to';
    if (index > 0 && token.tag === 'VERB' && !/(ing|ed|en)$/i.test(token.text) && !isMistaken) return index;
    // "The switch forwards the frames": between a noun and an article, a word in "s" is a verb.
    const isBetween = /^(?:NOUN|PUNCT)$/.test(tokens[index - 1]?.tag ?? '') && tokens[index + 1]?.tag === 'DET';
    if (index > 1 && isBetween && /^(?:NOUN|ADV)$/.test(token.tag) && /[^su]s$/.test(token.text)) return index;
    if (
      index > 0 &&
      verbsMistakenForNouns.has(token.text) &&
      ['DET', 'ADJ', 'NOUN'].includes(tokens[index + 1]?.tag ?? '') &&
      isWordTag(tokens[index - 1]?.tag ?? '')
    )
      return index;
  }
  return -1;
}
