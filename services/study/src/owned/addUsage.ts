import type { ModelUsage } from '@lectern/contracts';

/** Adds model usage to a resource's total, one entry per model. */
export function addUsage(before: readonly ModelUsage[] | undefined, added: ModelUsage | undefined): ModelUsage[] | undefined {
  if (!added) return before && [...before];
  const entries = before ?? [];
  const known = entries.find((entry) => entry.model === added.model);
  if (!known) return [...entries, added];
  const costs = [known.costUsd, added.costUsd].filter((cost) => cost !== undefined);
  const sum: ModelUsage = {
    model: added.model,
    calls: known.calls + added.calls,
    inputTokens: known.inputTokens + added.inputTokens,
    outputTokens: known.outputTokens + added.outputTokens,
    ...(costs.length > 0 && { costUsd: costs.reduce((total, cost) => total + cost, 0) }),
  };
  return entries.map((entry) => (entry === known ? sum : entry));
}
