/** Negations in the supported languages. */
export const negations =
  /\b(not|never|cannot|without|neither|nor|unless|nobody|nothing|nowhere|none)\b|\bno(?= \p{L})|n[’']t\b|\b(nicht|nie|niemals|kein\p{L}*|ohne)\b|\b(ne|jamais|aucun\p{L}*|sans|pas)\b|\b(nunca|jamás|ningun\p{L}*|ningún|sin)\b|않|없|아니|못하|ない|ません|不(?!同|仅)|没有|未/giu;

/** A single negation in two words: "neither A nor B". */
const pairedNegation = /\bneither\b(?=[^.;!?]{1,80}\bnor\b)/giu;

/** Counts the negations in a text. "Neither … nor" counts once. */
export const negationCount = (text: string): number => text.replace(pairedNegation, ' ').match(negations)?.length ?? 0;
