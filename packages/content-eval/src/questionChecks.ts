import { placeOf } from '@lectern/contracts';
import { median, none, share, figure, type Check } from './check.ts';
import { areNearDuplicates, type EvaluatedDeck, type EvaluatedQuestion, type QuizRound } from './evaluateDeck.ts';
import { isFiller, pointsAtUnseen, speaksOfOptions } from './patterns.ts';
import { passageAt, textAround } from './places.ts';
import { distinctQuestions, everyQuestion, everyQuiz, firstQuestions } from './subjects.ts';
import { contentRoots, countShared, folded, shorten, standsIn, supportOf, wordCount } from './text.ts';

const isEnglish = ({ source }: EvaluatedDeck): boolean => source.language === 'en';
const optionsOf = ({ draft }: EvaluatedQuestion): string[] => [draft.answer, ...draft.distractors.map(({ text }) => text)];
const textsOf = (question: EvaluatedQuestion): string[] => [question.draft.question, ...optionsOf(question)];
const rationalesOf = ({ draft }: EvaluatedQuestion): string[] => [
  draft.answerRationale,
  ...draft.distractors.map(({ rationale }) => rationale),
];
const englishOnly = (subjects: typeof distinctQuestions) => (deck: EvaluatedDeck) => (isEnglish(deck) ? subjects(deck) : []);

/** Characters of the right option against the mean of the others. */
const lengthRatio = ({ draft }: EvaluatedQuestion): number =>
  draft.answer.length /
  Math.max(1, draft.distractors.reduce((sum, { text }) => sum + text.length, 0) / Math.max(1, draft.distractors.length));

/** A quantity: a number with at most a sign, a currency and a unit around it. */
const quantity = /^[^\p{L}\p{N}]{0,3}\d[\d.,:/\s–-]*(?:\s?(?:%|‰|°)?\s?[\p{L}µ°/²³^]{0,14}(?:\s[\p{L}/]{1,12}){0,2})?\.?$/u;
const isQuantity = (text: string): boolean => quantity.test(text.trim());
const unitOf = (text: string): string => folded(text.replace(/\d[\d.,:]*/g, ' ')).replace(/s$/, '');
const sizeOf = (text: string): number => Number((/\d[\d,]*(?:\.\d+)?/.exec(text)?.[0] ?? '').replaceAll(',', ''));

/** The grammatical form of an option's start. Options of one kind start alike. */
function frameOf(text: string): string {
  const first = text.trim().split(/\s+/)[0]?.toLowerCase() ?? '';
  if (isQuantity(text)) return 'quantity';
  if (first === 'to') return 'to';
  if (/^(that|whether|if|when|because|since|while|unless|although|who|which|how|why|where|what)$/.test(first))
    return first === 'that' ? 'that' : 'clause';
  if (/^(by|in|on|at|with|without|for|from|of|through|during|into|between|under|over|after|before|within|as)$/.test(first))
    return 'preposition';
  if (/^(it|they|he|she|there|we|you)$/.test(first)) return 'sentence';
  return 'phrase';
}

function kindFault(question: EvaluatedQuestion, deck: EvaluatedDeck): string | undefined {
  const texts = optionsOf(question);
  const quantities = texts.filter(isQuantity);
  if (quantities.length > 0 && quantities.length < texts.length) return 'numbers beside other options';
  if (quantities.length === texts.length) {
    if (new Set(texts.map(unitOf)).size > 1) return `different units: ${texts.join(' | ')}`;
    const sizes = question.options.map(({ text }) => sizeOf(text));
    return sizes.every((size, index) => index === 0 || size >= (sizes[index - 1] ?? size)) ? undefined : 'numbers are not sorted';
  }
  const ended = texts.filter((text) => /[.!?。]$/.test(text.trim()));
  if (ended.length > 0 && ended.length < texts.length) return 'only some options end like a sentence';
  const counts = texts.map(wordCount);
  if (Math.min(...counts) <= 2 && Math.max(...counts) >= 9) return 'terms beside long phrases';
  if (!isEnglish(deck)) return undefined;
  const frames = texts.map(frameOf);
  if (new Set(frames).size > 1 && (frames.slice(1).every((frame) => frame !== frames[0]) || new Set(frames).size > 2))
    return `different forms: ${frames.join(', ')}`;
  const capital = texts.map((text) => /^[^\p{L}]*\p{Lu}/u.test(text));
  return texts.length > 2 && capital.slice(1).every((one) => one !== capital[0]) ? 'only the right option starts in its case' : undefined;
}

