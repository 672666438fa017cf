import type { ItemFeatures } from './itemFeatures.ts';
import type { QualityModel } from './QualityModel.ts';
import { cardWeights, questionWeights } from './qualityWeights.ts';

/** The log-odds that a model gives to features. */
export const qualityBy = ({ bias, weights }: QualityModel, features: ItemFeatures): number =>
  Object.entries(features).reduce((sum, [name, value]) => sum + value * (weights[name] ?? 0), bias);

/** The quality of an item in a language that is not described: all are taken. */
const unknownQuality = 0;

/**
 * How good a question is, as log-odds that a strict reader calls it good: 0 for even odds, above for better ones. The weights are fitted to readers'
 * judgements of items from lecture decks (`npm run eval -- --fit-quality`, docs/quality.md).
 */
export const questionQuality = (features: ItemFeatures | undefined): number =>
  features ? qualityBy(questionWeights, features) : unknownQuality;

/** The same for a card. */
export const cardQuality = (features: ItemFeatures | undefined): number => (features ? qualityBy(cardWeights, features) : unknownQuality);
