import { measure } from './evaluate.ts';
import type { CueBaseline } from './cueBaselines.ts';
import { plotCueBaselines } from './plot.ts';
import { remarkKey, remarksOf } from './printItems.ts';
import { renderQualityPage } from './qualityPage.ts';
import { boundText, renderFindings, renderTable, valueText } from './report.ts';
import { goodDeck } from './testing.ts';

const evaluation = () => measure([goodDeck()], { name: 'offline', kind: 'offline' });

describe('the page', () => {
  it('is the same for the same decks, and keeps the part written by hand', () => {
    const first = renderQualityPage(evaluation(), undefined);
    expect(renderQualityPage(evaluation(), first)).toBe(first);
    const read = first.replace('Nobody has read a sample of these items yet.', '40 items were read: 30 good, 4 bad.');
    expect(read).not.toBe(first);
    expect(renderQualityPage(evaluation(), read)).toBe(read);
  });

  it('ignores a page without the marks', () => {
    const first = renderQualityPage(evaluation(), undefined);
    expect(renderQualityPage(evaluation(), 'something else')).toBe(first);
    expect(renderQualityPage(evaluation(), '<!-- end by hand --> <!-- by hand -->')).toBe(first);
  });

  it('names the failed checks', () => {
    const deck = goodDeck();
    deck.cardRounds[0]!.cards[0]!.card.source.quote = 'words that stand nowhere';
    deck.cardRounds[0]!.cards[1]!.card.front = 'Is it so?';
    const failed = measure([deck], { name: 'offline', kind: 'offline' });
    const page = renderQualityPage(failed, undefined);
    expect(page).toContain('HARD checks that fail: quote-verbatim.');
    expect(page).toMatch(
      /\| \*\*quote-verbatim\*\* HARD \| question and card: place exists, quote verbatim \| 1 \| none \| 22 \| \*\*FAIL\*\* \|/,
    );
    expect(renderFindings(failed, 3)).toContain('kidney.pptx k1: “words that stand nowhere” does not stand there');
    expect(renderTable(failed)).toContain('FAIL');
    expect(renderTable(failed)).toContain('The gate refused drafts by quote-verbatim 3, even-option-length 2.');
    expect(remarksOf(failed).get(remarkKey('kidney.pptx', 'k2'))!.join()).toContain('yes/no fronts');
  });
});

describe('the plot', () => {
  const one = (change: Partial<CueBaseline>): CueBaseline => ({
    name: 'longest',
    rate: 0.3,
    chance: 0.25,
    bound: 0.35,
    n: 200,
    isJudged: true,
    ...change,
  });

  it('is well-formed, has its values as text, and marks a leak', () => {
    const leak = plotCueBaselines([one({}), one({ name: 'a <b> & "c"', rate: 0.9 })], 'offline');
    expect(leak).toContain('a &lt;b&gt; &amp; &quot;c&quot;: 90 %');
    expect(leak.match(/<[a-z]+(\s[^>]*)?(?<!\/)>/g)!.length).toBe(leak.match(/<\/[a-z]+>/g)!.length);
    expect(leak).toContain('class="leaks"');
    expect(plotCueBaselines([one({})], 'offline')).not.toContain('class="leaks"');
    expect(plotCueBaselines([one({ rate: 0.9, isJudged: false })], 'offline')).not.toContain('class="leaks"');
  });

  it('says so where there are no questions', () => {
    expect(plotCueBaselines([], 'offline')).toContain('No questions were made');
  });
});

it('writes values and bounds by their unit', () => {
  expect(valueText({ unit: 'percent' }, 0.9345)).toBe('93.5 %');
  expect(valueText({ unit: 'percent' }, 1)).toBe('100 %');
  expect(valueText({ unit: 'count' }, 3)).toBe('3');
  expect(valueText({ unit: 'number' }, 0.00042)).toBe('4e-4');
  expect(valueText({ unit: 'number' }, undefined)).toBe('–');
  expect(boundText({ unit: 'percent' }, { least: 0.2, most: 0.47 })).toBe('20 % to 47 %');
  expect(boundText({ unit: 'count' }, { most: 0 })).toBe('none');
  expect(boundText({ unit: 'percent' }, { least: 1 })).toBe('all');
  expect(boundText({ unit: 'percent' }, undefined)).toBe('');
});
