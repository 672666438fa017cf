import type { QueueCounts } from './countInDeck.ts';
import type { OwnSettings } from './createReviewSettings.ts';
import type { QueueGroup } from './reviewFigures.ts';

/** How much is to be reviewed today. */
export interface DayCounts {
  own: OwnSettings;
  today: number;
  /** The last moment of today. ISO 8601, UTC. */
  dayEnd: string;
  all: QueueCounts;
  /** The length of a deck's queue. @param groups - its cards; when left out, they are read */
  inDeck: (deckId: string, groups?: readonly QueueGroup[]) => Promise<QueueCounts>;
}