const isPlural = (text: string): boolean => {
  const head = text.split(/(?<!\s)\s+(?:of|in|for|that|which|who|with|by|to|from|on|at|under|between)\s+/)[0] ?? text;
  return (
    /[^su]s$|(?:ch|sh|x|ss)es$|\b(children|people|men|women|data|criteria|phenomena|mitochondria|bacteria|nuclei|alveoli)$/i.test(
      head.trim(),
    ) || / and /.test(head)
  );
};

/** The grammatical cue by which the stem allows only the right option, if there is one. */
function grammarCue({ draft }: EvaluatedQuestion): string | undefined {
  const fits = (test: (text: string) => boolean, what: string): string | undefined =>
    test(draft.answer) && draft.distractors.length > 0 && draft.distractors.every(({ text }) => !test(text)) ? what : undefined;
  const stem = draft.question.trim();
  const gap = '(?:_{2,}|\\[…\\]|…)';
  const article = new RegExp(`\\b(an?)\\s+(?:${gap}|[:?…]?$)`, 'i').exec(stem)?.[1]?.toLowerCase();
  // Letters that are spoken one by one start with the sound of their name.
  const startsWithVowel = (text: string): boolean => {
    const first = text.replace(/^[^\p{L}\p{N}]+/u, '');
    return /^[AEFHILMNORSX][A-Z]/.test(first) || /^(?:[aeio]|u(?!ni|se|ti|ro)|8|11|18)/i.test(first);
  };
  if (article !== undefined)
    return fits((text) => startsWithVowel(text) === (article === 'an'), `“${article}” fits the right option alone`);
  const verb =
    new RegExp(`(?<!_)${gap}\\s+(is|are|was|were|has|have|does|do)\\b`, 'i').exec(stem)?.[1] ??
    new RegExp(`\\b(is|are|was|were)\\s+(?:called\\s+)?(?:${gap}|[:?]?$)`, 'i').exec(stem)?.[1];
  if (verb === undefined) return undefined;
  const wantsPlural = /^(are|were|have|do)$/i.test(verb);
  return fits((text) => isPlural(text) === wantsPlural, `“${verb}” fits the right option alone`);
}

const keyAloneSharesWords = ({ draft }: EvaluatedQuestion): boolean => {
  const stem = contentRoots(draft.question);
  return (
    countShared(contentRoots(draft.answer), stem) > 0 && draft.distractors.every(({ text }) => countShared(contentRoots(text), stem) === 0)
  );
};

