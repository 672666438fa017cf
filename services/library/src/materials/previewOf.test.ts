import { growthOf, hostileTexts } from '@lectern/test-servers';
import { previewOf, withoutMarkdown } from './previewOf.ts';

describe('the preview of a guide', () => {
  it('is the first 150 characters without the symbols of markdown, and an ellipsis', () => {
    const markdown =
      '# Title\n\n- **Bold** and _soft_ `code` [link](http://x.example)\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\n---\n\n> quote';
    expect(previewOf(markdown, 'Overview')).toBe('Title Bold and soft code link a b 1 2 quote...');
    const long = previewOf('word '.repeat(100), '');
    expect([...long]).toHaveLength(152);
    expect(long.endsWith('word...')).toBe(true);
  });

  it('has formulas with their signs, without the marks around them', () => {
    expect(previewOf('If \\(x_1*y_1=4\\) and $a_b$, it costs $5 to $10.', '')).toBe('If x_1*y_1=4 and a_b, it costs $5 to $10....');
  });

  it('leaves out the numbers of citations, and keeps other links to places of the guide', () => {
    const markdown =
      'Rights can be given. [6](#slide-6) Facts are free [2, 3](#slide-2). See [the terms](#key-terms) and [7](https://x.example)';
    expect(previewOf(markdown, '')).toBe('Rights can be given. Facts are free 2, 3. See the terms and 7...');
  });

  it('keeps symbols that are escaped, without their backslashes', () => {
    expect(previewOf('\\# 1\n\n2 \\* 3 \\< 7, \\[x\\] and AT\\&T; *soft*', '')).toBe('# 1 2 * 3 < 7, [x] and AT&T; soft...');
  });

  it('has no space before the punctuation after bold words', () => {
    expect(previewOf('- **Property**: _goods_, `code`. 2 \\*: 3', '')).toBe('Property: goods, code. 2 *: 3...');
  });

  it('is the overview without markdown, and a sentence without either', () => {
    expect(previewOf('  \n', 'Overview')).toBe('Overview');
    expect(previewOf('', '')).toBe('No description available');
  });
});

it.each(Object.entries(hostileTexts))('removes markdown in time linear in the text: %s', async (_name, text) => {
  const growth = await growthOf(
    (size) => {
      const own = text(size);
      return () => withoutMarkdown(own);
    },
    { size: 20_000, harmlessMs: 20, most: 9 },
  );
  expect(growth).toBeLessThanOrEqual(9);
});
