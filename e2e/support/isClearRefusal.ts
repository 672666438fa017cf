import type { Answer } from './api.ts';

/** Whether a response is a 5xx in the common error format with a Retry-After. */
export const isClearRefusal = ({ status, headers, body }: Answer): boolean =>
  status >= 500 && status <= 504 && typeof body.msg === 'string' && body.msg.length > 0 && Number(headers.get('retry-after')) >= 1;

/** Waits as long as a refusal says, within a test's limits. */
export const pauseAfter = (answer: Answer): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.min(1_000, 200 * Number(answer.headers.get('retry-after') ?? 1))));

/** Repeats a call while it gets a clear refusal, at most a hundred times: after a fault, a part may still use a broken connection. */
export async function unlessRefused(ask: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await ask();
    if (tries === 100 || !isClearRefusal(answer)) return answer;
    await pauseAfter(answer);
  }
}
