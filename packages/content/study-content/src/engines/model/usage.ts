import type { ModelUsage } from '@lectern/contracts';
import { estimateTokens } from './material.ts';
import type { OpenaiSettings } from './settings.ts';

/** Token counts as reported by the server. */
export interface TokenCounts {
  prompt_tokens?: number;
  completion_tokens?: number;
}

/** Sums the usage of one guide, quiz or deck. */
export interface UsageMeter {
  /** Counts a request, even if it fails. */
  send(): void;
  /** Adds the tokens of an answer, even a partial one. `counts` is undefined if the server does not report tokens. */
  add(call: { sent: string; received: string; counts: TokenCounts | undefined }): void;
  total(): ModelUsage;
}

/** Creates a usage meter. Estimates tokens that the server does not report; computes the cost if prices are set. */
export function usageMeter(
  { model, inputPricePerMillion, outputPricePerMillion }: OpenaiSettings,
  onUsage?: (tokens: number) => void,
): UsageMeter {
  let [calls, inputTokens, outputTokens] = [0, 0, 0];
  return {
    send() {
      calls += 1;
    },
    add({ sent, received, counts }) {
      const [input, output] = [counts?.prompt_tokens ?? estimateTokens(sent), counts?.completion_tokens ?? estimateTokens(received)];
      inputTokens += input;
      outputTokens += output;
      onUsage?.(input + output);
    },
    total() {
      const isPriced = inputPricePerMillion !== undefined && outputPricePerMillion !== undefined;
      return {
        model,
        calls,
        inputTokens,
        outputTokens,
        ...(isPriced && { costUsd: (inputTokens * inputPricePerMillion + outputTokens * outputPricePerMillion) / 1_000_000 }),
      };
    },
  };
}
