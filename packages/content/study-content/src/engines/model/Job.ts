import { generationDeadlines } from '@lectern/contracts';
import type { EngineOptions } from '../../StudyContentEngine.ts';
import type { Question } from './modelClient.ts';
import type { Dependencies, OpenaiSettings } from './settings.ts';
import { usageMeter } from './usage.ts';

/** What all calls for one guide, quiz or deck share. */
export interface Job extends Pick<Question<unknown>, 'deadline' | 'meter'> {
  signal: AbortSignal;
  /** Ends every call that is still running. */
  giveUp(): void;
}

/** Starts the clock for a guide, quiz or deck, or for the repair of one. */
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
