import type { ImportErrorCode, SkipReason } from '@lectern/exchange/reading';
import type { ErrorCode } from '@lectern/contracts';
import { importedReviewsPerCard } from './planDecks.ts';

/** The reasons for skipped content, as shown to the learner. */
export const skippedWords: Readonly<Record<SkipReason | 'impossible-reviews' | 'existing-cards', string>> = {
  pictures: 'Pictures',
  sounds: 'Sounds',
  sources: 'Card sources',
  'empty-sides': 'Cards without text on both sides',
  'long-sides': 'Cards with a side of more than 2,000 characters',
  'lines-without-back': 'Lines without a front and a back',
  'other-cells': 'Cells beyond the front and the back',
  'unlogged-schedules': 'Schedules of cards without reviews',
  'existing-cards': 'Cards that you have already',
  'impossible-reviews': `Reviews before the year 2000, in the future, or beyond ${importedReviewsPerCard.toLocaleString('en')} of a card`,
};

/** The contract's error code for each failure. */
export const importErrorCodes = {
  'not-a-deck': 'unsupported_type',
  damaged: 'unreadable_file',
  encrypted: 'unreadable_file',
  'too-large': 'unreadable_file',
  'no-cards': 'unreadable_file',
} as const satisfies Record<ImportErrorCode, ErrorCode>;
