import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { provide, recipes } from './provide.ts';
import { runProgram } from './runProgram.ts';
import { startProgram } from './startProgram.ts';

/** A server that speaks MongoDB's wire protocol. */
export interface MongoServer {
  /** Connection string. */
  url: string;
  /** Whether it is mongo-java-server. A real cluster (`MONGODB_URL`) has more features, and keeps databases that are not dropped. */
  isStandIn: boolean;
  stop(): Promise<void>;
}

const recipe = join(recipes, 'mongo');
const files = ['pom.xml', 'MongoServerMain.java', 'TransactionBackend.java'];

/** Fetches mongo-java-server when it is not there yet. */
export const provideMongo = (): Promise<string> =>
  provide(
    'mongo',
    files.map((file) => join(recipe, file)),
    async (folder) => {
      for (const file of files) copyFileSync(join(recipe, file), join(folder, file));
      await runProgram('mvn', ['-q', '-B', 'dependency:copy-dependencies', `-DoutputDirectory=${join(folder, 'lib')}`], { cwd: folder });
      await runProgram('javac', ['-cp', join(folder, 'lib', '*'), ...files.filter((file) => file.endsWith('.java'))], { cwd: folder });
    },
  );

/**
 * Starts an empty mongo-java-server in memory on a free port, or, with `MONGODB_URL` set, answers that cluster's address.
 * Ask `engineFor('java')` first.
 *
 * @param hasTransactions - `false` for a mongo-java-server without them, also with `MONGODB_URL`
 */
export async function startMongoServer({ hasTransactions = true } = {}): Promise<MongoServer> {
  const cluster = process.env['MONGODB_URL'];
  if (cluster && hasTransactions) return { url: cluster, isStandIn: false, stop: async () => undefined };
  const folder = await provideMongo();
  const classes = `${folder}:${join(folder, 'lib', '*')}`;
  // It runs for a minute at most, in which the slow compiler costs more than its code saves.
  const { line, stop } = await startProgram(
    'java',
    ['-Xmx512m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-cp', classes, 'MongoServerMain', ...(hasTransactions ? [] : ['plain'])],
    /^mongodb:\/\//,
  );
  return { url: line, isStandIn: true, stop };
}
