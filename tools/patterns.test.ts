import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(__dirname, '..');

/** The patterns that the project's lint accepts in a file. Runs in a process of its own, because ESLint's API is an ES module. */
const letsStand = (file: string, patterns: string[]): string[] => {
  const script = `
    import { ESLint } from 'eslint';
    const eslint = new ESLint({ cwd: process.cwd() });
    const passed = [];
    for (const pattern of ${JSON.stringify(patterns)}) {
      const [{ messages }] = await eslint.lintText('export const pattern = ' + pattern + ';', { filePath: ${JSON.stringify(file)} });
      if (!messages.some((message) => message.ruleId?.startsWith('regexp/'))) passed.push(pattern);
    }
    console.log(JSON.stringify(passed));`;
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: root, encoding: 'utf8' });
  return JSON.parse(output.trim().split('\n').at(-1) ?? '[]') as string[];
};

const slow = ['/\\s+$/', '/\\[[^\\]]*\\]\\(/g', '/^\\S+@\\S+$/', '/(a+)+b/', '/\\S+@\\S+\\.\\w/'];
const linear = ['/(?<!\\s)\\s+$/', '/\\[[^[\\]]*\\]\\(/g', '/^[^\\s@]+@\\S+$/'];

it.each(['packages/study-content/src/any.ts', 'services/auth/src/any.ts', 'shell/src/any.js'])(
  'no pattern that takes more than linear time passes the lint: %s',
  (file) => {
    expect(letsStand(file, [...slow, ...linear])).toEqual(linear);
  },
);
