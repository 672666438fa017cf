import type { ModelUsage, ReportReason, SuggestionForm } from '@lectern/contracts';
import { DomainError } from './DomainError.ts';
import type { Metrics } from './metrics.ts';

export type ContentKind = 'guide' | 'quiz' | 'cards' | 'answer' | 'explanation';

/** The counted outcome of a generation. */
export interface MadeContent {
  /** The engine of each item: the requested one, or its fallback. */
  engines: readonly string[];
  /** For each check, the places in the material of the items that it refused, such as "slide 3". */
  refusals: Readonly<Record<string, readonly string[]>>;
  usage?: ModelUsage | undefined;
}

/** The metrics of study content. Labels contain no learner data. */
export interface ContentMetrics {
  /** Runs a generation and counts its outcome. Errors are rethrown; `spentOn` reads their cost. */
  measure<T>(
    content: ContentKind,
    engine: string,
    make: () => Promise<T>,
    countedOf: (made: T) => MadeContent,
    spentOn?: (error: unknown) => Omit<MadeContent, 'engines'> | undefined,
  ): Promise<T>;
  reported(content: 'question' | 'card', reason: ReportReason, engine: string): void;
  /** Counts that a learner dropped or edited a generated item. `other` means that the form of its fact is unknown. */
  changed(content: 'question' | 'card', change: 'dropped' | 'edited', form: SuggestionForm | 'other', engine: string): void;
}

const declareMetrics = (metrics: Metrics) => ({
  refusals: metrics.counter({
    name: 'lectern_content_refusals_total',
    help: 'Items that a check of the gate refused.',
    labels: ['engine', 'content', 'check'],
  }),
  items: metrics.counter({
    name: 'lectern_content_items_total',
    help: 'Items that passed the gate: guides, questions, cards; answers and explanations for learners.',
    labels: ['engine', 'content'],
  }),
  duration: metrics.histogram({
    name: 'lectern_content_duration_seconds',
    help: 'Time to make content, failures included.',
    labels: ['engine', 'content'],
    buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40, 80, 160],
  }),
  failures: metrics.counter({
    name: 'lectern_content_failures_total',
    help: 'Content that could not be made.',
    labels: ['engine', 'content', 'code'],
  }),
  tokens: metrics.counter({
    name: 'lectern_model_tokens_total',
    help: 'Tokens that a language model read and wrote.',
    labels: ['model', 'direction'],
  }),
  cost: metrics.counter({
    name: 'lectern_model_cost_usd_total',
    help: 'US dollars by the prices of the settings.',
    labels: ['model'],
  }),
  reports: metrics.counter({
    name: 'lectern_item_reports_total',
    help: 'Questions and cards that learners reported.',
    labels: ['content', 'reason', 'engine'],
  }),
  changes: metrics.counter({
    name: 'lectern_item_changes_total',
    help: 'Generated questions and cards that learners dropped or edited, by the form of their fact.',
    labels: ['content', 'change', 'form', 'engine'],
  }),
});

/** Declares the metrics of study content. */
export function createContentMetrics(metrics: Metrics): ContentMetrics {
  const { refusals, items, duration, failures, tokens, cost, reports, changes } = declareMetrics(metrics);
  const count = (content: ContentKind, engine: string, made: MadeContent): void => {
    for (const each of made.engines) items.inc({ engine: each, content });
    for (const [check, refused] of Object.entries(made.refusals)) refusals.inc({ engine, content, check }, refused.length);
    const { usage } = made;
    if (!usage) return;
    tokens.inc({ model: usage.model, direction: 'input' }, usage.inputTokens);
    tokens.inc({ model: usage.model, direction: 'output' }, usage.outputTokens);
    if (usage.costUsd !== undefined) cost.inc({ model: usage.model }, usage.costUsd);
  };
  return {
    async measure(content, engine, make, countedOf, spentOn) {
      const stop = duration.startTimer({ engine, content });
      try {
        const made = await make();
        count(content, engine, countedOf(made));
        return made;
      } catch (error) {
        const spent = spentOn?.(error);
        if (spent) count(content, engine, { ...spent, engines: [] });
        failures.inc({ engine, content, code: error instanceof DomainError ? error.code : 'internal' });
        throw error;
      } finally {
        stop();
      }
    },
    reported(content, reason, engine) {
      reports.inc({ content, reason, engine });
    },
    changed(content, change, form, engine) {
      changes.inc({ content, change, form, engine });
    },
  };
}
