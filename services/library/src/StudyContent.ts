import type { Generations, Rest } from '@lectern/service-kit';
import type { AskedQuestion, Citation, GuideSection, ModelUsage, Omission, Picture, Source, Suggestion } from '@lectern/contracts';
import type { NamedMaterial, ReadMaterial } from '@lectern/documents';

/** The text of a guide. */
export interface GuideText {
  title: string;
  overview: string;
  markdownContent: string;
  sources: Citation[];
  sections: GuideSection[];
  /** Every line of the source that the guide omits. */
  omitted: readonly Omission[];
  limitation?: string | undefined;
  usage?: ModelUsage | undefined;
}

/** A guide as generated for the answer. */
export interface MadeGuide extends GuideText {
  /** The engine that wrote it. Differs from the requested one if that failed. */
  generatedBy: string;
  /** Explains why a language model wrote none of it. */
  notice?: string | undefined;
  /** Present while more is written. Each state is a whole guide. */
  rest?: Rest<GuideText> | undefined;
}

/**
 * The library's port to the study-content package. Work runs off the event loop, in a queue that is fair among learners.
 *
 * @throws DomainError `rate_limited` or `unavailable` if the queue is full
 */
export interface StudyContent {
  /** The engine's name, stored with its guides. */
  readonly generatedBy: string;
  /** Reads the text and the pictures of a deck. @throws DomainError `unreadable_file` */
  readDeck(userId: string, bytes: Uint8Array): Promise<ReadMaterial>;
  /**
   * Reads the text of a PDF, .docx, Markdown or text file, and the pictures of the first two. @throws DomainError `unreadable_file`,
   * `unsupported_type`
   */
  readDocument(userId: string, document: { name: string; bytes: Uint8Array }): Promise<ReadMaterial>;
  readText(userId: string, text: string): Promise<Source>;
  /** Joins two materials in this order. */
  join(first: ReadMaterial, second: ReadMaterial): ReadMaterial;
  /** Joins the documents of a guide; `undefined` without documents. */
  joinDocuments(documents: readonly NamedMaterial[]): ReadMaterial | undefined;
  /** @param key - identifies the call to the page, which polls the progress */
  guide(userId: string, source: Source, stylePreference: string | undefined, key?: string): Promise<MadeGuide>;
  /** Adds the text that is written after an answer. */
  readonly follow: Generations['follow'];
  /** Returns the progress of a running call; `undefined` if this process does not run it. */
  readonly progressOf: Generations['progressOf'];
  /** Inserts lines of the source into a guide, each after the text about its place. */
  insertLines(userId: string, source: Source, markdown: string, lines: readonly Omission[]): Promise<string>;
  /** Returns the terms and key statements of a source. */
  suggestions(userId: string, source: Source): Promise<Suggestion[]>;
  /** Answers a question from the passages of a source. */
  ask(userId: string, source: Source, question: string): Promise<Pick<AskedQuestion, 'answer' | 'answeredBy' | 'passages'>>;
  /** Inserts pictures into a guide, each where the guide cites its slide or its place in a document. */
  placePictures(markdown: string, pictures: readonly Pick<Picture, 'id' | 'slide' | 'pointer' | 'alt'>[], source: Source): string;
  /** Returns a source as readable text. */
  contentOf(source: Source): string;
}
