import type { Source } from '@lectern/contracts';
import { memoiseBySource } from '../../../text/memoise.ts';
import { loadTagger, type Tagger } from '../posTagger.ts';
import type { Facts } from './Fact.ts';
import { findFacts } from './findFacts.ts';

/** The tagger of the source's language; `undefined` for languages other than English. */
export const taggerFor = async ({ language }: Source): Promise<Tagger | undefined> => (language === 'en' ? loadTagger() : undefined);

/** The facts of a source. Memoised, because a quiz is filled in several rounds, and the forms of its items are looked up afterwards. */
export const factsOf = memoiseBySource(async (source): Promise<Facts> => findFacts(source, await taggerFor(source)));
