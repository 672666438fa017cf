import { writtenByLearner } from '@lectern/contracts';
import { productName } from './usePageTitle';

/** The name of what made an item: 'Lectern's own engine', the model's name, or 'you'. */
export const engineName = (generatedBy: string): string =>
  generatedBy === writtenByLearner
    ? 'you'
    : generatedBy === 'offline'
      ? `${productName}'s own engine`
      : generatedBy.replace(/^openai:/, '');
