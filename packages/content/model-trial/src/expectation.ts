import type { ServerKind } from './findServers.ts';
import type { Trial } from './tryModel.ts';

/** Tokens that ten questions and a guide of 20 slides need, with the prompts of all calls. */
const work = {
  quiz: { read: 6_000, written: 3_000 },
  guide: { read: 10_000, written: 5_000 },
} as const;

/** How long a learner waits. The rest follows in the background. */
const deadlineSeconds = 150;
const backgroundSeconds = 600;
/** A section, its prompt and the answer need this much. */
export const leastContext = 4_000;
const comfortableContext = 8_000;

const secondsFor = ({ read, written }: { read: number; written: number }, { tokensPerSecond, promptTokensPerSecond }: Trial): number =>
  read / promptTokensPerSecond + written / tokensPerSecond;

/** A duration in words, rounded like the estimate. */
function inWords(seconds: number): string {
  if (seconds < 10) return 'less than 10 s';
  if (seconds < 95) return `about ${Math.round(seconds / 10) * 10} s`;
  return `about ${Math.round(seconds / 60)} min`;
}

const waysToRaise: Readonly<Record<ServerKind, string>> = {
  Ollama: 'Start it with OLLAMA_CONTEXT_LENGTH=16384 ollama serve, or set the context length in its app.',
  'LM Studio': 'Load the model again with a larger context length.',
  'llama.cpp': 'Start it with llama-server -c 16384.',
  vLLM: 'Start it with --max-model-len 16384.',
  other: 'Start the server with a larger context.',
};

const formProblem =
  'The answers do not have the form that Lectern needs, so most guides and quizzes would be made without this model. Choose another one.';

/** Says in sentences what learners can expect from a model. */
export function expectationOf(trial: Trial, contextTokens: number | undefined, kind: ServerKind): string[] {
  const quiz = secondsFor(work.quiz, trial);
  const guide = secondsFor(work.guide, trial);
  const needsMore = contextTokens !== undefined && contextTokens < comfortableContext;
  return [
    `A quiz takes ${inWords(quiz)}, a guide of 20 slides ${inWords(guide)}.`,
    ...(quiz > deadlineSeconds ? [`After ${deadlineSeconds} s learners get the questions that are ready; the others follow.`] : []),
    ...(guide > deadlineSeconds + backgroundSeconds ? ['Long guides will be finished without the model.'] : []),
    ...(trial.thinks ? ['The model thinks before each answer, which takes extra time: turn thinking off, or choose one without it.'] : []),
    ...(trial.form === 'none' ? [formProblem] : []),
    ...(needsMore
      ? [`The context is small${contextTokens < leastContext ? ': Lectern needs 4,000 tokens' : ''}. ${waysToRaise[kind]}`]
      : []),
  ];
}
