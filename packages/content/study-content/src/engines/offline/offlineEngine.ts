import type { Source } from '@lectern/contracts';
import type {
  CardOptions,
  DraftDeck,
  DraftQuiz,
  EngineOptions,
  Guide,
  GuideOutline,
  QuizOptions,
  StudyContentEngine,
} from '../../StudyContentEngine.ts';
import { cardsOf } from './items/cardsOf.ts';
import type { Facts } from './facts/Fact.ts';
import { findFacts } from './facts/findFacts.ts';
import { type GuideInput, makeGuide, makeOutline } from './guide/makeGuide.ts';
import { itemPreferencesOf } from './itemPreferences.ts';
import { loadTagger } from './posTagger.ts';
import { languageLimitation, phrasesFor } from './phrases.ts';
import { questionsOf } from './items/questionsOf.ts';

/** Cached as long as the source lives, because a quiz is filled in several rounds. */
const knownFacts = new WeakMap<Source, Facts>();

async function factsOf(source: Source, signal: AbortSignal | undefined): Promise<Facts> {
  signal?.throwIfAborted();
  const tag = source.language === 'en' ? await loadTagger() : undefined;
  const facts = knownFacts.get(source) ?? findFacts(source, tag);
  knownFacts.set(source, facts);
  signal?.throwIfAborted();
  return facts;
}

function joined(sentences: (string | undefined)[]): { limitation?: string } {
  const said = sentences.filter((sentence) => sentence !== undefined && sentence !== '');
  return said.length === 0 ? {} : { limitation: said.join(' ') };
}

/** Creates the engine that works without a network or language model. The same source and random numbers give the same items. */
export function offlineEngine(): StudyContentEngine {
  const inputOf = async (source: Source, { signal, stylePreference }: EngineOptions): Promise<GuideInput> => ({
    source,
    facts: await factsOf(source, signal),
    phrases: phrasesFor(source.language),
    tag: source.language === 'en' ? await loadTagger() : undefined,
    preference: stylePreference,
  });
  return {
    name: 'offline',
    isQuoting: true,
    formulas: 'as-words',
    guide: async (source: Source, options: EngineOptions): Promise<Guide> => makeGuide(await inputOf(source, options)),
    outline: async (source: Source, options: EngineOptions): Promise<GuideOutline | undefined> =>
      makeOutline(await inputOf(source, options)),
    quiz: async (source: Source, options: QuizOptions): Promise<DraftQuiz> => {
      const facts = await factsOf(source, options.signal);
      const preferences = itemPreferencesOf(options.stylePreference, facts);
      const { difficultyLevel } = preferences;
      return {
        questions: questionsOf(
          facts,
          phrasesFor(source.language),
          { ...(difficultyLevel && { difficultyLevel }), ...options },
          preferences,
          source.language === 'en' ? await loadTagger() : undefined,
        ),
        ...joined([languageLimitation(source.language), preferences.limitation]),
      };
    },
    cards: async (source: Source, options: CardOptions): Promise<DraftDeck> => {
      const facts = await factsOf(source, options.signal);
      const preferences = itemPreferencesOf(options.stylePreference, facts);
      const { difficultyLevel } = preferences;
      return {
        cards: cardsOf(
          facts,
          phrasesFor(source.language),
          source.language === 'en',
          { ...(difficultyLevel && { difficultyLevel }), ...options },
          preferences,
        ),
        ...joined([languageLimitation(source.language), preferences.limitation]),
      };
    },
  };
}
