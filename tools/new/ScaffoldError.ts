/** A request that cannot be carried out; its one line is shown. */
export class ScaffoldError extends Error {}
