import type { Log } from './log.ts';
import { ModelHealth } from './ModelHealth.ts';

it('logs each kind of failure once a minute with its cause, and is degraded until a call succeeds', () => {
  let now = 0;
  const logged: unknown[] = [];
  const log: Log = (_level, event, fields) => void logged.push([event, fields]);
  const health = new ModelHealth(log, () => now);
  expect(health.degraded()).toBeUndefined();
  for (const time of [0, 1_000, 59_999]) {
    now = time;
    health.failed('engine-misconfigured', '401 Incorrect API key provided');
  }
  health.failed('engine-unavailable', '503 Loading model');
  now = 60_000;
  health.failed('engine-misconfigured', '401 Incorrect API key provided');
  expect(logged).toEqual([
    ['model.failed', { code: 'engine-misconfigured', cause: '401 Incorrect API key provided' }],
    ['model.failed', { code: 'engine-unavailable', cause: '503 Loading model' }],
    ['model.failed', { code: 'engine-misconfigured', cause: '401 Incorrect API key provided' }],
  ]);
  expect(health.degraded()).toBe('The language model fails: engine-misconfigured.');
  health.succeeded();
  expect(health.degraded()).toBeUndefined();
});
