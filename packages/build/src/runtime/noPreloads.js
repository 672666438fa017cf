// Stands in for the federation runtime's preloading: the page server names in the page what its address asks for.
const refuse = () => {
  throw new Error('The page server preloads what a page needs.');
};
export const defaultPreloadArgs = refuse;
export const formatPreloadArgs = refuse;
export const normalizePreloadExposes = refuse;
export const preloadAssets = refuse;
