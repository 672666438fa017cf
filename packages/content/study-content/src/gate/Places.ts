import type { Source } from '@lectern/contracts';
import { wholeTextOf } from '../text/continuedPassages.ts';
import { placeKey } from '../text/pointers.ts';
import { memoiseBySource } from '../text/memoise.ts';
import { nearestOf, sentencesIn } from '../text/sentences.ts';
import { WordIndex } from '../text/WordIndex.ts';
import { wordsIn, type Words } from '../text/wordMatching.ts';
import { contentStems, fold } from '../text/words.ts';
import type { CheckId } from './Check.ts';

/** Maximum number of sentences to compare with a claim, by rarest shared word. */
const maxCompared = 200;

/** The text of a slide or paragraph, indexed for comparison with many statements. */
export class PlaceText {
  readonly text: string;
  private readonly folded: string;
  private readonly sentences: readonly string[];
  private readonly foldedSentences: ReadonlySet<string>;
  private index: WordIndex | undefined;

  constructor(text: string) {
    this.text = text;
    this.folded = ` ${fold(text)} `;
    this.sentences = sentencesIn(text);
    this.foldedSentences = new Set(this.sentences.map(fold));
  }

  /** Whether the text contains a claim verbatim. */
  contains(claim: string): boolean {
    return this.foldedSentences.has(fold(claim)) || this.folded.includes(` ${fold(claim)} `);
  }

  /** The sentence that shares the most words with a claim, given as stems; empty if the text is. */
  nearest(stems: ReadonlySet<string>): string {
    const { sentences } = this;
    if (sentences.length <= maxCompared) return nearestOf(stems, sentences);
    this.index ??= new WordIndex(sentences, contentStems);
    const candidates = this.index.textsSharing(stems, maxCompared);
    return nearestOf(
      stems,
      candidates.map((number) => sentences[number] ?? ''),
    );
  }
}

/** In characters. Longer texts do not fit the cache of `wordsIn`, so their words are cached here. */
const maxCachedLength = 50_000;

const nothing = new PlaceText('');

/** The slides or paragraphs of a source, by place key such as "slide 3". */
export class Places {
  private readonly texts = new Map<string, string>();
  private readonly known = new Map<string, PlaceText>();
  private readonly words = new Map<string, Words>();
  private readonly judgements = new Map<string, CheckId[]>();

  constructor(source: Source) {
    const lines = Map.groupBy(source.passages, ({ pointer }) => placeKey(pointer));
    // A sentence may span two text boxes.
    for (const [place, own] of lines) this.texts.set(place, [...new Set(own.map((passage) => wholeTextOf(source, passage)))].join('\n'));
  }

  at(place: string): PlaceText {
    const text = this.texts.get(place);
    if (text === undefined) return nothing;
    const known = this.known.get(place) ?? new PlaceText(text);
    this.known.set(place, known);
    return known;
  }

  /** Memoises `judge`, because a guide is judged again after failing statements were removed. */
  judged(statement: string, places: readonly string[], judge: () => CheckId[]): CheckId[] {
    const key = `${places.join(' ')}\n${statement}`;
    const known = this.judgements.get(key) ?? judge();
    this.judgements.set(key, known);
    return known;
  }

  /** The words of the places and their neighbours. */
  wordsAround(places: readonly string[]): Words {
    const text = this.around(places);
    if (text.length < maxCachedLength) return wordsIn(text);
    const key = places.join('\n');
    const known = this.words.get(key) ?? wordsIn(text);
    this.words.set(key, known);
    return known;
  }

  private around(places: readonly string[]): string {
    return places
      .flatMap((place) => {
        const [kind = '', number = ''] = place.split(' ');
        return [-1, 0, 1].map((step) => this.texts.get(`${kind} ${Number(number) + step}`) ?? '');
      })
      .join('\n');
  }
}

export const placesOf = memoiseBySource((source) => new Places(source));
