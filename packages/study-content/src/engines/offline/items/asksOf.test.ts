import { sourceOfText } from '@lectern/documents';
import { findFacts } from '../facts/findFacts.ts';
import { loadTagger } from '../posTagger.ts';
import { phrasesFor } from '../phrases.ts';
import { asksOf } from './asksOf.ts';

it('leaves a term out of a sentence for a card, and never for a question', async () => {
  const facts = findFacts(
    sourceOfText(`# Castles

A curtain wall is long. The curtain wall stands on a slope. A curtain wall needs stone.

Most masons of the valley saw in the curtain wall the strongest part of the fort.`),
    await loadTagger(),
  );
  const asks = facts.facts.flatMap((fact) => asksOf(fact, { facts, phrases: phrasesFor('en'), isEnglish: true, random: () => 0 }));
  const clozes = asks.filter(({ origin }) => origin.type === 'cloze');
  expect(clozes.map(({ question, text }) => [question, text])).toEqual([
    ['Most masons of the valley saw in the _____ the strongest part of the fort.', 'Curtain wall'],
  ]);
  expect(clozes.map(({ asCard, asQuestion }) => [asCard, asQuestion])).toEqual([[true, undefined]]);
});
