/**
 * The contract versions and capabilities of a shell, from `shell/src/contract.json`. A change that breaks older remotes increments the contract
 * version. A shell also accepts the version before its newest, so that teams have time to migrate. An addition gets a capability instead, such as
 * `drafts/1`. Contract 2 is contract 1 with `needs`.
 */
export interface ShellContract {
  oldest: number;
  newest: number;
  capabilities: readonly string[];
}

/** A remote's requirements of the shell, from its `src/manifest.json`. */
export interface ShellNeeds {
  id: string;
  /** The contract version that it was written for. */
  contract: number;
  /** Capabilities that its pages require. */
  needs?: readonly string[];
}

/** Explains why a remote and a shell are incompatible; `undefined` if they are compatible. */
export const incompatibilityOf = ({ id, contract, needs = [] }: ShellNeeds, shell: ShellContract): string | undefined => {
  if (contract < shell.oldest || contract > shell.newest) {
    return `${id} was written for contract ${String(contract)}; this shell speaks ${String(shell.oldest)} to ${String(shell.newest)}.`;
  }
  const missing = needs.filter((capability) => !shell.capabilities.includes(capability));
  return missing.length === 0 ? undefined : `${id} needs ${missing.join(', ')}, which this shell does not have.`;
};
