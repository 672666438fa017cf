import type { Generations, Rest } from '@lectern/service-kit';
import type { AskedQuestion, Citation, GuideSection, ModelUsage, Omission, Picture, Source, Suggestion } from '@lectern/contracts';
import type { NamedMaterial, ReadMaterial } from '@lectern/documents';

/** What an engine writes of a guide. */
export interface GuideText {
  title: string;
  overview: string;
  markdownContent: string;
  sources: Citation[];
  sections: GuideSection[];
  /** Every line of the source that the guide leaves out. */
  omitted: readonly Omission[];
  limitation?: string | undefined;
  usage?: ModelUsage | undefined;
}

/** What there is of a guide at the answer. */
export interface MadeGuide extends GuideText {
  /** The engine that made it; another one than was asked where that failed. */
  generatedBy: string;
  /** Why a language model had no part in it. */
  notice?: string | undefined;
  /** Present while more is written. Each state is a whole guide. */
  rest?: Rest<GuideText> | undefined;
}

/**
 * The library's port to the study-content package. Work runs off the event loop, in a queue that is fair among learners.
 * @throws DomainError `rate_limited` or `unavailable` when the queue is full
 */
export interface StudyContent {
  /** Name of the engine, stored with its guides. */
  readonly generatedBy: string;
  /** The text and the pictures of a deck. @throws DomainError `unreadable_file` */
  readDeck(userId: string, bytes: Uint8Array): Promise<ReadMaterial>;
  /** The text of a PDF, a .docx, Markdown or text, and the pictures of the first two. @throws DomainError `unreadable_file`, `unsupported_type` */
  readDocument(userId: string, document: { name: string; bytes: Uint8Array }): Promise<ReadMaterial>;
  readText(userId: string, text: string): Promise<Source>;
  /** Joins two materials in this order. */
  join(first: ReadMaterial, second: ReadMaterial): ReadMaterial;
  /** Joins the documents of a guide; `undefined` where there are none. */
  joinDocuments(documents: readonly NamedMaterial[]): ReadMaterial | undefined;
  /** @param key - the page's name of the call, by which it asks for the progress */
  guide(userId: string, source: Source, stylePreference: string | undefined, key?: string): Promise<MadeGuide>;
  /** Adds what is written after an answer. */
  readonly follow: Generations['follow'];
  /** How far a running call has come; `undefined` for one that this process does not run. */
  readonly progressOf: Generations['progressOf'];
  /** Adds lines of the source to a guide, each behind what is said of its place. */
  insertLines(userId: string, source: Source, markdown: string, lines: readonly Omission[]): Promise<string>;
  /** The terms and key statements of a source. */
  suggestions(userId: string, source: Source): Promise<Suggestion[]>;
  /** The answer to a question, from the passages of a source. */
  ask(userId: string, source: Source, question: string): Promise<Pick<AskedQuestion, 'answer' | 'answeredBy' | 'passages'>>;
  /** Inserts the pictures into a guide, each where the guide cites its slide or its place in a document. */
  placePictures(markdown: string, pictures: readonly Pick<Picture, 'id' | 'slide' | 'pointer' | 'alt'>[], source: Source): string;
  /** A source as readable text. */
  contentOf(source: Source): string;
}
