import type { MeterTone } from '@lectern/ui';

/** The ring's colour: green from 90, yellow from 70, otherwise red. */
export const scoreTone = (score: number): MeterTone => (score >= 90 ? 'good' : score >= 70 ? 'near' : 'full');

export const scoreMessage = (score: number): string => (score >= 90 ? 'Excellent work!' : score >= 70 ? 'Good job!' : 'Keep practicing!');
