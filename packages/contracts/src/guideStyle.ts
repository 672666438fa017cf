import { embeddedEngine, quotedStyle } from './quotedStyle.ts';

/** Returns whether a preference contains the style's name as a word, in upper or lower case. */
const hasName = (preference: string, name: string): boolean => new RegExp(`\\b${name}\\b`, 'i').test(preference);

/** The named styles of guides, each with a test for preferences that request it. */
const named = {
  ADPIE: (preference: string) => hasName(preference, 'ADPIE'),
  IRAC: (preference: string) => hasName(preference, 'IRAC'),
  // The lower-case word "soap" requests this style only next to "note", "format" or "style".
  SOAP: (preference: string) => /\bSOAP\b/.test(preference) || /\bsoap\s+(note|format|style)|^\s*soap\s*$/i.test(preference),
  Cornell: (preference: string) => hasName(preference, 'Cornell'),
} as const;
export type GuideStyleName = keyof typeof named;

/** Returns the style that a preference requests by name. */
export const namedGuideStyle = (preference: string): GuideStyleName | undefined =>
  (Object.keys(named) as GuideStyleName[]).find((name) => named[name](preference));

/** Styles whose sections need specific kinds of statements, which not every material contains. */
const sortsStatements: ReadonlySet<GuideStyleName> = new Set(['ADPIE', 'IRAC', 'SOAP']);

/** Returns the fallback of a style for material with too few matching statements: "an ADPIE worksheet". */
export const worksheetOf = (name: GuideStyleName): string => `${/^[AEI]/.test(name) ? 'an' : 'a'} ${name} worksheet`;

/** Returns whether a preference requests a short guide, in which statements may be left out. */
export const asksForBrevity = (preference: string | undefined): boolean =>
  /\b(brief|short|concise|condensed|summary|summari[sz]ed?|quick|tl;?dr|one page)\b/i.test(preference ?? '');

/** The requests in a free-text preference that the embedded engine supports. */
export interface GuideWishes {
  brief: boolean;
  questions: boolean;
  terms: boolean;
  table: boolean;
  outline: boolean;
}

/** Parses the style preference of a guide. */
export const guideWishesOf = (preference: string | undefined): GuideWishes => {
  const asksFor = (pattern: RegExp): boolean => pattern.test(preference ?? '');
  return {
    brief: asksForBrevity(preference),
    questions: asksFor(/\b(questions?|q ?& ?a|quiz|self[- ]test|review)\b/i),
    terms: asksFor(/\b(terms?|glossary|definitions?|vocabulary|key ?words?)\b/i),
    table: asksFor(/\btables?\b/i),
    outline: asksFor(/\b(outline|bullets?|bullet points?|hierarch|structured?)\b/i),
  };
};

/** The wording of each request before and after the generation. */
const wishWords: Readonly<Record<keyof GuideWishes, readonly [todo: string, done: string]>> = {
  brief: ['keeps it brief', 'kept it brief'],
  questions: ['adds more review questions', 'added more review questions'],
  terms: ['puts the key terms first', 'put the key terms first'],
  outline: ['makes an outline', 'made an outline'],
  table: ['keeps the tables', 'kept the tables'],
};

/**
 * Returns how much of a preference the embedded engine follows: `undefined` if all of it, or the requests that it follows, worded for before
 * and after the generation. An empty list means none.
 */
const partlyFollowed = (preference: string): readonly (readonly [todo: string, done: string])[] | undefined => {
  if (preference.trim() === '' || namedGuideStyle(preference)) return undefined;
  if (/^\s*(outline|outlines?|bullets?|bullet points?|brief|concise|short)\s*$/i.test(preference)) return undefined;
  const wishes = guideWishesOf(preference);
  return (Object.keys(wishWords) as (keyof GuideWishes)[]).filter((wish) => wishes[wish]).map((wish) => wishWords[wish]);
};

const listed = (words: readonly string[]): string => new Intl.ListFormat('en').format(words);

/** Returns a sentence about the ignored parts of a preference, for after the generation; `undefined` if none were ignored. */
export const guideStyleLimitation = (preference: string): string | undefined => {
  const followed = partlyFollowed(preference);
  if (!followed) return undefined;
  return followed.length === 0
    ? `${quotedStyle(preference)} could not be followed: your guide has its usual form.`
    : `Of ${quotedStyle(preference)}, Lectern ${listed(followed.map(([, done]) => done))}. The rest could not be followed.`;
};

/**
 * Returns a sentence about the parts of a preference that the engine may ignore, for before the generation; `undefined` if it follows all.
 *
 * @param engine its name, as in `generatedBy`; `undefined` if unknown
 */
export const guideStyleNotice = (preference: string, engine: string | undefined): string | undefined => {
  if (engine !== embeddedEngine) return undefined;
  const name = namedGuideStyle(preference);
  if (name && sortsStatements.has(name))
    return `Lectern sorts your material into the parts of ${name}. If less than a third belongs to one, your guide keeps its usual form and ends with ${worksheetOf(name)}.`;
  const followed = partlyFollowed(preference);
  if (!followed) return undefined;
  return followed.length === 0
    ? `${quotedStyle(preference)} cannot be followed: Lectern knows the styles ${listed(Object.keys(named))}, outlines and short guides. Your guide will have its usual form.`
    : `Of ${quotedStyle(preference)}, Lectern ${listed(followed.map(([todo]) => todo))}. The rest cannot be followed.`;
};
