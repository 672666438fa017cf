import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isRemoteId } from '@lectern/registry';
import { ScaffoldError, spellings, Workspace, type Spellings } from './Workspace.ts';

export { ScaffoldError };

/** Names that are taken or that have another meaning in the site's URLs. */
const reserved = ['auth', 'internal', 'health', 'metrics', 'version', 'assets', 'login', 'register', 'settings', 'dashboard', 'progress'];

const partsFile = 'packages/contracts/src/parts.ts';

export type Kind = 'remote' | 'service';

/** Returns the name without `mf-`. @throws ScaffoldError if it is malformed */
const checkedName = (kind: Kind, given: string): string => {
  const prefix = kind === 'remote' ? 'mf-' : '';
  const name = given.slice(prefix.length);
  if (!isRemoteId(`mf-${name}`) || !given.startsWith(prefix))
    throw new ScaffoldError(`npm run new:${kind} -- ${prefix}NAME, in small letters: ${prefix}study-notes`);
  return name;
};

/** Returns the port after the highest of this kind. */
const nextPort = (kind: Kind, parts: string): number => {
  const block = kind === 'remote' ? /remotePorts = \{[^}]*\}/ : /export const services = \{[\s\S]*?\n\}/;
  return Math.max(...(block.exec(parts)?.[0].match(/\b\d{4,5}\b/g) ?? []).map(Number)) + 1;
};

const addRemote = (workspace: Workspace, { name, NAME }: Spellings, port: number): void => {
  workspace.addLines(partsFile, { after: /^ {2}'mf-[a-z0-9-]+': \d+,$/, line: `  'mf-${name}': ${port},` });
  workspace.addLines('.env.example', { after: /^# MF_\w+_PORT=\d+$/, line: `# MF_${NAME}_PORT=${port}` });
  workspace.addLines('CODEOWNERS', { after: /^\/mf-/, line: `/mf-${name}/ @lectern/${name}` });
};

/** Copies the study service's Kubernetes files, without its language model. */
const addDeployment = (workspace: Workspace, { name, NAME }: Spellings, port: number): void => {
  const described = workspace
    .read('deploy/kubernetes/study.yaml')
    .replace(/^#.*\n/, '')
    .replace(/ {12}- name: OPENAI_API_KEY\n(?: {14}.*\n)+/, '')
    .replaceAll(/\bstudy\b/g, name)
    .replaceAll(/\b8083\b/g, String(port));
  workspace.write(`deploy/kubernetes/${name}.yaml`, described);
  workspace.addLines('deploy/kubernetes/configuration.yaml', {
    after: /^ {2}\w+_SERVICE_URL: /,
    line: `  ${NAME}_SERVICE_URL: http://${name}:${port}`,
  });
  workspace.addLines(
    'deploy/kubernetes/kustomization.yaml',
    { after: /^ {2}- [\w-]+\.yaml$/, line: `  - ${name}.yaml` },
    { after: /^ {4}newTag: /, line: `  - name: lectern/${name}\n    newName: registry.example/lectern/${name}\n    newTag: '1'` },
  );
};

const addService = (workspace: Workspace, words: Spellings, port: number): void => {
  const { name, Name, NAME, Title, variable } = words;
  const key = name.includes('-') ? `'${name}'` : name;
  workspace.addLines(partsFile, {
    after: /^ {2}\S+: \{ port: \d+, prefixes: /,
    line: `  ${key}: { port: ${port}, prefixes: ['${name}'], version: '1.0' },`,
  });
  workspace.addLines(
    '.env.example',
    { after: /^# \w+_SERVICE_PORT=\d+$/, line: `# ${NAME}_SERVICE_PORT=${port}` },
    { after: /^# \w+_SERVICE_URL=/, line: `# ${NAME}_SERVICE_URL=http://127.0.0.1:${port}` },
  );
  addDeployment(workspace, words, port);
  workspace.fillTemplates('contracts', 'packages/contracts/src/calls');
  workspace.addLines('packages/contracts/src/calls.ts', {
    after: /^export \* from '\.\/calls\//,
    line: `export * from './calls/${variable}Calls.ts';`,
  });
  // The test lists how to try each call with other people's ids. The template's first call takes no id.
  workspace.addLines('e2e/specs/attacks/ownership.spec.ts', { after: /^ {2}\w+: 'none',$/, line: `  get${Name}: 'none',` });
  workspace.addLines('services/auth/src/account-export/exportAccount.ts', {
    after: /^ {2}\S+: '[A-Z][^']*',$/,
    line: `  ${key}: '${Title}',`,
  });
  workspace.addLines(
    'CODEOWNERS',
    { after: /^\/services\//, line: `/services/${name}/ @lectern/${name}` },
    {
      after: /^\/packages\/contracts\/src\/calls\//,
      line: `/packages/contracts/src/calls/${variable}Calls.ts @lectern/${name} @lectern/platform`,
    },
  );
};

/**
 * Writes a new remote or service to a workspace: its folder, and a line in each list that is not derived from the folders.
 *
 * @returns the written files, relative to the root
 * @throws ScaffoldError if the name is taken or malformed, or a list is not where it is expected
 */
export const scaffold = ({ root, kind, name: given }: { root: string; kind: Kind; name: string }): string[] => {
  const name = checkedName(kind, given);
  const words = spellings(name);
  const workspace = new Workspace(root, words);
  const folder = kind === 'remote' ? `mf-${name}` : `services/${name}`;
  const parts = workspace.read(partsFile);
  const isPrefix = kind === 'service' && new RegExp(`prefixes: \\[[^\\]]*'${name}'`).test(parts);
  if (existsSync(join(root, folder)) || reserved.includes(name) || isPrefix) throw new ScaffoldError(`${folder}: that name is taken.`);

  const port = nextPort(kind, parts);
  workspace.fillTemplates(kind, folder);
  (kind === 'remote' ? addRemote : addService)(workspace, words, port);
  return workspace.written;
};
