import * as z from '@lectern/contracts/schema';
import { Flashcard } from './flashcardDeck.ts';
import { Folder, FolderDetail } from './folder.ts';
import { Id, sizes, Time } from './primitives.ts';
import { Quiz, QuizQuestion } from './quiz.ts';
import { Citation, ItemSource } from './source.ts';
import { GivenTime } from './review.ts';
import { StudyMaterial, StudyMaterialListItem } from './studyMaterial.ts';
import { filledText } from './texts.ts';

/** What a link can share, as in its address `/shared/:kind/:secret`. */
export const SharedKind = z.enum(['guide', 'folder', 'quiz', 'deck']);
export type SharedKind = z.infer<typeof SharedKind>;

export const ShareLinkRequest = z.object({
  /** The link ends at this time. Without it, it stays until it is revoked. */
  endsAt: z.optional(GivenTime),
  /** Whether readers see the owner's first name. Defaults to `false`. */
  showName: z.optional(z.boolean()),
});
export type ShareLinkRequest = z.infer<typeof ShareLinkRequest>;

/** The link of a guide, folder, quiz or deck. Whoever has `url` can read it without an account. */
export const ShareLink = z.object({
  url: z.string(),
  createdAt: Time,
  endsAt: z.nullable(Time),
  showName: z.boolean(),
  /** How often it was opened. */
  opens: z.int(),
  /** How often it was copied to an account. */
  copies: z.int(),
});
export type ShareLink = z.infer<typeof ShareLink>;

/** The owner's first name; `null` unless the owner shows it. */
const owner = z.nullable(z.string());

/** A guide as readers of a link see it. */
export const SharedGuide = z.extend(
  z.pick(StudyMaterial, {
    title: true,
    language: true,
    stylePreference: true,
    processedContent: true,
    generatedBy: true,
    pictures: true,
  }),
  { kind: z.literal('guide'), owner, sources: z.array(Citation) },
);
export type SharedGuide = z.infer<typeof SharedGuide>;

/** A guide in a shared folder. */
export const SharedFolderGuide = z.pick(StudyMaterialListItem, { _id: true, title: true, preview: true, createdAt: true });
export type SharedFolderGuide = z.infer<typeof SharedFolderGuide>;

/** A folder as readers of a link see it: with the guides that it has now. */
export const SharedFolder = z.extend(z.pick(Folder, { name: true }), {
  kind: z.literal('folder'),
  owner,
  guides: z.array(SharedFolderGuide),
});
export type SharedFolder = z.infer<typeof SharedFolder>;

/** The origin of an item, without the ids of its guide. */
const source = z.optional(z.pick(ItemSource, { pointer: true, quote: true, pictures: true, studyMaterialTitle: true }));

export const SharedQuestion = z.extend(z.pick(QuizQuestion, { _id: true, question: true, options: true, explanation: true, topic: true }), {
  source,
});
export type SharedQuestion = z.infer<typeof SharedQuestion>;

/** A quiz as readers of a link see it. Their answers stay in the browser. */
export const SharedQuiz = z.extend(z.pick(Quiz, { title: true, description: true, language: true, difficultyLevel: true }), {
  kind: z.literal('quiz'),
  owner,
  questions: z.array(SharedQuestion),
});
export type SharedQuiz = z.infer<typeof SharedQuiz>;

export const SharedCard = z.extend(z.pick(Flashcard, { _id: true, front: true, back: true, hint: true, pictures: true }), { source });
export type SharedCard = z.infer<typeof SharedCard>;

/** A deck as readers of a link see it. */
export const SharedDeck = z.object({
  kind: z.literal('deck'),
  owner,
  title: z.string(),
  description: z.string(),
  language: z.optional(z.string()),
  cards: z.array(SharedCard),
});
export type SharedDeck = z.infer<typeof SharedDeck>;

/** A folder copied from a link, and the guides that were not copied. */
export const CopiedFolder = z.extend(FolderDetail, { skipped: z.array(z.object({ reason: z.string(), count: z.int() })) });
export type CopiedFolder = z.infer<typeof CopiedFolder>;

/** The maximum number of guides that one copy of a folder creates. */
export const mostCopiedGuides = 100;

/** A reader's report of a shared page to the operator. */
export const SharedReport = z.object({
  kind: SharedKind,
  /** The secret of the link. */
  secret: Id,
  reason: filledText(sizes.reportComment, 'Please say what is wrong'),
});
export type SharedReport = z.infer<typeof SharedReport>;

/** Returns the path of a link's page. */
export const sharedPath = (kind: SharedKind, secret: string): string => `/shared/${kind}/${secret}`;
