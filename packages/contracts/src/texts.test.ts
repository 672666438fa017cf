import * as z from 'zod/mini';
import { Email, Name, NewPassword } from './primitives.ts';
import { filledText, longText, text, trimmedText } from './texts.ts';

const describes = (schema: z.ZodMiniType) => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return rest;
};

describe('texts', () => {
  it('counts characters as a reader does, not halves of them', () => {
    expect(z.safeParse(text(3), '😀😀😀').success).toBe(true);
    expect(z.safeParse(text(3), '😀😀😀😀').error?.issues[0]?.message).toBe('At most 3 characters');
    expect(z.safeParse(text(3), 'x'.repeat(1_000_000)).success).toBe(false);
    expect(z.safeParse(NewPassword, '😀😀😀😀').success).toBe(false);
    expect(z.safeParse(NewPassword, '😀'.repeat(8)).success).toBe(true);
  });

  it('trims, and takes white space alone for nothing', () => {
    expect(z.parse(Name, ' Ada\n')).toBe('Ada');
    expect(z.parse(trimmedText(5), ' a ')).toBe('a');
    for (const blank of ['', ' ', '\t\n\v\f\r', '\u00a0\u3000\ufeff', '\u2028'])
      expect(z.safeParse(filledText(5, 'Empty'), blank).error?.issues[0]?.message).toBe('Empty');
  });

  it('describes what it takes, so that requests can be made from it', () => {
    expect(describes(text(3))).toEqual({ type: 'string', maxLength: 3 });
    expect(describes(NewPassword)).toEqual({ type: 'string', minLength: 8, maxLength: 1024 });
    expect(describes(longText(1_000_000))).toEqual({
      type: 'string',
      description: 'At most 1,000,000 characters.',
      'x-max-characters': 1_000_000,
    });
    const { pattern, maxLength } = describes(Name) as { pattern: string; maxLength: number };
    expect(maxLength).toBe(200);
    // What the description calls blank is what is trimmed away.
    const sign = new RegExp(pattern);
    for (let code = 0; code < 0x10000; code += 1) {
      const character = String.fromCharCode(code);
      if (sign.test(character) !== (character.trim() !== '')) throw new Error(`U+${code.toString(16)}`);
    }
  });

  it('takes addresses that mail servers take', () => {
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
