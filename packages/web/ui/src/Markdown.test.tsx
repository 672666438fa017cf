import { render, screen, within } from '@testing-library/react';
import { Markdown, pictureIdOf, safeAddress } from './Markdown';

test('§9 Markdown: headings go to depth 6', () => {
  render(<Markdown>{'# a\n\n## b\n\n### c\n\n#### d\n\n##### e\n\n###### f\n\n####### g'}</Markdown>);
  for (const [index, name] of [...'abcdef'].entries()) expect(screen.getByRole('heading', { level: index + 1 })).toHaveTextContent(name);
  expect(screen.getAllByRole('heading')).toHaveLength(6);
  expect(screen.getByText('####### g')).toBeVisible();
});

test('§5 Markdown: raw HTML shows as text', () => {
  const { container } = render(
    <Markdown>{'Before <b onclick="x()">bold</b>\n\n<script>alert(1)</script>\n\n<img src=x onerror=alert(1)>'}</Markdown>,
  );
  expect(container.querySelectorAll('script, b, img')).toHaveLength(0);
  expect(screen.getByText('Before <b onclick="x()">bold</b>')).toBeVisible();
  expect(container).toHaveTextContent('<script>alert(1)</script>');
  expect(container).toHaveTextContent('<img src=x onerror=alert(1)>');
});

describe('addresses', () => {
  test.each([
    '/folders',
    'guide.html',
    '#part',
    '?q=a:b',
    './a:b',
    '//example.org',
    'http://example.org',
    'https://example.org',
    'HTTPS://example.org',
    'irc://example.org',
    'ircs://example.org',
    'mailto:ada@example.org',
    'xmpp:ada@example.org',
    '',
  ])("§1 Markdown: addresses without a scheme or with http, https, irc, ircs, mailto or xmpp are kept: '%s'", (address) => {
    expect(safeAddress(address)).toBe(address);
  });

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'ftp://example.org',
    'tel:123',
    'blob:http://x',
    'httpsx:y',
    ':x',
  ])('§1 Markdown: any other scheme becomes an empty address: %j', (address) => {
    expect(safeAddress(address)).toBe('');
  });

  test('§1 Markdown: text is rendered as formatted content; link and image addresses alike are kept or emptied', () => {
    render(<Markdown>{'[bad](javascript:alert(1)) ![worse](data:image/svg+xml,x) [good](https://example.org) ![fine](/a.png)'}</Markdown>);
    expect(screen.getByText('bad')).toHaveAttribute('href', '');
    // An image of another site becomes a link, so that nothing is loaded from there.
    expect(screen.getByText('worse')).toHaveAttribute('href', '');
    expect(screen.getByRole('link', { name: 'good' })).toHaveAttribute('href', 'https://example.org');
    expect(screen.getByAltText('fine')).toHaveAttribute('src', '/a.png');
  });

  test('links to other sites open in a new tab, our own do not', () => {
    render(<Markdown>{'[there](https://example.org) [here](/folders)'}</Markdown>);
    const there = screen.getByRole('link', { name: 'there' });
    expect(there).toHaveAttribute('target', '_blank');
    expect(there).toHaveAttribute('rel', 'noopener noreferrer');
    expect(screen.getByRole('link', { name: 'here' })).not.toHaveAttribute('target');
  });

  test('a link to another site without a scheme opens in a new tab as well', () => {
    render(<Markdown>{'[there](//example.org)'}</Markdown>);
    expect(screen.getByRole('link', { name: 'there' })).toHaveAttribute('rel', 'noopener noreferrer');
  });

  test.each([
    '![one](https://example.org/a.png)',
    '![one](HTTP://example.org/a.png)',
    '![one](//example.org/a.png)',
    '![one](/\\\\example.org/a.png)',
    '![one][there]\n\n[there]: https://example.org/a.png',
    '![one](ftp://example.org/a.png)',
    '![one](picture:../../elsewhere)',
  ])('nothing is loaded from elsewhere: %s', (markdown) => {
    const { container } = render(<Markdown>{markdown}</Markdown>);
    expect(container.querySelectorAll('img')).toHaveLength(0);
    expect(container).toHaveTextContent('one');
  });

  test('an image elsewhere is a link to it, within a link its words', () => {
    render(
      <Markdown>
        {'![one](https://example.org/a.png) [![two](https://example.org/b.png)](https://example.org) ![](https://c.example/)'}
      </Markdown>,
    );
    expect(screen.getByRole('link', { name: 'one' })).toHaveAttribute('href', 'https://example.org/a.png');
    expect(screen.getByRole('link', { name: 'two' })).toHaveAttribute('href', 'https://example.org');
    expect(screen.getByRole('link', { name: 'Picture' })).toHaveAttribute('href', 'https://c.example/');
  });

  const id = `${'0'.repeat(32)}-3`;
  test('a picture of the guide is given to the guide’s own component, outside of a paragraph', () => {
    const img = ({ src, alt }: { src?: unknown; alt?: string | undefined }) => (
      <figure>{`${pictureIdOf(String(src)) ?? ''}: ${alt ?? ''}`}</figure>
    );
    const { container } = render(<Markdown components={{ img }}>{`![A heart](picture:${id})\n![A valve](picture:${id})`}</Markdown>);
    expect(screen.getAllByRole('figure').map(({ textContent }) => textContent)).toEqual([`${id}: A heart`, `${id}: A valve`]);
    expect(container.querySelector('p')).toBeNull();
  });

  test('a picture of a guide is its words where nothing shows it', () => {
    const { container } = render(<Markdown>{`![A heart](picture:${id}) [here](picture:${id})`}</Markdown>);
    expect(container).toHaveTextContent('A heart');
    expect(container.querySelectorAll('img')).toHaveLength(0);
    expect(screen.getByText('here')).toHaveAttribute('href', '');
  });
});

test('§2 Study guide detail: the first top-level heading and horizontal rules are removed from the body', () => {
  const text = '# Title\n\nIntro\n\n---\n\n## Part\n\n***\n\n# Second\n\n> quoted\n>\n> ---';
  const { container, unmount } = render(<Markdown dropsTitleAndRules>{text}</Markdown>);
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['Part', 'Second']);
  expect(container.querySelectorAll('hr')).toHaveLength(0);
  expect(screen.getByText('Intro')).toBeVisible();
  expect(screen.getByText('quoted')).toBeVisible();
  unmount();
  const { container: whole } = render(<Markdown>{text}</Markdown>);
  expect(screen.getByRole('heading', { name: 'Title' })).toBeVisible();
  expect(whole.querySelectorAll('hr')).toHaveLength(3);
});

test('§2 Study guide detail: tables scroll horizontally, and the keyboard reaches them; several are not several landmarks of one name', () => {
  render(<Markdown>{'| Drug | Dose |\n| --- | --- |\n| A | 5 mg |'}</Markdown>);
  const region = screen.getByRole('group', { name: 'Table' });
  expect(region).toHaveAttribute('tabindex', '0');
  expect(getComputedStyle(region).overflowX).toBe('auto');
  expect(within(region).getByRole('columnheader', { name: 'Dose' })).toBeVisible();
  expect(within(region).getByRole('cell', { name: '5 mg' })).toBeVisible();
});

test('task lists and strikethrough', () => {
  const { container } = render(<Markdown>{'- [x] done\n- [ ] open\n\n~~gone~~'}</Markdown>);
  expect(screen.getAllByRole('checkbox').map((box) => (box as HTMLInputElement).checked)).toEqual([true, false]);
  expect(container.querySelector('del')).toHaveTextContent('gone');
});
