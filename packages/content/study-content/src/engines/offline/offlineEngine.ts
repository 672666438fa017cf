import type { Source } from '@lectern/contracts';
import type { CardOptions, Drafts, EngineOptions, QuizOptions, StudyContentEngine } from '../../StudyContentEngine.ts';
import { cardsOf } from './items/cardsOf.ts';
import type { Facts } from './facts/Fact.ts';
import { factsOf, taggerFor } from './facts/factsOf.ts';
import { type GuideInput, makeGuide, makeOutline } from './guide/makeGuide.ts';
import { type ItemPreferences, itemPreferencesOf } from './itemPreferences.ts';
import type { Tagger } from './posTagger.ts';
import { languageLimitation, type Phrases, phrasesFor } from './phrases.ts';
import { questionsOf } from './items/questionsOf.ts';

/** The input from which questions and cards are made. */
interface ItemInput<Options> {
  facts: Facts;
  phrases: Phrases;
  tag: Tagger | undefined;
  options: Options;
  preferences: ItemPreferences;
}

async function makeItems<Draft, Options extends QuizOptions | CardOptions>(
  source: Source,
  given: Options,
  make: (input: ItemInput<Options>) => Draft[],
): Promise<Drafts<Draft>> {
  given.signal?.throwIfAborted();
  const facts = await factsOf(source);
  given.signal?.throwIfAborted();
  const preferences = itemPreferencesOf(given.stylePreference, facts);
  const { difficultyLevel } = preferences;
  const options = { ...(difficultyLevel && { difficultyLevel }), ...given };
  const limitation = [languageLimitation(source.language), preferences.limitation].filter(Boolean).join(' ');
  return {
    drafts: make({ facts, phrases: phrasesFor(source.language), tag: await taggerFor(source), options, preferences }),
    ...(limitation !== '' && { limitation }),
  };
}

const guideInputOf = async (source: Source, { signal, stylePreference }: EngineOptions): Promise<GuideInput> => {
  signal?.throwIfAborted();
  const facts = await factsOf(source);
  signal?.throwIfAborted();
  return { source, facts, phrases: phrasesFor(source.language), tag: await taggerFor(source), preference: stylePreference };
};

/** Creates the engine that works without a network or language model. The same source and random numbers give the same items. */
export const offlineEngine = (): StudyContentEngine => ({
  name: 'offline',
  isQuoting: true,
  formulas: 'as-words',
  guide: async (source, options) => makeGuide(await guideInputOf(source, options)),
  outline: async (source, options) => makeOutline(await guideInputOf(source, options)),
  quiz: (source, given) =>
    makeItems(source, given, ({ facts, phrases, options, preferences, tag }) => questionsOf(facts, phrases, options, preferences, tag)),
  cards: (source, given) =>
    makeItems(source, given, ({ facts, phrases, options, preferences, tag }) =>
      cardsOf(facts, phrases, tag !== undefined, options, preferences),
    ),
});
