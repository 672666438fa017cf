import { ModelBudget } from './ModelBudget.ts';
import { ModelHealth } from './ModelHealth.ts';
import type { GenerationsOptions } from './createGenerations.ts';
import type { InternalClient } from './internalClient.ts';
import type { Log } from './log.ts';
import { openaiSettings, type ModelSettings, type ReadSettings } from './settings.ts';

/** A language model with its budget and health. */
export type GenerationModel = ModelSettings & NonNullable<GenerationsOptions['model']>;

/** Returns the language model of a service's settings, with its budget and health; `undefined` without one. */
export function generationModel({
  settings,
  call,
  log,
}: {
  settings: ReadSettings;
  call: InternalClient;
  log: Log;
}): GenerationModel | undefined {
  const model = openaiSettings(settings);
  return (
    model && {
      ...model,
      answerMs: settings.GENERATION_DEADLINE_S * 1_000,
      budget: new ModelBudget({
        call,
        log,
        site: settings.OPENAI_MONTHLY_TOKENS,
        perLearner: settings.OPENAI_MONTHLY_TOKENS_PER_LEARNER,
      }),
      health: new ModelHealth(log, () => performance.now()),
    }
  );
}

/** Returns the cloneable settings of a language model for a thread. */
export const threadSettings = ({ answerMs: _answerMs, budget: _budget, health: _health, ...settings }: GenerationModel): ModelSettings =>
  settings;
