import { sourceOfText } from '@lectern/documents';
import { findFacts } from '../facts/findFacts.ts';
import { loadTagger } from '../languageModel.ts';
import { phrasesFor } from '../phrases.ts';
import type { Ask } from './Ask.ts';
import { asksOf } from './asksOf.ts';
import { Kinship } from './Kinship.ts';
import { Pools } from './Pools.ts';

const asked = async (text: string) => {
  const tag = await loadTagger();
  const facts = findFacts(sourceOfText(text), tag);
  const phrases = phrasesFor('en');
  const asks = facts.facts.flatMap((fact) => asksOf(fact, { facts, phrases, isEnglish: true, random: () => 0 }));
  return { asks, pools: new Pools(asks, facts, phrases, new Kinship(facts, tag), tag) };
};
const gapFor = (asks: readonly Ask[], text: string): Ask | undefined => asks.find((ask) => ask.origin.type === 'gap' && ask.text === text);

const castles = `# Castles

The bridge gives power over the road. The river gives power over the trade. The mill gives power over the grain. A curtain wall is long.

Most lords of the hills had enough of power to build a second yard for their horses.

Most masons of the valley saw in the curtain wall the strongest part of the fort.`;

it('leaves a common noun out of a sentence only where nothing else is left to ask', async () => {
  const { asks } = await asked(castles);
  const [common, term] = [gapFor(asks, 'Power'), gapFor(asks, 'Curtain wall')];
  expect(term?.asCard).toBeDefined();
  expect(common?.asCard).toBeLessThan((term?.asCard ?? 0) - 2);
});

const markets = `# Street markets

Street markets and hall markets are held in the square. Town markets may be street markets. Town markets are old.

Most sellers from the hills would wait for guests at street markets in the winter months.

Hall markets are loud.`;

it('offers no genus of the term that is left out of a sentence, but its sibling', async () => {
  const { asks, pools } = await asked(markets);
  const gap = gapFor(asks, 'Street markets');
  const options = gap ? pools.candidatesFor(gap).map(({ text }) => text) : [];
  expect(options).toContain('Hall markets');
  expect(options).not.toContain('Town markets');
});
