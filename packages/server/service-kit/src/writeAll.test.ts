import { writeAll } from './writeAll.ts';

const failure = (code: string) => Object.assign(new Error(code), { code });

describe('writing all at once', () => {
  it('goes on with the rest, also when the pipe is full for a while', () => {
    const taken: string[] = [];
    let calls = 0;
    writeAll(
      'abcdef',
      (bytes) => {
        calls += 1;
        if (calls % 2 === 0) throw failure('EAGAIN');
        taken.push(bytes.subarray(0, 2).toString());
        return 2;
      },
      () => 0,
    );
    expect(taken).toEqual(['ab', 'cd', 'ef']);
  });

  it('gives the rest up after half a second in all, and at once when there is no reader', () => {
    let now = 1_000;
    let tries = 0;
    const never = (code: string) => () => {
      tries += 1;
      now += 100;
      throw failure(code);
    };
    writeAll('abc', never('EAGAIN'), () => now);
    expect(tries).toBe(5);
    tries = 0;
    writeAll('abc', never('EPIPE'), () => now);
    expect(tries).toBe(1);
  });
});
