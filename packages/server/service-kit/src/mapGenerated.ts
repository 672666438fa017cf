import type { Generated, Rest } from './GenerationTask.ts';

const mapRest = <Result, Made>({ states, stop }: Rest<Result>, asMade: (result: Result) => Made): Rest<Made> => ({
  states: (async function* () {
    for await (const { result, isWhole } of states) yield { result: asMade(result), isWhole };
  })(),
  stop,
});

/** Applies `asMade` to the result of the answer and to each later state. */
export const mapGenerated = <Result, Made extends object>(
  { result, rest, ...told }: Generated<Result>,
  asMade: (result: Result) => Made,
): Made & Omit<Generated<Made>, 'result'> => ({
  ...asMade(result),
  ...told,
  ...(rest && { rest: mapRest(rest, asMade) }),
});
