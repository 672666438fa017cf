/** The location of a language model: at OpenAI, at another public address, or on this machine or network. */
export type ModelServerKind = 'vendor' | 'public' | 'private';

const vendorHost = 'api.openai.com';
/** Loopback and private addresses, and names that resolve only in a private network. */
const privateHost =
  /^(?:localhost|127(?:\.\d{1,3}){3}|10(?:\.\d{1,3}){3}|192\.168(?:\.\d{1,3}){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d{1,3}){2}|169\.254(?:\.\d{1,3}){2}|\[::1\]|\[f[cd][0-9a-f]{2}:[0-9a-f:]*\]|\[fe80:[0-9a-f:]*\]|[^.:]+|.+\.(?:local|lan|internal|home\.arpa))$/i;

/** Determines where a model runs from the address of its server. @param baseUrl - `undefined`: OpenAI's */
export function modelServerKind(baseUrl: string | undefined): ModelServerKind {
  if (baseUrl === undefined || baseUrl === '') return 'vendor';
  const { hostname } = new URL(baseUrl);
  if (hostname === vendorHost) return 'vendor';
  return privateHost.test(hostname) ? 'private' : 'public';
}
