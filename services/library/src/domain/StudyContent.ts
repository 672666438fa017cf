import type { Citation, ModelUsage, Source } from '@lectern/contracts';

/**
 * What the library needs of the study-content package; it does the work off the event loop, when it is the learner's turn.
 * @throws DomainError `rate_limited` or `unavailable` when too much waits
 */
export interface StudyContent {
  /** The text of a deck. @throws DomainError `unreadable_file` */
  readDeck(userId: string, bytes: Uint8Array): Promise<Source>;
  readText(userId: string, text: string): Promise<Source>;
  /** Slides first, then the pasted text. */
  join(deck: Source, text: Source): Source;
  guide(
    userId: string,
    source: Source,
    stylePreference: string | undefined,
  ): Promise<{
    title: string;
    overview: string;
    markdownContent: string;
    sources: Citation[];
    limitation?: string | undefined;
    /** The engine that made it, which may be another than the one that was asked. */
    generatedBy: string;
    usage?: ModelUsage | undefined;
  }>;
  /** A source as readable text. */
  contentOf(source: Source): string;
}
