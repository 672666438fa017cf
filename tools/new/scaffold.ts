import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const templates = join(import.meta.dirname, 'templates');

/** Names that are taken, or that mean something else in an address of the site. */
const reserved = ['auth', 'internal', 'health', 'metrics', 'version', 'assets', 'login', 'register', 'settings', 'dashboard', 'progress'];

/** A request that cannot be carried out; its one line is shown. */
export class ScaffoldError extends Error {}

/** What can be new. */
export type Kind = 'remote' | 'service';

interface Spellings {
  name: string;
  Name: string;
  variable: string;
  NAME: string;
  Title: string;
}

/** `study-notes` in all the ways in which templates need it. */
const spellings = (name: string): Spellings => {
  const words = name.split('-');
  const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
  const Name = words.map(capital).join('');
  return {
    name,
    Name,
    variable: Name.charAt(0).toLowerCase() + Name.slice(1),
    NAME: words.join('_').toUpperCase(),
    Title: capital(words.join(' ')),
  };
};

/** Adds a line after the last one that matches. @throws ScaffoldError when none does */
const addAfterLast = (text: string, pattern: RegExp, line: string, file: string): string => {
  const lines = text.split('\n');
  const index = lines.findLastIndex((each) => pattern.test(each));
  if (index < 0) throw new ScaffoldError(`${file} has no line like ${String(pattern)} to add one after.`);
  return [...lines.slice(0, index + 1), line, ...lines.slice(index + 1)].join('\n');
};

/**
 * Writes a new remote or service into a workspace: its folder, and a line in each list that cannot be read from the folders.
 *
 * @returns The files written, relative to the root.
 * @throws ScaffoldError
 */
export const scaffold = ({ root, kind, name: given }: { root: string; kind: Kind; name: string }): string[] => {
  const name = kind === 'remote' ? given.replace(/^mf-/, '') : given;
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name) || (kind === 'remote' && !given.startsWith('mf-')))
    throw new ScaffoldError(
      `npm run new:${kind} -- ${kind === 'remote' ? 'mf-' : ''}NAME, in small letters: ${kind === 'remote' ? 'mf-' : ''}study-notes`,
    );
  const folder = kind === 'remote' ? `mf-${name}` : `services/${name}`;
  const parts = readFileSync(join(root, 'packages/contracts/src/parts.ts'), 'utf8');
  const isPrefix = kind === 'service' && new RegExp(`prefixes: \\[[^\\]]*'${name}'`).test(parts);
  if (existsSync(join(root, folder)) || reserved.includes(name) || isPrefix) throw new ScaffoldError(`${folder}: that name is taken.`);

  const words = spellings(name);
  const spelled = (_all: string, key: string): string => {
    if (!Object.hasOwn(words, key)) throw new ScaffoldError(`A template asks for "${key}", which no name has.`);
    return words[key as keyof Spellings];
  };
  const fill = (text: string): string => text.replace(/\{\{(\w+)\}\}/g, spelled);
  const written: string[] = [];
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
    written.push(file);
  };
  const change = (file: string, work: (text: string) => string): void => write(file, work(readFileSync(join(root, file), 'utf8')));
  const copy = (from: string, to: string): void => {
    // Folders whose name begins with a dot are not in `**`.
    for (const file of globSync(['**/*.template', '.*/*.template'], { cwd: join(templates, from) })) {
      const target = file.replace(/\.template$/, '').replace(/__(\w+?)__/g, spelled);
      write(join(to, target), fill(readFileSync(join(templates, from, file), 'utf8')));
    }
  };

  // The next port after the highest of its kind.
  const block = kind === 'remote' ? /remotePorts = \{[^}]*\}/ : /export const services = \{[\s\S]*?\n\}/;
  const ports = [...(block.exec(parts)?.[0] ?? '').matchAll(/\b(\d{4,5})\b/g)].map((match) => Number(match[1]));
  const port = Math.max(...ports) + 1;

  copy(kind, folder);
  if (kind === 'remote') {
    change('packages/contracts/src/parts.ts', (text) =>
      addAfterLast(text, /^ {2}'mf-[a-z0-9-]+': \d+,$/, `  'mf-${name}': ${port},`, 'parts.ts'),
    );
    change('.env.example', (text) => addAfterLast(text, /^# MF_\w+_PORT=\d+$/, `# MF_${words.NAME}_PORT=${port}`, '.env.example'));
  } else {
    const key = name.includes('-') ? `'${name}'` : name;
    change('packages/contracts/src/parts.ts', (text) =>
      addAfterLast(
        text,
        /^ {2}\S+: \{ port: \d+, prefixes: /,
        `  ${key}: { port: ${port}, prefixes: ['${name}'], version: '1.0' },`,
        'parts.ts',
      ),
    );
    change('.env.example', (text) =>
      addAfterLast(
        addAfterLast(text, /^# \w+_SERVICE_PORT=\d+$/, `# ${words.NAME}_SERVICE_PORT=${port}`, '.env.example'),
        /^# \w+_SERVICE_URL=/,
        `# ${words.NAME}_SERVICE_URL=http://127.0.0.1:${port}`,
        '.env.example',
      ),
    );
    // As the service of study is described, without a model.
    const described = readFileSync(join(root, 'deploy/kubernetes/study.yaml'), 'utf8')
      .replace(/^#.*\n/, '')
      .replace(/ {12}- name: OPENAI_API_KEY\n(?: {14}.*\n)+/, '')
      .replaceAll(/\bstudy\b/g, name)
      .replaceAll(/\b8083\b/g, String(port));
    write(`deploy/kubernetes/${name}.yaml`, described);
    change('deploy/kubernetes/configuration.yaml', (text) =>
      addAfterLast(text, /^ {2}\w+_SERVICE_URL: /, `  ${words.NAME}_SERVICE_URL: http://${name}:${port}`, 'configuration.yaml'),
    );
    change('deploy/kubernetes/kustomization.yaml', (text) =>
      addAfterLast(
        addAfterLast(text, /^ {2}- [\w-]+\.yaml$/, `  - ${name}.yaml`, 'kustomization.yaml'),
        /^ {4}newTag: /,
        `  - name: lectern/${name}\n    newName: registry.example/lectern/${name}\n    newTag: '1'`,
        'kustomization.yaml',
      ),
    );
    copy('contracts', 'packages/contracts/src/calls');
    change('packages/contracts/src/calls.ts', (text) =>
      addAfterLast(text, /^export \* from '\.\/calls\//, `export * from './calls/${words.variable}Calls.ts';`, 'calls.ts'),
    );
  }
  if (kind === 'service')
    // Every call has to say how it is tried with other people's ids; the first one takes none.
    change('e2e/specs/attacks/ownership.spec.ts', (text) =>
      addAfterLast(text, /^ {2}\w+: 'none',$/, `  get${words.Name}: 'none',`, 'ownership.spec.ts'),
    );
  change('CODEOWNERS', (text) =>
    addAfterLast(text, kind === 'remote' ? /^\/mf-/ : /^\/services\//, `/${folder}/ @lectern/${name}`, 'CODEOWNERS'),
  );
  return written;
};
