import { UploadBudget } from './UploadBudget.ts';
import { createMetrics } from './metrics.ts';
import { readMetrics } from './testing/index.ts';

/** Larger than the size that is always accepted. */
const large = 70_000;

const make = () => {
  const metrics = createMetrics({ part: 'library' });
  const budget = new UploadBudget({ total: 100 * large, perLearner: 60 * large, metrics });
  const held = async () => readMetrics((await metrics.text()).body).valueOf('lectern_upload_bytes', {});
  return { budget, held };
};

describe('the memory of uploads', () => {
  it('is limited for one learner over all of their uploads', async () => {
    const { budget, held } = make();
    const [one, two] = [budget.begin('u1'), budget.begin('u1')];
    one.take(40 * large);
    two.take(20 * large);
    expect(() => two.take(large)).toThrow(expect.objectContaining({ code: 'rate_limited', retryAfterSeconds: 5 }));
    expect(await held()).toBe(60 * large);
    one.release();
    two.take(40 * large);
    expect(await held()).toBe(60 * large);
  });

  it('is limited over all learners, and released once', async () => {
    const { budget, held } = make();
    const [one, two, three] = [budget.begin('u1'), budget.begin('u2'), budget.begin('u3')];
    one.take(50 * large);
    two.take(50 * large);
    expect(() => three.take(large)).toThrow(expect.objectContaining({ code: 'unavailable', retryAfterSeconds: 5 }));
    two.release();
    two.release();
    expect(await held()).toBe(50 * large);
    three.take(50 * large);
    one.release();
    three.release();
    expect(await held()).toBe(0);
  });

  it('counts received bytes only, not announced ones', async () => {
    const { budget, held } = make();
    for (let upload = 0; upload < 500; upload++) budget.begin('u1');
    expect(await held()).toBe(0);
    budget.begin('u1').take(60 * large);
    expect(await held()).toBe(60 * large);
  });

  it('accepts small uploads also when it is full', async () => {
    const { budget, held } = make();
    budget.begin('u1').take(60 * large);
    budget.begin('u2').take(40 * large);
    const small = budget.begin('u1');
    small.take(30_000);
    small.take(30_000);
    expect(() => small.take(30_000)).toThrow(expect.objectContaining({ code: 'rate_limited' }));
    expect(await held()).toBe(100 * large + 60_000);
  });
});
