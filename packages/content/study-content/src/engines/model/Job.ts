import { generationDeadlines } from '@lectern/contracts';
import type { EngineOptions } from '../../StudyContentEngine.ts';
import type { Question } from './modelClient.ts';
import type { Dependencies, OpenaiSettings } from './settings.ts';
import { usageMeter } from './usage.ts';

/** Shared by all calls for one guide, quiz or deck. */
export interface Job extends Pick<Question<unknown>, 'deadline' | 'meter'> {
  signal: AbortSignal;
  /** Aborts all running calls. */
  giveUp(): void;
}

/** Starts the clock for one guide, quiz or deck, or for its repair. */
export function createJob(settings: OpenaiSettings, { now }: Dependencies, { signal, onUsage }: EngineOptions): Job {
  const own = new AbortController();
  return {
    deadline: now() + generationDeadlines.whole,
    meter: usageMeter(settings, onUsage),
    signal: signal ? AbortSignal.any([signal, own.signal]) : own.signal,
    giveUp: () => {
      own.abort();
    },
  };
}
