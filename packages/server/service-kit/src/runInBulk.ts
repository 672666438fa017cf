import type { BulkResult } from '@lectern/contracts';
import { DomainError } from './DomainError.ts';
import type { Log } from './log.ts';

/** The learner's message for an error that is not a refusal, as in single calls. */
const otherMessage = 'Something went wrong. Please try again.';

/**
 * Runs `work` for each id sequentially, and reports each outcome. A refusal of one does not stop the others. Any other error, such as an unavailable
 * store, stops the run.
 *
 * @throws the first error that is not a refusal, if nothing was done before it
 * @example
 * const { done, failed } = await runInBulk(ids, (id) => deleteQuiz(study, userId, id), { log, requestId });
 */
export async function runInBulk(
  ids: readonly string[],
  work: (id: string) => Promise<unknown>,
  { log, requestId }: { log: Log; requestId: string },
): Promise<BulkResult> {
  const result: BulkResult = { done: [], failed: [] };
  for (const [index, _id] of ids.entries()) {
    try {
      await work(_id);
      result.done.push(_id);
    } catch (error) {
      if (error instanceof DomainError) {
        result.failed.push({ _id, msg: error.message });
        continue;
      }
      if (result.done.length === 0) throw error;
      log('error', 'bulk.failed', { requestId, error });
      result.failed.push(...ids.slice(index).map((left) => ({ _id: left, msg: otherMessage })));
      break;
    }
  }
  return result;
}
