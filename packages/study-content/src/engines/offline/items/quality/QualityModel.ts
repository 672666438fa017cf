/** A linear model: a number for each feature, and one that is always added. */
export interface QualityModel {
  bias: number;
  weights: Readonly<Record<string, number>>;
}
