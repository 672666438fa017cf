import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readOutline } from './readOutline';

/** jsdom's Blob cannot be read by JSZip, so the bytes stand in for it. */
const bytesOf = (name: string): Blob => readFileSync(join(__dirname, '../../../samples', name)) as unknown as Blob;

describe('the outline of a chosen deck', () => {
  it('counts the slides and names the first titles', async () => {
    expect(await readOutline(bytesOf('nursing-heart-failure.pptx'))).toEqual({
      slides: 14,
      titles: ['Heart Failure: Nursing Care of Adults', 'What Heart Failure Is', 'Two Main Types'],
    });
  });

  it('is undefined for a file that cannot be opened', async () => {
    expect(await readOutline(Buffer.from('no zip') as unknown as Blob)).toBeUndefined();
  });
});
