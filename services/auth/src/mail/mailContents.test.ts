import { displayName } from './displayName.ts';
import { mailContents, mailOf, type Addressee } from './mailContents.ts';

const settings = { publicUrl: 'https://lectern.example', supportEmail: 'support@lectern.example' };
const at = '2026-03-05T10:00:00Z';
const kinds = {
  verify: (to: Addressee) => mailContents.verify(to, settings, { token: 'the-token' }),
  reset: (to: Addressee) => mailContents.reset(to, settings, { token: 'the-token' }),
  'password-changed': (to: Addressee) => mailContents['password-changed'](to, settings, { at }),
  'account-deleted': (to: Addressee) => mailContents['account-deleted'](to, settings, { at }),
  'payment-failed': (to: Addressee) => mailContents['payment-failed'](to, settings, { amount: 999, currency: 'usd' }),
  'reviews-due': (to: Addressee) => mailContents['reviews-due'](to, settings, { due: 12 }),
};
const to = (firstName: string, email = 'ada@students.example'): Addressee => ({ email, firstName });
const mailFor = (kind: keyof typeof kinds, addressee: Addressee) => mailOf(addressee, kinds[kind](addressee), settings);
const names = Object.keys(kinds) as (keyof typeof kinds)[];

/** The visible text of the HTML. */
const words = (html: string): string =>
  html
    .replace(/<(style|title)[\s\S]*?<\/\1>|<!--[\s\S]*?-->|<div style="display:none[\s\S]*?<\/div>/g, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&#(\d+);/g, (_all, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&nbsp;/g, ' ')
    .replace(/\s+/g, ' ');

const links: Record<keyof typeof kinds, string | undefined> = {
  verify: 'https://lectern.example/verify-email/the-token',
  reset: 'https://lectern.example/reset-password/the-token',
  'password-changed': 'https://lectern.example/forgot-password',
  'account-deleted': undefined,
  'payment-failed': 'https://lectern.example/subscription',
  'reviews-due': 'https://lectern.example/review',
};

describe.each(names)('the mail %s', (kind) => {
  it('has its link on a line of the text, as a button and in full', () => {
    const { text, html } = mailFor(kind, to('Ada'));
    const link = links[kind];
    expect(text.split('\n').filter((line) => line.startsWith('http'))).toEqual(link === undefined ? [] : [link]);
    const hrefs = [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href).filter((href) => href?.startsWith('http'));
    expect(hrefs).toEqual(link === undefined ? [] : [link, link]);
  });

  it('says the same as text and as HTML', () => {
    const { text, html } = mailFor(kind, to('Ada'));
    const seen = words(html);
    const { heading, paragraphs, advice = [], small, facts } = kinds[kind](to('Ada'));
    for (const sentence of [heading, 'Ada', ...paragraphs, ...advice, small, ...facts.flat(), settings.supportEmail]) {
      expect(text).toContain(sentence);
      expect(seen).toContain(sentence);
    }
  });

  it('is a complete page: language, title, preheader, both colour schemes, no external resources', () => {
    const { html, subject } = mailFor(kind, to('Ada'));
    expect(html).toMatch(/^<!doctype html>\n<html lang="en" dir="ltr">/);
    expect(html).toContain(`<title>${subject}</title>`);
    expect(html.indexOf(kinds[kind](to('Ada')).preheader.slice(0, 20))).toBeGreaterThan(html.indexOf('<body'));
    expect(html).toContain('content="light dark"');
    expect(html).toContain('@media (prefers-color-scheme:dark)');
    expect(html).not.toMatch(/\ssrc=|url\(|@import|<link|<script|<img/i);
    expect(Buffer.byteLength(html)).toBeLessThan(102_400); // Gmail clips longer mails.
    expect(subject).not.toMatch(/[\r\n]/);
  });

  it.each(['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', "Ada' onmouseover='x", '&lt;b&gt;', '{{name}}', '<!--'])(
    'shows a name with markup as text: %s',
    (name) => {
      const { html } = mailFor(kind, to(name, `${name.replace(/[^a-z]/g, '')}"<b>@x.example`));
      const plain = mailFor(kind, to('Ada')).html;
      const tags = (page: string) => [...page.replace(/<!--[\s\S]*?-->/g, '').matchAll(/<\/?([a-z]+[0-9]?)/gi)].map(([, tag]) => tag);
      // The tags are those of a mail with a harmless name. The greeting's `bdi` is absent when the name is not used.
      expect(tags(html).filter((tag) => tag !== 'bdi')).toEqual(tags(plain).filter((tag) => tag !== 'bdi'));
      expect(html).not.toContain('onerror=alert');
      expect(html).not.toContain("onmouseover='");
    },
  );
});

describe('the name that a mail greets by', () => {
  it.each([
    ['Ada', 'Ada'],
    ['  Ada \t Augusta ', 'Ada Augusta'],
    ['Ada\r\nBcc: eve@evil.example', undefined],
    ['Ada\n\nhttps://evil.example/verify-email/x', undefined],
    ['Click evil.example now', undefined],
    ['www.evil', undefined],
    ['evil。example', undefined],
    ['J. R.', 'J. R.'],
    ["Anne-Marie d'Arc", "Anne-Marie d'Arc"],
    ['ليلى', 'ليلى'],
    ['\u202eadA', 'adA'],
    ['👩‍🎓 Ada', '👩‍🎓 Ada'],
    ['नमिता', 'नमिता'],
    ['李雷', '李雷'],
    [`A${'\u0301'.repeat(150)}`, undefined],
    ['You have won a prize. '.repeat(5), undefined],
    ['Your account is locked', undefined],
    ['Your account is locked call 555 0100', undefined],
    ['Call 0800555', undefined],
    ['Call ٠٨٠٠', undefined],
    ['Locked! Call', undefined],
    ['Ada, call', undefined],
    ['Ada; pay', undefined],
    ['a'.repeat(31), undefined],
    ['María del Carmen', 'María del Carmen'],
    ['Wolfeschlegelsteinhausenberger', 'Wolfeschlegelsteinhausenberger'],
    ['\ud800', undefined],
    ['\u0000\u2028', undefined],
    [' ', undefined],
  ])('%j → %j', (given, shown) => {
    expect(displayName(given)).toBe(shown);
  });

  it('is isolated in its text direction', () => {
    const { text, html } = mailFor('verify', to('ليلى'));
    expect(text).toContain('Hello \u2068ليلى\u2069,');
    expect(html).toContain('Hello <bdi>ليلى</bdi>,');
  });

  it('is left out where there is none', () => {
    expect(mailFor('verify', to('evil.example/x')).text).toContain('\nHello,\n');
  });
});

describe('times and amounts in mails', () => {
  it.each([
    [999, 'usd', '$9.99'],
    [1000, 'jpy', '¥1,000'],
    [1234567, 'eur', '€12,345.67'],
    [5, 'kwd', 'KWD 0.005'],
  ])('%i %s is %s', (amount, currency, shown) => {
    const { facts } = mailContents['payment-failed'](to('Ada'), settings, { amount, currency });
    expect(facts.map(([, value]) => value.replace(/\s/g, ' '))).toEqual([shown]);
  });

  it('leaves out amounts in unknown currencies, and names the time zone', () => {
    expect(mailContents['payment-failed'](to('Ada'), settings, { amount: 1, currency: 'nonsense' }).facts).toEqual([]);
    expect(mailFor('password-changed', to('Ada')).text).toContain('Changed: March 5, 2026 at 10:00 AM UTC');
  });
});
