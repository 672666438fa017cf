import { productName } from './usePageTitle';

/** Who made something, in words: 'Lectern's own engine', or the model's name. */
export const engineName = (generatedBy: string): string =>
  generatedBy === 'offline' ? `${productName}'s own engine` : generatedBy.replace(/^openai:/, '');
