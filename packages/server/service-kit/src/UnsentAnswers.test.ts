import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { UnsentAnswers } from './UnsentAnswers.ts';

const body = 100_000;
const reader = () => new EventEmitter() as unknown as ServerResponse;

describe('answers that are not sent yet', () => {
  it('of one learner are limited, until they are sent or the client has left', () => {
    const unsent = new UnsentAnswers({ perLearner: 250_000, total: 1_000_000 });
    const readers = [reader(), reader()];
    for (const each of readers) unsent.hold('u1', body, each, true);
    expect(() => unsent.hold('u1', body, reader(), true)).toThrow(expect.objectContaining({ code: 'rate_limited', retryAfterSeconds: 5 }));
    unsent.hold('u2', body, reader(), true);
    readers[0]?.emit('close');
    unsent.hold('u1', body, reader(), true);
    expect(unsent.size).toBe(300_000);
  });

  it('of all learners are limited', () => {
    const unsent = new UnsentAnswers({ perLearner: 250_000, total: 250_000 });
    unsent.hold('u1', body, reader(), true);
    unsent.hold('u2', body, reader(), true);
    expect(() => unsent.hold('u3', body, reader(), true)).toThrow(expect.objectContaining({ code: 'unavailable', retryAfterSeconds: 5 }));
  });

  it('may be one answer larger than the limit, and any number of small answers', () => {
    const unsent = new UnsentAnswers({ perLearner: 50_000, total: 50_000 });
    unsent.hold('u1', body, reader(), true);
    for (let count = 0; count < 100; count += 1) unsent.hold('u1', 10_000, reader(), true);
    expect(unsent.size).toBe(100_000);
  });

  it('are never refused for calls that created something, and are counted', () => {
    const unsent = new UnsentAnswers({ perLearner: 150_000, total: 150_000 });
    unsent.hold('u1', body, reader(), false);
    unsent.hold('u1', body, reader(), false);
    expect(unsent.size).toBe(200_000);
    expect(() => unsent.hold('u1', body, reader(), true)).toThrow(expect.objectContaining({ code: 'rate_limited' }));
  });
});
