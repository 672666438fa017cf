import type { MeterTone } from '@lectern/ui';

/** The ring's colour: green at 90 or more, yellow at 70 or more, otherwise red. */
export const scoreTone = (score: number): MeterTone => (score >= 90 ? 'good' : score >= 70 ? 'near' : 'full');

export const scoreMessage = (score: number): string => (score >= 90 ? 'Excellent work!' : score >= 70 ? 'Good job!' : 'Keep practicing!');