const withoutQuoted = (text: string): string => text.replace(/[“"«„][^”"»“«„]*[”"»“]/g, ' ');
/** The question without clauses that only describe: "which term names an offer that is not open" is no negative stem. */
const mainClause = (stem: string): string =>
  withoutQuoted(stem).replace(/(?<=\S)\s(?:that|which|who|whom|whose|where|when|if|because|unless)\s.*$/is, ' ');
const isNegative = (stem: string): boolean => /\b(not|except|never|least likely)\b|n[’']t\b/i.test(mainClause(stem));

function stemFault({ draft }: EvaluatedQuestion, deck: EvaluatedDeck): string | undefined {
  const stem = draft.question.trim();
  const isQuestion = /[?？]["”’)»]*$|[?？][”’)»]*\s*[“"«].*[”"»]$/u.test(stem) || /(까|요|시오|가)[.?]?$/u.test(stem);
  const isCompletion = /_{2,}|…|\[…\]|:$/u.test(stem);
  if (!isQuestion && !isCompletion) return 'neither a question nor a completion';
  const count = wordCount(stem);
  // Languages with attached particles or without spaces need fewer words.
  const least = ['ko', 'ja', 'zh', 'fi', 'hu', 'tr'].includes(deck.source.language) ? 3 : 5;
  const isCase = /[.!]["”’)]?\s+\p{Lu}/u.test(stem);
  if (count < least || count > (isCase ? 90 : 35)) return `${count} words`;
  return undefined;
}

function explanationFault(question: EvaluatedQuestion): string | undefined {
  const { draft } = question;
  const { length } = draft.explanation.trim();
  if (length < 60 || length > 500) return `an explanation of ${length} characters`;
  const known = contentRoots(draft.answer);
  const added = [...contentRoots(draft.explanation)].filter((root) => !known.has(root)).length;
  if (added < 3) return 'the explanation adds nothing to the answer';
  if (rationalesOf(question).some(isFiller)) return 'a rationale is missing';
  return undefined;
}

type Distractor = EvaluatedQuestion['draft']['distractors'][number];

const placeWord =
  /(?:slides?|paragraphs?|folien?|absatz|absätze|diapositives?|diapositivas?|paragraphes?|párrafos?|슬라이드|문단|スライド|段落|幻灯片)\s*(\d+)/giu;

/** A rationale is about its distractor if it names a place with the distractor, and states something about it from that place. */
function rationaleFault(
  { text, rationale, stem, others }: Distractor & { stem: string; others: Distractor[] },
  deck: EvaluatedDeck,
): string | undefined {
  if (others.some((other) => folded(other.rationale) === folded(rationale)))
    return `two options have one rationale: “${shorten(rationale)}”`;
  const places = [...rationale.matchAll(placeWord)].map((match) => Number(match[1]));
  if (places.length === 0) return `names no place: “${shorten(rationale)}”`;
  const own = contentRoots(rationale.replace(placeWord, ' '));
  const known = contentRoots(`${text} ${stem}`);
  const stands = places.some((place) => {
    const there = textAround(deck.source, place, 0);
    const roots = contentRoots(there);
    const says = [...own].some((root) => !known.has(root) && roots.has(root)) || countShared(own, roots) >= 3;
    return says && (supportOf(text, there) ?? 1) >= 0.6;
  });
  return stands ? undefined : `says nothing of “${shorten(text, 40)}” that stands there: “${shorten(rationale)}”`;
}

/** Whether an option contains all content words of a passage. */
const isWhole = (option: string, passage: string): boolean => {
  const roots = contentRoots(passage);
  return roots.size > 0 && countShared(roots, contentRoots(option)) === roots.size;
};

/** Evidence in the source that a wrong option is right as well. */
function alsoRight({ draft }: EvaluatedQuestion, deck: EvaluatedDeck): string | undefined {
  const gap = /_{2,}|\[…\]/;
  const cited = passageAt(deck.source, draft.source.pointer);
  const isMember = (text: string): boolean => cited?.kind === 'bullet' && isWhole(text, cited.text);
  const siblings = (() => {
    if (!cited || !isMember(draft.answer)) return [];
    const { passages } = deck.source;
    const at = passages.indexOf(cited);
    const inList = (index: number): boolean => {
      const passage = passages[index];
      return (
        passage !== undefined &&
        passage.kind === 'bullet' &&
        passage.level >= cited.level &&
        placeOf(passage.pointer) === placeOf(cited.pointer)
      );
    };
    let from = at;
    let to = at;
    if (cited.pointer.kind !== 'slide') return [];
    while (inList(from - 1)) from -= 1;
    while (inList(to + 1)) to += 1;
    return passages.slice(from, to + 1).filter(({ level }) => level === cited.level);
  })();
  const quotedIn = (text: string): string[] => [...text.matchAll(/[“"«]([^“”"«»]+)[”"»]/g)].map((match) => folded(match[1] ?? ''));
  const asked = quotedIn(draft.question);
  for (const { text, rationale } of draft.distractors) {
    if (gap.test(draft.question)) {
      const completed = draft.question.replace(gap, text).replace(/(?<![?:.])[?:.]+$/, '');
      if (deck.source.passages.some((passage) => standsIn(completed, passage.text)))
        return `“${shorten(text)}” completes a sentence of the source`;
    }
    if (siblings.some((passage) => isWhole(text, passage.text))) return `“${shorten(text)}” stands in the same list`;
    if (standsIn(text, draft.answer)) return `“${shorten(text)}” is part of the answer`;
    const named = quotedIn(rationale);
    if (named.length > 0 && named.every((name) => asked.includes(name)))
      return `“${shorten(text)}” is given the very thing that is asked for`;
  }
  return undefined;
}

function nearDuplicatesIn({ questions }: QuizRound): string | undefined {
  for (const [index, one] of questions.entries()) {
    const other = questions.slice(0, index).find(({ draft }) => areNearDuplicates(draft, one.draft));
    if (other) return `${other.id} and ${one.id}: “${shorten(one.draft.question)}”`;
  }
  return undefined;
}

const regenerated = (deck: EvaluatedDeck) => (deck.quizzes[1]?.questions ?? []).map((of) => ({ item: of.id, deck, of }));

const slidesOf = (deck: EvaluatedDeck): number =>
  deck.deck?.slides.length ?? Math.max(0, ...deck.source.passages.map(({ pointer }) => placeOf(pointer)));

/** The slides from which a quiz has more than two questions. */
function crowding({ questions }: QuizRound, deck: EvaluatedDeck): string | undefined {
  const bySlide = new Map<number, number>();
  for (const { draft } of questions) bySlide.set(placeOf(draft.source.pointer), (bySlide.get(placeOf(draft.source.pointer)) ?? 0) + 1);
  const crowded = [...bySlide].filter(([, count]) => count > 2).map(([slide, count]) => `${count} from slide ${slide}`);
  return crowded.length === 0 || deck.source.passages[0]?.pointer.kind !== 'slide' ? undefined : crowded.join(', ');
}

const tellingSlides = ({ source }: EvaluatedDeck): number => {
  const count = new Map<number, number>();
  for (const { pointer, text } of source.passages) count.set(placeOf(pointer), (count.get(placeOf(pointer)) ?? 0) + wordCount(text));
  return [...count.values()].filter((one) => one >= 15).length;
};

const honest = ({ asked, questions, shortfall, refusal }: QuizRound): string | undefined =>
  questions.length === asked || refusal !== undefined || (shortfall?.asked === asked && shortfall.made === questions.length)
    ? undefined
    : `${questions.length} of ${asked}, and nothing said`;

/** Checks of questions, each by itself and within a quiz. */
export const questionChecks: Check[] = [
  none({ id: 'one-right-option', title: 'one right option of 3 or 4, shuffled by the service', hard: true }, everyQuestion, (question) => {
    const { draft, options } = question;
    if (options.length < 3 || options.length > 4) return `${options.length} options`;
    if (options.filter(({ isCorrect }) => isCorrect).length !== 1) return 'not exactly one right option';
    if (options.find(({ isCorrect }) => isCorrect)?.text !== draft.answer) return 'the key is not the answer';
    return /^\(?[A-Ea-e][).]?$/.test(draft.answer.trim()) && optionsOf(question).some((text) => text.trim().length > 3)
      ? 'the key is a letter'
      : undefined;
  }),
  none({ id: 'distinct-options', title: 'no two options equal when folded', hard: true }, everyQuestion, (question) => {
    const texts = optionsOf(question).map((text) => folded(text) || text.trim());
    return new Set(texts).size < texts.length ? texts.join(' | ') : undefined;
  }),
  none({ id: 'no-filler', title: 'no filler, no “all of the above”', hard: true }, everyQuestion, (question) =>
    textsOf(question).find((text) => isFiller(text) || speaksOfOptions(text)),
  ),
  none({ id: 'no-filler', title: 'no repeated stem in a quiz', hard: true }, everyQuiz, ({ questions }) => {
    const stems = questions.map(({ draft }) => folded(draft.question));
    const repeated = stems.find((stem, index) => stems.indexOf(stem) < index);
    return repeated;
  }),
  share({ id: 'positive-stem', title: 'negative stems', of: 'bad', bounds: { most: 0.05 } }, distinctQuestions, ({ draft }) =>
    isNegative(draft.question) ? shorten(draft.question) : undefined,
  ),
  none({ id: 'positive-stem', title: 'the negative word in capitals' }, distinctQuestions, ({ draft }) =>
    isNegative(draft.question) && !/\b(NOT|EXCEPT|NEVER|LEAST)\b/.test(draft.question) ? shorten(draft.question) : undefined,
  ),
  share(
    { id: 'even-option-length', title: 'right option 0.67 to 1.5 of the others’ length', of: 'good', bounds: { least: 0.9 } },
    distinctQuestions,
    (question) => {
      const ratio = lengthRatio(question);
      return ratio >= 0.67 && ratio <= 1.5 ? undefined : `ratio ${ratio.toFixed(2)}`;
    },
  ),
  figure(
    { id: 'even-option-length', title: 'median of that ratio', unit: 'number', bounds: { least: 0.9, most: 1.15 } },
    (deck) => deck.pool.map(lengthRatio),
    median,
  ),
  none({ id: 'no-grammar-cue', title: 'no grammar points to one option' }, englishOnly(distinctQuestions), grammarCue),
  share(
    {
      id: 'no-stem-cue',
      title: 'only the right option shares words with the stem',
      of: 'bad',
      bounds: { model: { most: 0.1 }, offline: { most: 0.15 } },
    },
    distinctQuestions,
    (question) => (keyAloneSharesWords(question) ? shorten(`${question.draft.question} → ${question.draft.answer}`, 120) : undefined),
  ),
  share(
    { id: 'one-kind-of-option', title: 'options of one kind, unit, frame; numbers sorted', of: 'good', bounds: { least: 0.95 } },
    distinctQuestions,
    kindFault,
  ),
  share(
    { id: 'clear-stem', title: 'stem a question or completion of 5 to 35 words', of: 'good', bounds: { least: 0.95 } },
    distinctQuestions,
    stemFault,
  ),
  share({ id: 'clear-stem', title: '“which of the following is true”', of: 'bad', bounds: { most: 0.1 } }, distinctQuestions, ({ draft }) =>
    /\bwhich (one )?(of (the following|these)( statements?)?|statements?)( (about|on|of|regarding) .{1,60})? (is|are) (true|correct|right|false|incorrect)\b/i.test(
      draft.question,
    )
      ? shorten(draft.question)
      : undefined,
  ),
  none({ id: 'self-contained', title: 'nothing refers to what cannot be seen', hard: true }, everyQuestion, (question) => {
    const found = [...textsOf(question), question.draft.explanation, ...rationalesOf(question)].find(pointsAtUnseen);
    return found === undefined ? undefined : `“${shorten(found, 140)}”`;
  }),
  none(
    { id: 'explanation', title: 'explanation of 60 to 500 characters that adds, own rationales', hard: true },
    everyQuestion,
    explanationFault,
  ),
  share(
    {
      id: 'explanation',
      title: 'rationales with the distractor’s own fact and place',
      of: 'good',
      bounds: { model: { least: 0.95 }, offline: { least: 0.8 } },
    },
    (deck) =>
      deck.pool.flatMap(({ id, draft }) =>
        draft.distractors.map((one, index) => ({
          item: id,
          deck,
          of: { ...one, stem: draft.question, others: draft.distractors.filter((_, other) => other !== index) },
        })),
      ),
    rationaleFault,
  ),
  share(
    {
      id: 'unambiguous',
      title: 'a distractor also right, as far as a program sees',
      of: 'bad',
      bounds: { model: { most: 0.02 }, offline: { most: 0.05 } },
    },
    distinctQuestions,
    alsoRight,
  ),
  {
    id: 'applied-questions',
    title: 'asked for applied: above recall, or plainly said that it cannot',
    hard: false,
    unit: 'percent',
    measure: (decks) => {
      const able = decks.filter(
        ({ applied }) => applied.questions.length > 0 && !/\b(cannot|can[’']t|not able|unable)\b/i.test(applied.limitation ?? ''),
      );
      const questions = able.flatMap(({ applied }) => applied.questions);
      const said = decks.filter(({ applied }) => applied.questions.length > 0).length - able.length;
      const above = questions.filter(({ draft }) =>
        /\b(patient|client|nurse|student|company|court|customer|team|engineer|manager|case|scenario|year-old)\b.*[.?]|\b(first|next|best|priority|most (likely|appropriate)|compare|differs?|distinguish|would|should)\b/i.test(
          draft.question,
        ),
      );
      return {
        value: questions.length > 0 ? above.length / questions.length : said > 0 ? 1 : undefined,
        n: questions.length > 0 ? questions.length : said,
        bound: { least: 0.3 },
        findings: [],
      };
    },
  },
  none({ id: 'near-duplicates', title: 'near-duplicates in one quiz' }, everyQuiz, nearDuplicatesIn),
  none({ id: 'regeneration', title: 'questions that return word for word', hard: false }, regenerated, ({ draft }, deck) =>
    deck.quizzes[0]?.questions.some((other) => folded(other.draft.question) === folded(draft.question))
      ? shorten(draft.question)
      : undefined,
  ),
  share(
    { id: 'regeneration', title: 'questions near an earlier one', of: 'bad', bounds: { most: 0.1 } },
    regenerated,
    ({ draft }, deck) => {
      const other = deck.quizzes[0]?.questions.find((one) => areNearDuplicates(one.draft, draft));
      return other ? `near ${other.id}: “${shorten(draft.question)}”` : undefined;
    },
  ),
  share({ id: 'regeneration', title: 'on the weak areas', of: 'good', bounds: { least: 0.7 } }, regenerated, ({ draft }, deck) =>
    deck.quizzes[1]?.weakAreas.some(
      ({ topic, concept }) => folded(topic) === folded(draft.topic) || folded(concept) === folded(draft.concept),
    )
      ? undefined
      : `${draft.topic} · ${draft.concept}`,
  ),
  {
    id: 'spread',
    title: 'questions from the first third of the deck',
    hard: false,
    unit: 'percent',
    measure: (decks) => {
      const items = decks.flatMap((deck) => firstQuestions(deck).map(({ of }) => (placeOf(of.draft.source.pointer) - 1) / slidesOf(deck)));
      const early = items.filter((position) => position < 1 / 3).length;
      return {
        value: items.length === 0 ? undefined : early / items.length,
        n: items.length,
        bound: { least: 0.2, most: 0.47 },
        findings: [],
      };
    },
  },
  none(
    { id: 'spread', title: 'more than 2 of a slide where the deck allows 2' },
    (deck) => {
      const first = deck.quizzes[0];
      return first && first.questions.length > 0 && tellingSlides(deck) * 2 >= first.questions.length
        ? [{ item: 'quiz 1', deck, of: first }]
        : [];
    },
    crowding,
  ),
  none({ id: 'item-count', title: 'asked for N: N, or the shortfall said' }, everyQuiz, honest),
];
