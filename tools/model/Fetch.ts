/** The global `fetch`, or a server in the same process. */
export type Fetch = (input: string, init?: RequestInit) => Promise<Response>;
