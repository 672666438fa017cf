// Provides every engine that this machine can have, so that no test has to wait for one.
import { engineFor, type Language } from './provide.ts';
import { findPythonPackage, pythonPackages } from './providePythonPackage.ts';
import { provideQti } from './provideQti.ts';
import { provideSchemathesis } from './provideSchemathesis.ts';
import { provideMongo } from './startMongoServer.ts';
import { provideS3, provideStripeMock, provideToxiproxy } from './startStripeMock.ts';

const provisions: [Language, () => Promise<unknown>][] = [
  ['java', provideMongo],
  ['java', provideQti],
  ['go', provideStripeMock],
  ['go', provideToxiproxy],
  ['go', provideS3],
  ['python', provideSchemathesis],
];
for (const [language, provide] of provisions) {
  const missing = engineFor(language);
  if (missing) process.stdout.write(`${missing} Tests that need it are left out.\n`);
  else await provide();
}
for (const name of pythonPackages) {
  const found = findPythonPackage(name);
  if ('missing' in found) process.stdout.write(`${found.missing} Tests that need it are left out.\n`);
}
