import type { Answer } from './api.ts';

/** Whether an answer is a failure of the service in the one form of errors, with a time to come back. */
export const isClearRefusal = ({ status, headers, body }: Answer): boolean =>
  status >= 500 && status <= 504 && typeof body.msg === 'string' && body.msg.length > 0 && Number(headers.get('retry-after')) >= 1;

/** Waits as a refusal says, but no longer than a test should. */
export const pauseAfter = (answer: Answer): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.min(1_000, 200 * Number(answer.headers.get('retry-after') ?? 1))));

/** Asks again while the answer is a clear refusal, at most a hundred times: after a fault a part may still find a connection that it spoilt. */
export async function unlessRefused(ask: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await ask();
    if (tries === 100 || !isClearRefusal(answer)) return answer;
    await pauseAfter(answer);
  }
}
