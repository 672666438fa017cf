import { retry } from './retry.ts';

const failing = (times: number) => {
  let calls = 0;
  return async () => {
    calls += 1;
    if (calls <= times) throw new Error(`failure ${calls}`);
    return calls;
  };
};
const recordedWait = () => {
  const pauses: number[] = [];
  return { pauses, wait: async (milliseconds: number) => void pauses.push(milliseconds) };
};

describe('retry', () => {
  it('answers the first result, after a pause for each failure', async () => {
    const { pauses, wait } = recordedWait();
    const seen: [unknown, number][] = [];
    const failed = (error: unknown, failures: number) => void seen.push([(error as Error).message, failures]);
    expect(await retry(failing(2), { pauseMs: (failures) => failures * 10, failed, wait })).toBe(3);
    expect(pauses).toEqual([10, 20]);
    expect(seen).toEqual([
      ['failure 1', 1],
      ['failure 2', 2],
    ]);
  });

  it('throws the last error after the given number of attempts', async () => {
    const { pauses, wait } = recordedWait();
    await expect(retry(failing(9), { pauseMs: () => 5, attempts: 3, wait })).rejects.toThrow('failure 3');
    expect(pauses).toEqual([5, 5]);
  });

  it('gives up when `failed` throws', async () => {
    const { pauses, wait } = recordedWait();
    const failed = (error: unknown) => {
      throw error;
    };
    await expect(retry(failing(9), { pauseMs: () => 5, failed, wait })).rejects.toThrow('failure 1');
    expect(pauses).toEqual([]);
  });
});
