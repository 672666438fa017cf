import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Source, Suggestion } from '@lectern/contracts';
import { readDeck, sourceOfDeck, sourceOfText } from '@lectern/documents';
import { suggest } from './formulas.ts';
import { sourceTexts } from '../testing/sourceTexts.ts';
import { fold } from './text/words.ts';

const sample = async (name: string): Promise<Source> =>
  sourceOfDeck(await readDeck(readFileSync(join(__dirname, '../../../../samples', name))));

const byTerm = (suggestions: readonly Suggestion[], term: string, form: Suggestion['form']): Suggestion | undefined =>
  suggestions.find((one) => one.term === term && one.form === form);

const names = (text: string, term: string): boolean => ` ${fold(text)} `.includes(` ${fold(term)} `);

describe('suggestionsOf', () => {
  it('finds definitions, rows, lists, reasons and key statements, each with its sentence and place', async () => {
    const found = await suggest(await sample('nursing-heart-failure.pptx'));
    expect(byTerm(found, 'Preload', 'definition')).toMatchObject({
      statement: 'Preload: the stretch of the ventricle at the end of filling.',
      pointer: { kind: 'slide' },
      section: 'Nursing Interventions',
    });
    expect(byTerm(found, 'Loop diuretics', 'row')?.siblings).toEqual(['ACE inhibitors', 'Beta blockers', 'Cardiac glycosides']);
    expect(byTerm(found, 'Signs of left-sided heart failure include', 'list')?.statement).toContain('Crackles at the lung bases; ');
    expect(byTerm(found, 'Excess fluid volume', 'cause')).toBeDefined();
    expect(byTerm(found, 'Heart failure', 'statement')?.statement).toBe('Heart failure does not mean that the heart has stopped.');
    expect(found.map(({ statement }) => statement).filter((statement) => statement.endsWith(':'))).toEqual([]);
  });

  it('keeps the order of the material, with stable unique ids', async () => {
    const source = await sample('law-contract-formation.pptx');
    const [once, again] = [await suggest(source), await suggest(structuredClone(source))];
    expect(again).toEqual(once);
    expect(new Set(once.map(({ _id }) => _id)).size).toBe(once.length);
    const slides = once.map(({ pointer }) => (pointer.kind === 'slide' ? pointer.slide : 0));
    expect(slides).toEqual(slides.toSorted((left, right) => left - right));
  });

  it('offers two, three or no siblings, and none that the statement names', async () => {
    const found = (
      await Promise.all(['biology-cell-respiration.pptx', 'law-contract-formation.pptx'].map(async (name) => suggest(await sample(name))))
    ).flat();
    expect(found.filter(({ siblings }) => siblings.length > 0).length).toBeGreaterThan(found.length / 2);
    for (const { siblings, statement, term } of found) {
      expect([0, 2, 3]).toContain(siblings.length);
      for (const sibling of siblings) expect(names(statement, sibling) || names(sibling, term)).toBe(false);
    }
  });

  it.each(['german', 'spanish', 'korean'] as const)('works without a tagger: %s', async (name) => {
    const found = await suggest(sourceOfText(sourceTexts[name]));
    expect(found.length).toBeGreaterThan(2);
    for (const { statement, term } of found) expect(names(statement, term) || statement.includes(term)).toBe(true);
  });

  it('shows formulas as in the material', async () => {
    const found = await suggest(
      sourceOfText('# Energy\n\nRest energy: the energy \\(E = mc^2\\) of a body at rest.\n\nMass: the amount of matter.'),
    );
    expect(found.map(({ statement }) => statement)).toContain('Rest energy: the energy \\(E = mc^2\\) of a body at rest.');
  });

  it('offers a repetition once, at its first occurrence', async () => {
    const found = await suggest(sourceOfText('# Clay\n\nKiln: a furnace that fires clay.\n\n# Again\n\nKiln: a furnace that fires clay.'));
    expect(found.filter(({ term }) => term === 'Kiln').map(({ section }) => section)).toEqual(['Clay']);
  });

  it('finds nothing in material without sentences', async () => {
    expect(await suggest(sourceOfText('12 34 56'))).toEqual([]);
  });
});
