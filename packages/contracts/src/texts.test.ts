import * as z from 'zod/mini';
import { Email, Name, NewPassword } from './primitives.ts';
import { filledText, longText, text, titleFrom, trimmedText } from './texts.ts';

const describes = (schema: z.ZodMiniType) => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return rest;
};

describe('a title from a text', () => {
  it.each([
    [`Quiz: x${'😀'.repeat(199)}`, `Quiz: x${'😀'.repeat(193)}`],
    [`x${'😀'.repeat(300)}`, `x${'😀'.repeat(199)}`],
    ['\u202eevil\u0007 title\n', 'evil  title'],
    ['half \ud83d of a sign', 'half   of a sign'],
    ['\u200b\u2028 \u0301', 'Study guide'],
    ['', 'Study guide'],
  ])('%j is one that is taken back', (from, title) => {
    expect(titleFrom(from, 200, 'Study guide')).toBe(title);
    expect(Name.parse(title)).toBe(title);
  });
});

describe('texts', () => {
  it('counts code points, not UTF-16 units', () => {
    expect(z.safeParse(text(3), '😀😀😀').success).toBe(true);
    expect(z.safeParse(text(3), '😀😀😀😀').error?.issues[0]?.message).toBe('At most 3 characters');
    expect(z.safeParse(text(3), 'x'.repeat(1_000_000)).success).toBe(false);
    expect(z.safeParse(NewPassword, '😀😀😀😀').success).toBe(false);
    expect(z.safeParse(NewPassword, '😀'.repeat(8)).success).toBe(true);
  });

  it('trims, and treats white space as empty', () => {
    expect(z.parse(Name, ' Ada ')).toBe('Ada');
    expect(z.parse(trimmedText(5), ' a ')).toBe('a');
    for (const blank of ['', ' ', '\t\n\v\f\r', '\u00a0\u3000\ufeff', '\u2028'])
      expect(z.safeParse(filledText(5, 'Empty'), blank).error?.issues[0]?.message).toBe('Empty');
  });

  it('describes the accepted texts, so that requests can be generated from it', () => {
    expect(describes(text(3))).toEqual({ type: 'string', maxLength: 3 });
    expect(describes(NewPassword)).toEqual({ type: 'string', minLength: 8, maxLength: 1024 });
    expect(describes(longText(1_000_000))).toEqual({
      type: 'string',
      description: 'At most 1,000,000 characters.',
      'x-max-characters': 1_000_000,
    });
    const { pattern, maxLength } = describes(Name) as { pattern: string; maxLength: number };
    expect(maxLength).toBe(200);
    // The described pattern accepts the same names as the schema, for each character alone and beside another one.
    const named = new RegExp(pattern, 'u');
    for (let code = 0; code < 0x10000; code += 1) {
      if (code >= 0xd800 && code <= 0xdfff) continue;
      const character = String.fromCharCode(code);
      for (const name of [character, `A${character}`, `${character}A`])
        if (named.test(name) !== z.safeParse(Name, name).success) throw new Error(`U+${code.toString(16)}`);
    }
  });

  it.each([
    ['', 'Please fill in this field'],
    ['\u00a0\u3000', 'Please fill in this field'],
    ['\u200b\u200d', 'Please fill in this field'],
    ['\u0301', 'Please fill in this field'],
    ['\u2800', 'Please fill in this field'],
    ['\u3164', 'Please fill in this field'],
    ['\u200e\u061c', 'Please fill in this field'],
    ['\u{e0041}\u{e0042}', 'Please fill in this field'],
    ['Ada\n', 'Please leave out control characters'],
    ['A\u0000da', 'Please leave out control characters'],
    ['A\tda', 'Please leave out control characters'],
    ['A\u0085da', 'Please leave out control characters'],
    ['A\u009bda', 'Please leave out control characters'],
    ['A\u2028da', 'Please leave out control characters'],
    ['\u202eadA', 'Please leave out control characters'],
    ['\u2066Ada', 'Please leave out control characters'],
    ['Ada\ud800', 'Please leave out control characters'],
  ])('takes %j for no name: %s', (name, problem) => {
    expect(z.safeParse(Name, name).error?.issues.map(({ message }) => message)).toEqual([problem]);
  });

  it.each(['Ada', 'É', 'E\u0301lodie', 'ليلى', 'नमिता', '李雷', '👩‍🎓 Ada', '➕', '2', 'José\u00a0María', 'a\u200bb'])(
    'takes %j for a name',
    (name) => {
      expect(z.parse(Name, name)).toBe(name);
    },
  );

  it('refuses a long text as a name in linear time', () => {
    const timeOf = (length: number) => {
      const text = ' '.repeat(length);
      const started = performance.now();
      for (let round = 0; round < 20; round++) z.safeParse(Name, text);
      return performance.now() - started;
    };
    timeOf(10_000);
    // Ten times the length takes ten times as long in linear time, and a hundred times in quadratic time.
    expect(timeOf(1_000_000)).toBeLessThan(50 * Math.max(timeOf(100_000), 5));
  });

  it('accepts addresses that mail servers accept', () => {
    for (const address of ["o'brien+notes@mail.example.co.uk", `${'a'.repeat(64)}@b.example`, ' Ada@Example.com '])
      expect(z.safeParse(Email, address).success).toBe(true);
    for (const address of [
      `${'a'.repeat(65)}@b.example`,
      `a@${'b'.repeat(64)}.example`,
      'a@b-.example',
      'a@b',
      'a..b@c.example',
      '.a@b.example',
    ])
      expect(z.safeParse(Email, address).success).toBe(false);
    expect(z.safeParse(Email, `${'a.'.repeat(100_000)}@`).success).toBe(false);
  });
});
