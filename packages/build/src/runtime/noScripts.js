// Stands in for the federation runtime's loading of scripts: the shell loads entries with integrity, nonce and retries of its own.
const refuse = () => {
  throw new Error('The shell loads scripts by itself.');
};
export const createLink = refuse;
export const createScript = refuse;
export const loadScript = refuse;
export const isStaticResourcesEqual = refuse;
export const safeWrapper = refuse;
