import { act, render, screen } from '@testing-library/react';
import { FormulaText } from './FormulaText';
import { Markdown } from './Markdown';

/** Waits for the code that draws. */
const drawn = (): Promise<void> => act(async () => void (await import('./DrawnFormula')));

test('draws the formulas of a text, and leaves money and broken LaTeX as text', async () => {
  const { container } = render(
    <p>
      <FormulaText>{'If \\(x^2=4\\), it costs $5 to $10. \\(\\frac{1\\) \\(\\href{https://example.com}{x}\\)'}</FormulaText>
    </p>,
  );
  expect(container).toHaveTextContent('If \\(x^2=4\\), it costs $5 to $10.');
  await drawn();
  expect(container.querySelectorAll('math')).toHaveLength(1);
  expect(container.querySelector('math msup')).toHaveTextContent('x2');
  expect(container).toHaveTextContent('If x2=4, it costs $5 to $10. \\(\\frac{1\\) \\(\\href{https://example.com}{x}\\)');
  expect(container.querySelectorAll('a, [href]')).toHaveLength(0);
});

test('a formula does not decide the direction of the text around it', () => {
  const { container } = render(<FormulaText>{'\\(x\\) متغير'}</FormulaText>);
  expect(container.querySelector('[data-formula]')).toHaveAttribute('dir', 'ltr');
});

describe('in Markdown', () => {
  const html = async (markdown: string): Promise<HTMLElement> => {
    const { container } = render(<Markdown>{markdown}</Markdown>);
    await drawn();
    return container;
  };

  test('formulas keep their signs, in text, lists, tables, headings and emphasis', async () => {
    const container = await html(
      '# \\(a_1*b_1*c\\)\n\n- **\\(x_1\\) and $y_1$**\n\n| \\(|x|\\) | b |\n|---|---|\n| $a|b$ | 2 |\n\n$$\n\\sum_{i=1}^n i\n$$',
    );
    const sources = [...container.querySelectorAll('[data-formula]')].map((place) => place.getAttribute('data-formula'));
    expect(sources).toEqual(['\\(a_1*b_1*c\\)', '\\(x_1\\)', '$y_1$', '\\(|x|\\)', '$a|b$', '$$\n\\sum_{i=1}^n i\n$$']);
    expect(container.querySelectorAll('math')).toHaveLength(6);
    expect(container.querySelectorAll('em')).toHaveLength(0);
    expect(container.querySelectorAll('h1 math, strong math, th math, td math')).toHaveLength(5);
    expect(container.querySelector('math[display="block"]')).not.toBeNull();
  });

  test('code, addresses, brackets and raw HTML stay as they are', async () => {
    const container = await html('`$a$` [link](https://example.com/?q=$a$) \\[1\\] <b>$5</b>\n\n    $indented$\n\n```\n\\(b\\)\n```');
    expect(container.querySelectorAll('math')).toHaveLength(0);
    expect(container.querySelector('code')).toHaveTextContent('$a$');
    expect(screen.getByRole('link')).toHaveAttribute('href', 'https://example.com/?q=$a$');
    expect(container).toHaveTextContent('[1] <b>$5</b>');
    expect([...container.querySelectorAll('pre')].map(({ textContent }) => textContent.trim())).toEqual(['$indented$', '\\(b\\)']);
  });

  test('tags in a formula are text', async () => {
    const container = await html('$\\text{<img src=x onerror=alert(1)>}$ and \\(<script>\\)');
    expect(container.querySelectorAll('img, script')).toHaveLength(0);
    expect(container.querySelectorAll('math')).toHaveLength(2);
  });
});

test('a block of Markdown has the direction of its own text', () => {
  const { container } = render(
    <Markdown>{'# القلب\n\nenglish\n\n- القلب\n\n> اقتباس\n\n| ا | ب |\n|---|---|\n| ١ | ٢ |\n\n```\ncode\n```'}</Markdown>,
  );
  for (const name of ['h1', 'p', 'ul', 'blockquote', 'table']) expect(container.querySelector(name)).toHaveAttribute('dir', 'auto');
  expect(container.querySelector('pre')).toHaveAttribute('dir', 'ltr');
});
