import type { ModelUsage } from '@lectern/contracts';
import { estimateTokens } from './material.ts';
import type { OpenaiSettings } from './settings.ts';

/** Tokens of a call, as the server counts them. */
export interface TokenCounts {
  prompt_tokens?: number;
  completion_tokens?: number;
}

/** Adds up the calls for one guide, quiz or deck. */
export interface UsageMeter {
  /** Counts a request that is sent, whatever becomes of it. */
  send(): void;
  /** Adds the tokens of an answer, also of one that broke off; `told` is undefined where the server counts no tokens. */
  add(call: { sent: string; received: string; told: TokenCounts | undefined }): void;
  total(): ModelUsage;
}

/** Sums up tokens, estimated where the server counts none, and the cost where prices are set. */
export function usageMeter(
  { model, inputPricePerMillion, outputPricePerMillion }: OpenaiSettings,
  onUsage?: (tokens: number) => void,
): UsageMeter {
  let [calls, inputTokens, outputTokens] = [0, 0, 0];
  return {
    send() {
      calls += 1;
    },
    add({ sent, received, told }) {
      const [input, output] = [told?.prompt_tokens ?? estimateTokens(sent), told?.completion_tokens ?? estimateTokens(received)];
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
