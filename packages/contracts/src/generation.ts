import * as z from '@lectern/contracts/schema';

/** The progress of generating a guide, quiz or deck. */
export const Generation = z.object({
  /** `stopped`: the generation ended early because of the learner, a restart or its deadline. */
  state: z.enum(['complete', 'running', 'stopped']),
  /** The requested number of sections of a guide, questions, or cards. */
  asked: z.int(),
  made: z.int(),
});
export type Generation = z.infer<typeof Generation>;

/** The progress of a running call, for its page. */
export const GenerationProgress = z.object({
  /** `waiting`: the language model is busy with other requests. */
  state: z.enum(['waiting', 'running']),
  /** The number of sections of a guide, questions, or cards so far, and the requested number. */
  made: z.int(),
  asked: z.int(),
});
export type GenerationProgress = z.infer<typeof GenerationProgress>;
