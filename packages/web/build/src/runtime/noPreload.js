// Replaces the federation runtime's preloading: the page server names the scripts of a page's remote in the page.
export const defaultPreloadArgs = {};
export const normalizePreloadExposes = () => [];
export const formatPreloadArgs = () => [];
export const preloadAssets = () => undefined;
