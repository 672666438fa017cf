import { createLineOutput } from './createLineOutput.ts';

/** A stream whose writes fail, or whose reader does not read, as the test sets it. */
const brokenStream = () => {
  const state = { fails: false, isSlow: false, length: 0, written: [] as string[], listeners: 0 };
  const stream = {
    get writableLength() {
      return state.length;
    },
    write(text: string, told: (error?: Error | null) => void) {
      if (state.isSlow) {
        state.length += text.length;
        return;
      }
      if (!state.fails) state.written.push(text);
      told(state.fails ? Object.assign(new Error('no space left'), { code: 'ENOSPC' }) : null);
    },
    on() {
      state.listeners += 1;
    },
  };
  return { state, stream };
};

describe('the output of a log', () => {
  it('drops and counts lines that cannot be written, reports them once it can write again, and never throws', () => {
    const { state, stream } = brokenStream();
    const output = createLineOutput(stream);
    expect(state.listeners).toBe(1);
    output.write('one\n');
    expect(output.takeDropped()).toBe(0);
    state.fails = true;
    output.write('two\nthree\n');
    output.write('four\n');
    expect(output.takeDropped()).toBe(0);
    state.fails = false;
    output.write('five\n');
    expect(output.takeDropped()).toBe(3);
    expect(output.takeDropped()).toBe(0);
    expect(state.written).toEqual(['one\n', 'five\n']);
  });

  it('limits the buffer for a reader that does not read', () => {
    const { state, stream } = brokenStream();
    const output = createLineOutput(stream, 1_000);
    state.isSlow = true;
    for (let index = 0; index < 1_000; index += 1) output.write(`${'x'.repeat(99)}\n`);
    expect(state.length).toBeLessThanOrEqual(1_000);
    state.isSlow = false;
    state.length = 0;
    expect(output.takeDropped()).toBe(990);
  });
});
