import type { Citation, DifficultyLevel, ModelUsage, Source, WeakArea } from '@lectern/contracts';

/** What every call of an engine takes. */
export interface EngineOptions {
  /** A named style (ADPIE, IRAC, SOAP, Cornell, outline) or free words. */
  stylePreference?: string;
  signal?: AbortSignal;
}

export interface QuizOptions extends EngineOptions {
  count: number;
  difficultyLevel?: DifficultyLevel;
  /** What the learner got wrong: these come first. */
  weakAreas?: WeakArea[];
  /** Questions that must not come again, nor anything near them. */
  avoidStems?: string[];
  /** From 0 up to 1; the same numbers give the same quiz. */
  random: () => number;
}

export interface CardOptions extends EngineOptions {
  count: number;
  avoidFronts?: string[];
}

/** A study guide; every statement of it keeps where it comes from. */
export interface Guide {
  title: string;
  /** Plain text of 2 to 4 sentences where the material allows. */
  overview: string;
  /** Starts with the one top-level heading. */
  markdownContent: string;
  sources: Citation[];
  /** What of the learner's wish could not be done, as a sentence. */
  limitation?: string;
  usage?: ModelUsage;
}

/** A wrong option, and why it is wrong. */
export interface Distractor {
  text: string;
  rationale: string;
}

/** A question as engines make it: without positions, so that none can be preferred. */
export interface DraftQuestion {
  question: string;
  answer: string;
  distractors: Distractor[];
  answerRationale: string;
  explanation: string;
  topic: string;
  concept: string;
  source: Citation;
  /** Where another engine than the one that was asked made it. */
  generatedBy?: string;
}

export interface DraftCard {
  front: string;
  back: string;
  source: Citation;
  /** Where another engine than the one that was asked made it. */
  generatedBy?: string;
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

/** What the gate refused, and why: sentences for whoever made it. */
export interface Refused<Draft> {
  draft: Draft;
  reasons: string[];
}

/**
 * Makes study content from a source. Engines may offer more items than `count`: the gate drops what fails and keeps
 * the first that pass. They never decide where the right option stands.
 */
export interface StudyContentEngine {
  /** Stored with what it makes, and shown to the learner. */
  readonly name: string;
  guide(source: Source, options: EngineOptions): Promise<Guide>;
  quiz(source: Source, options: QuizOptions): Promise<DraftQuiz>;
  cards(source: Source, options: CardOptions): Promise<DraftDeck>;
  /** Another try at what the gate refused; absent where one would give the same again. */
  repairGuide?(source: Source, refused: Refused<Guide>, options: EngineOptions): Promise<Guide>;
  repairQuestions?(source: Source, refused: Refused<DraftQuestion>[], options: QuizOptions): Promise<DraftQuiz>;
  repairCards?(source: Source, refused: Refused<DraftCard>[], options: CardOptions): Promise<DraftDeck>;
}
