import { EncoderProcess } from './EncoderProcess.ts';

it('starts anew after its process has ended', async () => {
  const decoder = new EncoderProcess();
  expect(await decoder.encode(new Uint8Array([1]))).toEqual({ kind: 'problem', reason: 'damaged' });
  const ended = decoder.encode(new Uint8Array([1]));
  decoder.stop();
  expect(await ended).toBeUndefined();
  expect(await decoder.encode(new Uint8Array([2]))).toEqual({ kind: 'problem', reason: 'damaged' });
  decoder.stop();
});
