import { memoiseByText } from '../../../text/memoise.ts';
import { fold, stem, upperFirst, wordsOf } from '../../../text/words.ts';

const agents =
  /(?<![\p{L}\p{N}_])(developers?|engineers?|researchers?|scientists?|teachers?|learners?|students?|users?|owners?|holders?|authors?|buyers?|sellers?|lawyers?|managers?|providers?|customers?|partners?|vendors?|teams?|committees?|courts?|compan(y|ies)|agenc(y|ies)|institutions?|governments?|universit(y|ies)|nurses?|patients?|people|part(y|ies)|boards?|staff|funders?|sponsors?|judges?|jurors?|physicians?|doctors?|plaintiffs?|defendants?|trespassers?|leaders?|voters?|citizens?|employees?|employers?|workers?|consumers?|legislators?|presidents?|therapists?|children|parents?|communit(y|ies)|individuals?|persons?|organi[sz]ations?|households?|firms?|banks?|\p{L}+(?:ologist|ician|economist|philosopher))$/iu;

const headOf = (term: string): string => term.replace(/(?<!\s)\s*\([^()]*\)$/, '').replace(/\s(of|in|for|to|by|with|at|on|from)\s.*/is, '');

/** Whether a noun phrase names people or an organisation. The options of a question are all agents, or all things. */
export const isAgent = memoiseByText((term): boolean => agents.test(headOf(term)));

