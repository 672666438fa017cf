import * as z from '@lectern/contracts/schema';
import { Id, Time } from './primitives.ts';
import { Generation } from './generation.ts';
import { LeftOutPicture, Picture } from './picture.ts';
import { Omission } from './omission.ts';
import { Citation, PictureSlide, UnreadPages } from './source.ts';

/** The generated content of a source, or the learner's edited version of it. */
export const ProcessedContent = z.object({
  overview: z.string(),
  markdownContent: z.string(),
  /** A nested version that takes precedence if present. This product's service never sends one. */
  processedContent: z.optional(z.object({ markdownContent: z.string() })),
});
export type ProcessedContent = z.infer<typeof ProcessedContent>;

/** A section of a guide and the engine that wrote it. */
export const GuideSection = z.object({ heading: z.string(), generatedBy: z.string() });
export type GuideSection = z.infer<typeof GuideSection>;

/** A study guide. `content` is the extracted text of the source; it never changes. */
export const StudyMaterial = z.object({
  _id: Id,
  title: z.string(),
  content: z.string(),
  /** The language of the source, BCP 47; absent if unknown. */
  language: z.optional(z.string()),
  stylePreference: z.nullable(z.string()),
  processedContent: ProcessedContent,
  edited: z.boolean(),
  generatedBy: z.string(),
  /** Always sent; optional, so that pages accept an older service. */
  generation: z.optional(Generation),
  /** Its generated sections, in order. Always sent; optional, so that pages accept an older service. */
  sections: z.optional(z.array(GuideSection)),
  /** A sentence about the limits of the engine. */
  limitation: z.optional(z.string()),
  /** Explains why a language model generated none or only part of it. */
  notice: z.optional(z.string()),
  sources: z.array(Citation),
  /** Slides with only pictures, which the guide's text does not cover; absent if there are none. */
  pictureSlides: z.optional(z.array(PictureSlide)),
  /** The pictures of its slides, which its Markdown references; absent if there are none. */
  pictures: z.optional(z.array(Picture)),
  /** Pictures that cannot be shown; absent if there are none. */
  leftOutPictures: z.optional(z.array(LeftOutPicture)),
  /** Every omitted line of the material, in order. Absent in answers of services before 1.7. */
  omitted: z.optional(z.array(Omission)),
  /** The number of symbols that were skipped because common fonts lack them; absent if there are none. */
  unreadSymbols: z.optional(z.int().check(z.minimum(1))),
  /** Pages that were skipped because their letters cannot be decoded; absent if every page was readable. */
  unreadPages: z.optional(z.array(UnreadPages)),
  folderId: z.nullable(Id),
  createdAt: Time,
});
export type StudyMaterial = z.infer<typeof StudyMaterial>;

/** A version of a guide's Markdown. */
export const StudyMaterialVersion = z.object({
  /** Counted from 0, the oldest stored version. */
  version: z.int(),
  savedAt: Time,
  /** Whether the learner edited it; `false` for a generated version. */
  edited: z.boolean(),
  isCurrent: z.boolean(),
  /** The beginning of its text, as in lists. */
  preview: z.string(),
});
export type StudyMaterialVersion = z.infer<typeof StudyMaterialVersion>;

/** The maximum number of stored learner versions, including the current one. */
export const versionsKept = 10;

/** A study guide in a list: without Markdown, with the preview of the card. */
export const StudyMaterialListItem = z.object({
  _id: Id,
  title: z.string(),
  stylePreference: z.nullable(z.string()),
  processedContent: z.object({ overview: z.string() }),
  /** The text of the card: at most 150 characters and an ellipsis. */
  preview: z.string(),
  folderId: z.nullable(Id),
  generatedBy: z.string(),
  /** Always sent; optional, so that pages accept an older service. */
  generation: z.optional(Generation),
  createdAt: Time,
});
export type StudyMaterialListItem = z.infer<typeof StudyMaterialListItem>;
