import { Hono } from 'hono';
import type { UploadShare } from './UploadBudget.ts';
import { DomainError } from './DomainError.ts';
import { readForm, type FormRules } from './readForm.ts';

const refusal = (code: 'invalid' | 'too_large') => () => new DomainError(code, 'No.');
const rules: FormRules = {
  files: 1,
  fileBytes: 2 * 1024 * 1024,
  fieldBytes: 100,
  fields: ['title'],
  judge: ({ field }) => (field === 'file' ? 'take' : 'ignore'),
  errors: {
    empty: refusal('invalid'),
    fileTooLarge: refusal('too_large'),
    filesTooLarge: refusal('too_large'),
    tooManyFiles: refusal('invalid'),
    fieldTooLong: refusal('too_large'),
  },
};

/** What a form gives: the file's name and size and the fields, or the code of the error. */
const outcomeOf = async (
  body: string | FormData,
  headers: Record<string, string> = {},
  share: Partial<UploadShare> = {},
): Promise<unknown> => {
  const app = new Hono().post('/', async (c) => {
    try {
      const {
        files: [file],
        fields,
      } = await readForm(c, { take: () => undefined, release: () => undefined, ...share }, rules);
      return c.json({ file: file && [file.name, file.bytes.length], fields });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return c.json(error.code);
    }
  });
  return (await app.request('/', { method: 'POST', body, headers })).json();
};
const formOf = (parts: readonly (readonly [name: string, value: string | Blob, fileName?: string])[]): FormData => {
  const form = new FormData();
  for (const [name, value, fileName] of parts)
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, value, fileName);
  return form;
};

/** A form with all that was announced of it, but without its end. */
const cutWithin = (field: string): string => `--x\r\ncontent-disposition: form-data; name="${field}"; filename="a"\r\n\r\nthe first half`;

test('a file and the fields that are asked for', async () => {
  const form = formOf([
    ['title', 'Words'],
    ['other', 'x'],
    ['file', new Blob(['abc']), 'words.csv'],
  ]);
  expect(await outcomeOf(form)).toEqual({ file: ['words.csv', 3], fields: { title: 'Words' } });
  expect(await outcomeOf(formOf([['file', 'no file']]))).toEqual({ fields: {} });
});

test.each([
  ['no form', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' }, 'unsupported_type'],
  ['a form without a boundary', 'x', { 'content-type': 'multipart/form-data; x=y' }, 'unsupported_type'],
  ['a form that is cut off', '--x\r\ncontent-dis', { 'content-type': 'multipart/form-data; boundary=x' }, 'invalid'],
  ['a form that ends within a file', cutWithin('file'), { 'content-type': 'multipart/form-data; boundary=x' }, 'invalid'],
  ['a form that ends within a file that is not read', cutWithin('other'), { 'content-type': 'multipart/form-data; boundary=x' }, 'invalid'],
  ['a file that is too large', formOf([['file', new Blob([new Uint8Array(3 * 1024 * 1024)]), 'x']]), {}, 'too_large'],
  [
    'two files',
    formOf([
      ['file', new Blob(['a']), 'a'],
      ['file', new Blob(['b']), 'b'],
    ]),
    {},
    'invalid',
  ],
  ['a field that is too long', formOf([['title', 'x'.repeat(101)]]), {}, 'too_large'],
] as [string, string | FormData, Record<string, string>, string][])('%s is refused', async (_what, body, headers, code) => {
  expect(await outcomeOf(body, headers)).toBe(code);
});

test('several files in one chunk keep their own bytes', async () => {
  const texts = ['The heart pumps blood.', '', 'The sinus node sets the pace.'];
  const part = (text: string, place: number) =>
    `--x\r\ncontent-disposition: form-data; name="file"; filename="${place}.txt"\r\n\r\n${text}\r\n`;
  const body = `${texts.map(part).join('')}--x--\r\n`;
  const headers = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': `${body.length}` };
  const app = new Hono().post('/', async (c) => {
    const share = { take: () => undefined, release: () => undefined };
    const { files } = await readForm(c, share, { ...rules, files: texts.length });
    return c.json(files.map(({ bytes }) => Buffer.from(bytes).toString()));
  });
  expect(await (await app.request('/', { method: 'POST', body, headers })).json()).toEqual(texts);
});

test('received bytes count against the memory of uploads', async () => {
  const take = () => {
    throw new DomainError('unavailable', 'Many files are being uploaded.', { retryAfterSeconds: 5 });
  };
  expect(await outcomeOf(formOf([['file', new Blob(['abc']), 'x']]), {}, { take })).toBe('unavailable');
});