/** Whether a noun phrase is a proper name of the material, such as "Niels Bohr". */
export const isName = (term: string, names: ReadonlySet<string>): boolean => {
  const words = term.replace(/^(the|an?)\s+/i, '').split(/\s+/);
  return words.every((word) => /^\p{Lu}\p{Ll}/u.test(word)) && words.every((word) => names.has(word.replace(/[’']s$/, '')));
};

const titles = /^(?:Dr|Prof|Mr|Mrs|Ms|Sir|King|Queen|Emperor|Bishop|Pope|President|Saint|St|Professor|Judge|Justice)\.? (?=\p{Lu})/u;

/** Whether a subject is a person or organisation: an agent, or a proper name, alone or after a title or profession. */
export const isPersonal = (subject: string, names: ReadonlySet<string>): boolean => {
  const words = subject.split(/\s+/);
  return (
    titles.test(subject) ||
    (words.length > 1 && words.every((word) => /^\p{Lu}\p{Ll}/u.test(word)) && isName(words.at(-1) ?? '', names)) ||
    isName(upperFirst(subject), names) ||
    isAgent(subject)
  );
};

/** People only: unlike `agents`, without "provider", "partner" and other nouns that may name a company. */
const personNouns =
  'person man woman king queen emperor empress pope bishop prophet saint poet author writer novelist playwright composer painter sculptor architect musician singer actor actress inventor explorer politician statesman senator president minister chancellor leader reformer activist monk nun philosopher economist lawyer nurse surgeon physician engineer astronomer founder father mother scholar thinker';
const thingNouns =
  'system language platform program software tool library framework protocol standard format database company organization organisation agency country state city region river island continent planet star law act treaty war battle book novel poem play film painting work case disease disorder syndrome drug medicine hormone vitamin enzyme protein bacterium virus test scale method technique process theory model algorithm device machine project site service network license licence currency religion period age empire movement style school';
/** Matches meanings with one of these head nouns, at the end or before words that narrow it down. */
const headedBy = (nouns: string, narrowedBy: string): RegExp =>
  new RegExp(`^(?:an? |the )?(?:[\\p{L}-]+ ){0,4}?(?:${nouns})(?:$|,| and | (?:${narrowedBy}|of|from|in|at|with|known)\\b)`, 'iu');
const ofOnePerson = headedBy(
  `${personNouns.replaceAll(' ', '|')}|\\p{L}+(?:ologist|icist|chemist|novelist|linguist|artist|scientist|ician|grapher)`,
  'who|whose|born',
);
const ofOneThing = headedBy(thingNouns.replaceAll(' ', '|'), 'that|which|where|for|to|by|used|made');

/** Whether a meaning describes a person: "an English poet who wrote of the war". */
export const describesPerson = (meaning: string): boolean => ofOnePerson.test(meaning);

const ofPeople =
  /^(?:an? |the )?(?:\p{L}+ )?(?:groups? of (?:individuals|people|persons)|persons?|part(?:y|ies)|someone|anyone|people|individuals?|those who|one who|organisms?|workers?|members?)\b/iu;
const ofQuantity =
  /^(?:an? |the )?(?:[\p{L}-]+ ){0,2}?(?:numbers?|amounts?|rates?|proportions?|ratios?|percentages?|prices?|costs?|degrees?|extent|sum|total|frequency|probability|share|height|length|distance)\b/iu;

/** The kind of thing that a meaning describes. A person or quantity among things gives itself away. */
export type MeaningKind = 'people' | 'quantity' | 'thing';
export const meaningKind = (meaning: string): MeaningKind =>
  ofPeople.test(meaning) || describesPerson(meaning) ? 'people' : ofQuantity.test(meaning) ? 'quantity' : 'thing';

/** Whether a meaning describes a named thing: "a language that runs in browsers". */
export const describesThing = (meaning: string): boolean => ofOneThing.test(meaning) && !ofOnePerson.test(meaning);

/** Whether two noun phrases are of one kind: agents, proper names, or things. */
export const areOfOneKind = (one: string, other: string, names: ReadonlySet<string>): boolean =>
  isAgent(one) === isAgent(other) && isName(one, names) === isName(other, names);

/** The head noun of a phrase, as a stem. */
export const headNoun = memoiseByText((term): string => stem(wordsOf(headOf(term)).at(-1) ?? ''));

/** Maximum distance of facts that count as near, in slides or paragraphs. */
const slidesNear = 2;
const paragraphsNear = 8;

interface Located {
  place: number;
  topic: string;
  group?: string | undefined;
}

/** Whether two options are near each other: in one list, on neighbouring slides, or under one topic. */
export const areNear = (one: Located, other: Located, isOfText: boolean): boolean =>
  isSibling(one, other) ||
  Math.abs(one.place - other.place) <= (isOfText ? paragraphsNear : slidesNear) ||
  fold(one.topic) === fold(other.topic);

export const isSibling = (one: Located, other: Located): boolean =>
  one.group !== undefined && one.group !== '' && one.group === other.group;

/** Subjects that are too general, because nearly any statement fits them. Regular expression syntax. */
const genericSubjects = [
  'compan(y|ies) teams? developers? patients? courts? users? organi[sz]ations? researchers? scientists? sponsors?',
  'nurses? licen[cs]es? software law planning evaluation approvals? rights systems? methods? approach(es)? factors?',
  'people persons? individuals? students? data information process(es)? results? stud(y|ies) research products? tools?',
  'clients? others? institutions? universit(y|ies) members? parties types? areas? items? elements? aspects? amounts? body bodies',
  'conditions? countr(y|ies) effects? features? forms? functions? groups? levels? lines? materials? models? objects?',
  'outcomes? outputs? inputs? places? points? properties property quantit(y|ies) ranges? regions? states? steps?',
  'structures? surfaces? tasks? terms? times? units? uses? values? variables? ways? works? worlds? years? forces?',
  'treatments? symptoms? diagnos(is|es) therap(y|ies) signs? causes? problems? issues? injur(y|ies) damage disorders? diseases? options? treatment\\soptions?',
  'fields? blocks? government society consumers? managers? teachers? employees? employers? workers? buyers? sellers?',
  '\\p{L}+ologists? scholars? authors? experts? critics? historians? theorists? economists? \\p{L}+icians? courts? judges?',
  'respondents? participants? interviewe(r|e)s? observers? individuals? lists? firms? banks? success failure importance costs? questions? answers? reasons? examples? changes? differences?',
].flatMap((line) => line.split(' '));
const quantifiers = 'many |most |some |several |multiple |various |different |other |more |all |both |these |no ';
const genericSubject = new RegExp(`^(the |an? )?(${quantifiers})?(${genericSubjects.join('|')}|old \\w+|new \\w+|same \\w+)$`, 'iu');
const quantified = /^(many|most|some|several|multiple|various|different|other|more|all|both|no|few|each|every|any|certain|similar)\s/i;

/** Whether a question about this subject has a single answer. */
export const isAskable = (subject: string): boolean =>
  !/(?<![\p{L}\d-])\d|[()]/u.test(subject) &&
  !genericSubject.test(subject) &&
  !quantified.test(subject) &&
  !/^(understanding|learning|knowing|using)\b/i.test(subject);
