import type { Citation, DifficultyLevel, GuideSection, ModelUsage, Pointer, Source, WeakArea } from '@lectern/contracts';
import type { GuideContent } from './styles/renderGuide.ts';

export interface EngineOptions {
  /** A style name from `styles/guideStyles.ts` (ADPIE, IRAC, SOAP, Cornell), or free text such as "outline" or "brief". */
  stylePreference?: string;
  signal?: AbortSignal;
  /** Called with the tokens of each model call. */
  onUsage?: (tokens: number) => void;
}

export interface RefusedInGuide {
  statements: RefusedStatement[];
  /** Citations whose quotes are not at their pointers. */
  quotes: Citation[];
}

interface GuideProgress {
  /** The number of sections written so far. */
  made: number;
  asked: number;
  /** The guide so far. Sections that are not written yet have the outline's form. */
  draft: () => Guide;
}

export interface GuideOptions extends EngineOptions {
  /** For engines that write section by section. */
  outline?: GuideOutline | undefined;
  /** For engines that repair their guides. */
  refusedIn?: (guide: Guide) => RefusedInGuide;
  onProgress?: (progress: GuideProgress) => void;
}

/** An item that the learner dropped. It must not come back. */
export interface DroppedItem {
  /** The question, or the front of the card. */
  text: string;
  /** The right option, or the back of the card. */
  key: string;
  pointer: Pointer;
}

export interface QuizOptions extends EngineOptions {
  count: number;
  difficultyLevel?: DifficultyLevel;
  /** Topics that the learner got wrong. Questions about them come first. */
  weakAreas?: WeakArea[];
  /** Questions not to repeat, even in similar words. */
  avoidStems?: string[];
  /** Refused by the gate; engines may ignore them. */
  dropped?: readonly DroppedItem[];
  /** Returns numbers in [0, 1). The same sequence gives the same quiz. */
  random: () => number;
  /** Receives each question as it arrives, if the engine streams. Streamed questions are not in the result. */
  accept?: (draft: DraftQuestion) => void;
}

export interface CardOptions extends EngineOptions {
  count: number;
  difficultyLevel?: DifficultyLevel;
  avoidFronts?: string[];
  /** Refused by the gate; engines may ignore them. */
  dropped?: readonly DroppedItem[];
  /** Receives each card as it arrives, if the engine streams. Streamed cards are not in the result. */
  accept?: (draft: DraftCard) => void;
}

/** A study guide. Every statement has a reference to the source. */
export interface Guide {
  title: string;
  /** Plain text; 2 to 4 sentences if the material allows. */
  overview: string;
  /** Starts with the only top-level heading. */
  markdownContent: string;
  sources: Citation[];
  /** The sections and their engines; absent if one engine wrote all. */
  sections?: GuideSection[];
  /** A sentence about the part of the style preference that was not followed. */
  limitation?: string;
  usage?: ModelUsage;
}

/** A wrong option and why it is wrong. */
export interface Distractor {
  text: string;
  rationale: string;
}

/** A question from an engine. Options are unordered, so that no engine can prefer a position. */
export interface DraftQuestion {
  question: string;
  answer: string;
  /** Two or three in the final question. Engines may offer four, from which the gate picks. */
  distractors: Distractor[];
  answerRationale: string;
  explanation: string;
  topic: string;
  concept: string;
  source: Citation;
  /** Whether it goes beyond recall: a case, a comparison, a next step. Absent if the engine does not say. */
  isApplied?: boolean;
}

export interface DraftCard {
  front: string;
  back: string;
  source: Citation;
}

/** The items of an engine. */
export interface Drafts<Draft> {
  drafts: Draft[];
  limitation?: string | undefined;
  usage?: ModelUsage | undefined;
}

/** A refused draft with the reasons, as sentences for the engine. */
export interface Refused<Draft> {
  draft: Draft;
  reasons: string[];
}

/** A refused statement of a guide, as plain text. */
interface RefusedStatement {
  text: string;
  reasons: string[];
}

/** Generates study content. May offer more than `count` items; the gate keeps the first that pass. */
export interface StudyContentEngine {
  /** Stored with the content and shown to the learner. */
  readonly name: string;
  /** `lecture` if items come in source order; the gate then drops a surplus evenly. By default the best items come first. */
  readonly itemOrder?: 'lecture';
  /** Whether its guides reproduce the material line by line, so that every line can be looked up in them. */
  readonly isQuoting?: boolean;
  /** `as-words` if the engine needs sources in which each formula is replaced by one word. By default it reads formulas. */
  readonly formulas?: 'as-words';
  guide(source: Source, options: GuideOptions): Promise<Guide>;
  /** Returns how its guides divide a source. Only for engines that write section by section. */
  outline?(source: Source, options: EngineOptions): Promise<GuideOutline | undefined>;
  quiz(source: Source, options: QuizOptions): Promise<Drafts<DraftQuestion>>;
  cards(source: Source, options: CardOptions): Promise<Drafts<DraftCard>>;
  /** Repairs only the refused items. Absent if a retry would give the same result. */
  repairQuestions?(source: Source, refused: Refused<DraftQuestion>[], options: QuizOptions): Promise<Drafts<DraftQuestion>>;
  repairCards?(source: Source, refused: Refused<DraftCard>[], options: CardOptions): Promise<Drafts<DraftCard>>;
}

/** The passages that a guide covers under one heading. */
export interface OutlineSection {
  heading: string;
  /** Passage indexes; `to` is exclusive. */
  from: number;
  to: number;
}

/** How a guide divides its source, and how the embedded engine renders each section. */
export interface GuideOutline {
  title: string;
  overview: string;
  /** Contiguous. */
  sections: readonly OutlineSection[];
  /** Renders the sections with these indexes. */
  contentOf(sections: ReadonlySet<number>): GuideContent;
}
