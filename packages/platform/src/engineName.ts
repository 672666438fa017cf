import { productName } from './usePageTitle';

/** The name of the engine that generated an item: 'Lectern's own engine', or the model's name. */
export const engineName = (generatedBy: string): string =>
  generatedBy === 'offline' ? `${productName}'s own engine` : generatedBy.replace(/^openai:/, '');
