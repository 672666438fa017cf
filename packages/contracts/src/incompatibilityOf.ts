/**
 * The contracts and capabilities of a shell, in `shell/src/contract.json`. A change that breaks older remotes raises the contract's number. A
 * shell also accepts the number before its newest, so that teams can follow later. An addition is a
 * capability: `drafts/1`. Contract 2 is 1 with `needs`.
 */
export interface ShellContract {
  oldest: number;
  newest: number;
  capabilities: readonly string[];
}

/** A remote's requirements of the shell, from its `src/manifest.json`. */
export interface ShellNeeds {
  id: string;
  /** The contract it was written for. */
  contract: number;
  /** Capabilities without which its pages do not work. */
  needs?: readonly string[];
}

/** Why a remote and a shell are incompatible, as a sentence; `undefined` when they are compatible. */
export const incompatibilityOf = ({ id, contract, needs = [] }: ShellNeeds, shell: ShellContract): string | undefined => {
  if (contract < shell.oldest || contract > shell.newest) {
    return `${id} was written for contract ${String(contract)}; this shell speaks ${String(shell.oldest)} to ${String(shell.newest)}.`;
  }
  const missing = needs.filter((capability) => !shell.capabilities.includes(capability));
  return missing.length === 0 ? undefined : `${id} needs ${missing.join(', ')}, which this shell does not have.`;
};
