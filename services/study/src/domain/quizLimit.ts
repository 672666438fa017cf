import type { Plan } from '@lectern/contracts';

/** The limit of quizzes, and what a learner is told who has reached it. */
export const quizLimit = ({ limits: { quizzes: limit } }: Plan): { limit: number | undefined; message: string } => ({
  limit,
  message: `You've reached your limit of ${limit} quizzes. Upgrade to premium for unlimited quizzes.`,
});
