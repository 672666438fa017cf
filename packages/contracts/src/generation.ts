import * as z from '@lectern/contracts/schema';

/** How far the making of a guide, quiz or deck has come. */
export const Generation = z.object({
  /** `stopped`: it ended before everything was made, because the learner or a restart ended it, or its time was over. */
  state: z.enum(['complete', 'running', 'stopped']),
  /** Sections of a guide, questions, or cards. */
  asked: z.int(),
  made: z.int(),
});
export type Generation = z.infer<typeof Generation>;

/** What a page shows while a call makes something. */
export const GenerationProgress = z.object({
  /** `waiting`: the language model is busy with others. */
  state: z.enum(['waiting', 'running']),
  /** Sections of a guide, questions, or cards: how many there are so far, of how many. */
  made: z.int(),
  asked: z.int(),
});
export type GenerationProgress = z.infer<typeof GenerationProgress>;
