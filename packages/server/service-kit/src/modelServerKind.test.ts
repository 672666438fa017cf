import { modelServerKind } from './modelServerKind.ts';

it.each([
  [undefined, 'vendor'],
  ['https://api.openai.com/v1', 'vendor'],
  ['https://openrouter.ai/api/v1', 'public'],
  ['https://8.8.8.8/v1', 'public'],
  ['http://172.32.0.1/v1', 'public'],
  ['http://localhost:11434/v1', 'private'],
  ['http://127.0.0.1:1234/v1', 'private'],
  ['http://[::1]:8000/v1', 'private'],
  ['http://[fd00::5]:8000/v1', 'private'],
  ['http://192.168.1.20:8000/v1', 'private'],
  ['http://10.0.0.4/v1', 'private'],
  ['http://172.20.0.3/v1', 'private'],
  ['http://ollama:11434/v1', 'private'],
  ['http://gpu.local:11434/v1', 'private'],
])('%s is %s', (address, kind) => {
  expect(modelServerKind(address)).toBe(kind);
});
