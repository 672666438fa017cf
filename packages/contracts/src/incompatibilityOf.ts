/**
 * What a shell can work with; stands in `shell/src/contract.json`. The contract's number is raised by a change that remotes of before would
 * not survive, and a shell takes the number before its newest, too, so that teams follow when it suits them. What is only added is a
 * capability: `drafts/1`. Contract 2 is 1 with `needs`.
 */
export interface ShellContract {
  oldest: number;
  newest: number;
  capabilities: readonly string[];
}

/** What a remote asks of the shell; stands in its `src/manifest.json`. */
export interface ShellNeeds {
  id: string;
  /** The contract it was written for. */
  contract: number;
  /** Capabilities without which its pages do not work. */
  needs?: readonly string[];
}

/** Why a remote and a shell do not go together, as a sentence; undefined when they do. */
export const incompatibilityOf = ({ id, contract, needs = [] }: ShellNeeds, shell: ShellContract): string | undefined => {
  if (contract < shell.oldest || contract > shell.newest) {
    return `${id} was written for contract ${String(contract)}; this shell speaks ${String(shell.oldest)} to ${String(shell.newest)}.`;
  }
  const missing = needs.filter((capability) => !shell.capabilities.includes(capability));
  return missing.length === 0 ? undefined : `${id} needs ${missing.join(', ')}, which this shell does not have.`;
};
