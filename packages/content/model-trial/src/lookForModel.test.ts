import { createServer, type AddressInfo } from 'node:net';
import { startModelServer, type StartedModelServer } from '@lectern/test-servers';
import { findModelHint, lookForModel } from './lookForModel.ts';

let model: StartedModelServer;
const silent = createServer(() => undefined);
beforeAll(async () => {
  model = await startModelServer({ kind: 'ollama' });
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await model.stop();
  silent.close();
});

const nobody = { baseURL: 'http://127.0.0.1:9/v1' };
const silentPlace = () => ({ baseURL: `http://127.0.0.1:${(silent.address() as AddressInfo).port}/v1` });

it('names a server that answers, beside one that does not', async () => {
  expect(await findModelHint([nobody, { baseURL: model.baseURL }], AbortSignal.timeout(5_000))).toBe(
    `Ollama answers at ${model.url}. Try it for better guides: npm run model`,
  );
});

it('says nothing when nobody listens, or what listens does not answer in time', async () => {
  expect(await findModelHint([nobody], AbortSignal.timeout(5_000))).toBeUndefined();
  expect(await findModelHint([silentPlace()], AbortSignal.timeout(50))).toBeUndefined();
});

it('does not wait, and looks at nothing when a model is set', () => {
  expect(lookForModel({}, [silentPlace()])()).toBeUndefined();
  expect(lookForModel({ OPENAI_API_KEY: 'key' }, [silentPlace()])()).toBeUndefined();
  expect(lookForModel({ OPENAI_BASE_URL: model.baseURL }, [silentPlace()])()).toBeUndefined();
});
