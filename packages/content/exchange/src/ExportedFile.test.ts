import { createNames, fileName, safeName } from './ExportedFile.ts';

test.each([
  ['Heart & lungs: part 1/2', 'Heart & lungs part 1 2'],
  ['../../etc/passwd', 'etc passwd'],
  ['  . ', 'Lectern'],
  ['con', 'con_'],
  ['safe\u202Efdp.exe', 'safe fdp.exe'],
  ['心'.repeat(80), '心'.repeat(53)],
  ['😀'.repeat(80), '😀'.repeat(40)],
])('turns %j into a valid file name', (title, name) => {
  expect(safeName(title)).toBe(name);
  expect(Buffer.byteLength(fileName(title, 'json'))).toBeLessThanOrEqual(200);
});

test('gives equal titles different names, ignoring case', () => {
  const nameOf = createNames();
  expect(['Heart', 'heart', 'Lungs', 'Heart'].map(nameOf)).toEqual(['Heart', 'heart  (2)', 'Lungs', 'Heart  (3)']);
});
