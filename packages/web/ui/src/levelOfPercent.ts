import type { Tone } from './Badge';
import type { MeterTone } from './ProgressBar';

/** A level of knowledge, with the tones of its badge and bar. */
export interface KnowledgeLevel {
  label: 'Mastery' | 'Strong Understanding' | 'Needs Practice';
  badge: Tone;
  bar: MeterTone;
}

/** Returns the level of a score or mastery: 90 or more, 75 or more, or lower. @param percent - 0 to 100 */
export const levelOfPercent = (percent: number): KnowledgeLevel => {
  if (percent >= 90) return { label: 'Mastery', badge: 'success', bar: 'good' };
  if (percent >= 75) return { label: 'Strong Understanding', badge: 'info', bar: 'accent' };
  return { label: 'Needs Practice', badge: 'warning', bar: 'near' };
};
