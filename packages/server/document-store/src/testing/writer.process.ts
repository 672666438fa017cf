// A separate process for tests of the embedded store. `insert`: stores documents and counts them in another document until it is killed, and
// prints each id when both are acknowledged. `count`: increments a counter under a limit and prints how often it succeeded. `start`: stores
// one document and ends.
import process, { argv, stdout } from 'node:process';
import { newId, openEmbeddedStore } from '../index.ts';
import { counters } from './counters.ts';

const [, , mode, file = ''] = argv;
const store = openEmbeddedStore({ file, collections: [counters] });
const documents = store.collection(counters);
if (mode === 'insert') {
  for (;;) {
    const { _id } = await documents.insert({ _id: newId(), count: 0, text: 'x'.repeat(3_000) });
    await documents.update('total', { increment: { count: 1 } });
    stdout.write(`${_id}\n`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
if (mode === 'start') {
  await documents.insert({ _id: newId(), count: 0 });
  await store.close();
  process.exit(0);
}
let granted = 0;
for (let tries = 0; tries < 300; tries += 1) {
  if (await documents.update('shared', { increment: { count: 1 } }, { below: { count: 400 } })) granted += 1;
}
stdout.write(String(granted));
await store.close();
