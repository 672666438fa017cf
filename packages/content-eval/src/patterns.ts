/** Phrases that an item must not have, in the languages of the offline engine's phrases. */

/** Whether a text is a placeholder. */
export const isFiller = (text: string): boolean =>
  text.trim() === '' ||
  !/[\p{L}\p{N}]/u.test(text.replace(/_+/g, '')) ||
  /^(n\/?a|none|nil|null|undefined|nan|todo|tbd|xxx+|lorem ipsum.*|placeholder.*|(wrong |another |other )?(option|answer|choice|distractor|card|front|back|question|item|text)( ?#?\d+| [a-e])?)$/i.test(
    text.replace(/^\W+|(?<!\W)\W+$/g, ''),
  );

/** Whether an option refers to other options. */
export const speaksOfOptions = (text: string): boolean =>
  /\b(all|none|both|neither|either|any|some|two) of (the )?(above|below|these|those|options|answers|choices)\b|\b(both|neither|either|only) (option |answer )?[A-E]\b.{0,5}\b(and|or|nor|&)\b|\b[A-E] (and|or|&) [A-E]\b|(위|보기).{0,4}모두|모두 (맞|옳|해당)|해당 ?(사항 )?없음|\b(alle|keine)[sr]? (der )?(genannten|obigen)\b|\b(toutes|aucune) (de )?(ces )?(les )?réponses\b|\b(todas|ninguna) (de )?(las )?(anteriores|respuestas)\b/iu.test(
    text,
  );

/** Whether a text refers to something that a learner cannot see while answering. */
export const pointsAtUnseen = (text: string): boolean =>
  /\b(this|that|the (next|previous|following|last|current|above)) (slide|page|figure|diagram|chart|image|picture|photo|screenshot|lecture|presentation|chapter|module|lesson)s?\b|\b(figure|table|diagram|image|picture|chart|graph|photo|text|passage|list)s? (below|above|shown|opposite|on the (left|right))\b|\b(see|shown|listed|described|mentioned|discussed|noted|outlined) (above|below|earlier|previously|here|overleaf)\b|\b(as|we|was|were) (we )?(have )?(discussed|seen|mentioned)\b|\bas (shown|noted|described|stated)\b|\b(see|refer to) (figure|table|page|appendix|the (figure|table|slide))\b|\baccording to (the|this) (slide|lecture|passage|text|presentation|speaker|notes)\b|(이|위|아래|다음|앞) ?(의 )?(슬라이드|그림|사진|도표)|\b(diese|obige|folgende)[rsn]? (Folie|Abbildung|Grafik)\b|\b(cette|la) (diapositive|figure) (ci-dessus|suivante)\b|\b(esta|la siguiente) (diapositiva|figura)\b/iu.test(
    text,
  ) || /\b([Oo]ption|[Aa]nswer|[Cc]hoice)s? \(?[A-E]\b\)?(?! [a-z]+ (is|was) given)/.test(text);

/** Whether a line gives an instruction to a language model. */
export const hasPromptInjection = (text: string): boolean =>
  /\b(ignore|disregard|forget|override) (all |any |the |your |everything )*(above|previous|prior|earlier|preceding|instructions?|rules?)\b|\bmark (option |answer |choice )?[A-E]\b|\bas an? (ai|language) (model|assistant)?\b|\bsystem prompt\b|\byou are (now )?(chatgpt|an ai|a helpful)\b/i.test(
    text,
  );

export const absoluteWords =
  /\b(always|never|all|none|every|everyone|everything|only|must|cannot|completely|entirely|totally|absolutely|impossible|solely|exclusively|no one|nobody|nothing|any|without exception)\b/i;

const negations = /\b(?:not|no|never|cannot|without|neither|nor|unless|except|lacks?|fails?)\b|n[’']t\b|않|못하|없/giu;
export const countNegations = (text: string): number => text.match(negations)?.length ?? 0;

/** Pairs of words with opposite meanings. */
export const opposites: readonly (readonly [RegExp, RegExp])[] = [
  [
    /\b(increas|rais|rises?\b|rising|grow|gains?\b|higher|elevat)/i,
    /\b(decreas|reduc|lower|falls?\b|falling|drops?\b|declin|loss\b|loses?\b)/i,
  ],
  [/\b(maxim|most\b|highest|largest)/i, /\b(minim|least\b|lowest|smallest)/i],
  [/\bbefore\b|\bprior to\b/i, /\bafter\b|\bfollowing\b/i],
  [/\b(more|greater|above|over) than\b|\bat least\b|\babove\b/i, /\b(less|fewer|below|under) than\b|\bat most\b|\bbelow\b/i],
  [/\b(activat|stimulat|promot|enabl)/i, /\b(inhibit|block|prevent|suppress|disabl)/i],
  [/\b(allow|permit)/i, /\b(forbid|prohibit|ban)/i],
];
