import type { Citation, DifficultyLevel, GuideSection, ModelUsage, Pointer, Source, WeakArea } from '@lectern/contracts';
import type { GuideOutline } from './GuideOutline.ts';

/** Options of every call. */
export interface EngineOptions {
  /** The name of a style of `styles/guideStyles.ts` (ADPIE, IRAC, SOAP, Cornell), or free words such as "outline" or "brief". */
  stylePreference?: string;
  signal?: AbortSignal;
  /** Told the tokens of each call of a language model. */
  onUsage?: (tokens: number) => void;
}

/** What the gate refuses in a guide. */
export interface RefusedInGuide {
  statements: RefusedStatement[];
  /** Citations whose quotes do not stand at their pointers. */
  quotes: Citation[];
}

/** How far the writing of a guide has come. */
interface GuideProgress {
  /** Sections. */
  made: number;
  asked: number;
  /** The guide as it is now: what is not written stands in the outline's form. */
  draft: () => Guide;
}

export interface GuideOptions extends EngineOptions {
  /** For an engine that writes section by section. */
  outline?: GuideOutline | undefined;
  /** For an engine that repairs what it wrote. */
  refusedIn?: (guide: Guide) => RefusedInGuide;
  onProgress?: (progress: GuideProgress) => void;
}

/** An item that the learner dropped: it is not made again. */
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
  /** Topics that the learner got wrong: questions on these come first. */
  weakAreas?: WeakArea[];
  /** Questions that must not be repeated, not even in similar words. */
  avoidStems?: string[];
  /** Dropped questions. The gate refuses them; engines need not know them. */
  dropped?: readonly DroppedItem[];
  /** From 0 up to 1; the same numbers give the same quiz. */
  random: () => number;
  /** Takes each question as it comes, of an engine that has them one by one. They are not in its answer. */
  accept?: (draft: DraftQuestion) => void;
}

export interface CardOptions extends EngineOptions {
  count: number;
  difficultyLevel?: DifficultyLevel;
  avoidFronts?: string[];
  /** Dropped cards. The gate refuses them; engines need not know them. */
  dropped?: readonly DroppedItem[];
  /** Takes each card as it comes, of an engine that has them one by one. They are not in its answer. */
  accept?: (draft: DraftCard) => void;
}

/** A study guide. Every statement has a reference to its source. */
export interface Guide {
  title: string;
  /** Plain text of 2 to 4 sentences where the material allows. */
  overview: string;
  /** Starts with the one top-level heading. */
  markdownContent: string;
  sources: Citation[];
  /** Its sections and the engine of each; absent where one engine made all. */
  sections?: GuideSection[];
  /** The part of the style preference that was not followed, as a sentence. */
  limitation?: string;
  usage?: ModelUsage;
}

/** A wrong option, and why it is wrong. */
export interface Distractor {
  text: string;
  rationale: string;
}

/** A question as engines make it. Its options have no positions, so that no engine can prefer one. */
export interface DraftQuestion {
  question: string;
  answer: string;
  /** Three, or two. An engine may offer four, from which the gate chooses. */
  distractors: Distractor[];
  answerRationale: string;
  explanation: string;
  topic: string;
  concept: string;
  source: Citation;
  /** Whether it goes beyond recall: a case, a comparison, a next step. Absent where the engine does not tell. */
  isApplied?: boolean;
}

export interface DraftCard {
  front: string;
  back: string;
  source: Citation;
}

export interface DraftQuiz {
  questions: DraftQuestion[];
  limitation?: string;
  usage?: ModelUsage;
}

export interface DraftDeck {
  cards: DraftCard[];
  limitation?: string;
  usage?: ModelUsage;
}

/** A draft that the gate refused, and why, in sentences for the engine. */
export interface Refused<Draft> {
  draft: Draft;
  reasons: string[];
}

/** A statement of a guide that the gate refused, as plain text, and why. */
interface RefusedStatement {
  text: string;
  reasons: string[];
}

/**
 * Makes study content from a source. An engine may offer more items than `count`: the gate keeps the first ones that pass. It does not decide
 * at which position the right option stands.
 */
export interface StudyContentEngine {
  /** Stored with the content, and shown to the learner. */
  readonly name: string;
  /**
   * `lecture`: the items stand in the order of the material. The gate checks all of them, and those that are too many are dropped evenly over the
   * material. Left out: the best items come first, and the gate stops when it has enough.
   */
  readonly itemOrder?: 'lecture';
  /** Its guides tell the material line by line, so that every line of it is looked for in them. */
  readonly isQuoting?: boolean;
  /** `as-words`: it gets sources in which each formula is one word. Left out: it reads formulas. */
  readonly formulas?: 'as-words';
  guide(source: Source, options: GuideOptions): Promise<Guide>;
  /** How its guides divide a source, for an engine that writes section by section. */
  outline?(source: Source, options: EngineOptions): Promise<GuideOutline | undefined>;
  quiz(source: Source, options: QuizOptions): Promise<DraftQuiz>;
  cards(source: Source, options: CardOptions): Promise<DraftDeck>;
  /** Repairs what the gate refused, and nothing else; absent where a second try would give the same. */
  repairQuestions?(source: Source, refused: Refused<DraftQuestion>[], options: QuizOptions): Promise<DraftQuiz>;
  repairCards?(source: Source, refused: Refused<DraftCard>[], options: CardOptions): Promise<DraftDeck>;
}
