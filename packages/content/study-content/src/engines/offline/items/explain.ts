import { contentStems, likeness, shared, withoutStop, wordCount } from '../../../text/words.ts';
import type { Facts } from '../facts/Fact.ts';
import { startsPointing } from '../facts/grammar.ts';
import type { Phrases } from '../phrases.ts';
import type { Statement } from '../statements.ts';
import type { ItemSpec, Candidate } from './ItemSpec.ts';
import { placeName } from './SpecBuilder.ts';

/** See docs/quality.md, `explanation`. */
const longest = 490;
/** In characters. Shorter explanations also mention a distractor. */
const shortest = 130;
/** The similarity from which a sentence repeats the fact. */
const sameShare = 0.8;
/** How many statements before and after the fact to consider. */
const reach = 40;

/** Groups statements by place, so that neighbours are found without a search. */
export const statementsByPlace = ({ statements }: Facts): ReadonlyMap<number, Statement[]> => Map.groupBy(statements, ({ place }) => place);

/** Composes the explanation: the statement of the material, then a related sentence of the same place, else the fact of a distractor. */
export function explain(
  spec: ItemSpec,
  distractors: readonly Candidate[],
  phrases: Phrases,
  byPlace: ReadonlyMap<number, Statement[]>,
  isEnglish: boolean,
): string {
  const { core, source, topic, place, origin } = spec;
  const head = phrases.where(placeName(phrases, source.pointer), topic);
  const sentence = `${withoutStop(core)}.`;
  const about = contentStems(spec.about);
  const isGood = (text: string): boolean =>
    !isEnglish
      ? text.length >= 12 && !core.includes(text) && !/[?？:：]$/.test(text)
      : /^[\p{Lu}\d]/u.test(text) &&
        /[.!]$/.test(text) &&
        wordCount(text) >= 6 &&
        likeness(text, core) < sameShare &&
        !text.includes('?') &&
        !startsPointing.test(text) &&
        // A sentence about another subject explains nothing.
        shared(contentStems(text), about) > 0 &&
        !/\b(you|your|we|our|another example)\b/i.test(text);
  const words = contentStems(`${core} ${spec.text} ${spec.question}`);
  const room = longest - 20 - head.length - sentence.length;
  const all = byPlace.get(place) ?? [];
  const at = all.findIndex(({ index }) => index >= origin.index);
  const [related] = all
    .slice(Math.max(0, at - reach), Math.max(0, at) + reach)
    .filter(
      ({ quote, index, pointer, text }) =>
        !(quote === source.quote && index === origin.index) && pointer.kind === source.pointer.kind && isGood(text) && text.length < room,
    )
    // The next line often gives the reason, so it is preferred.
    .map(({ text, index, isNote }) => ({
      text,
      fit: shared(contentStems(text), words),
      bonus: (index === origin.index + 1 ? 1 : 0) + (isNote ? 0.7 : 0),
    }))
    // A single shared word only counts in the next line.
    .filter(({ fit, bonus }) => fit >= 2 || (fit > 0 && bonus >= 1) || !isEnglish)
    .sort((left, right) => right.fit + right.bonus - left.fit - left.bonus);
  // A sibling's fact is a useful contrast; other facts only make up the length.
  const isShort = head.length + sentence.length < shortest;
  const contrast = distractors.find(({ fact, isSibling }) => fact !== '' && fact.length < room && (isSibling || isShort))?.fact;
  const added = related ? `${withoutStop(related.text)}.` : (contrast ?? '');
  const full = `${head} ${sentence}${added === '' ? '' : ` ${added}`}`;
  return full.length <= longest ? full : `${full.slice(0, longest - 4).replace(/\s\S*$/, '')} …`;
}
