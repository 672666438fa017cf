import * as z from '@lectern/contracts/schema';
import { Id, Time } from './primitives.ts';
import { Generation } from './generation.ts';
import { LeftOutPicture, Picture } from './picture.ts';
import { Omission } from './omission.ts';
import { Citation, PictureSlide, UnreadPages } from './source.ts';

/** The content that the engine made of a source, or the learner's own version of it. */
export const ProcessedContent = z.object({
  overview: z.string(),
  markdownContent: z.string(),
  /** A nested version that takes precedence where there is one. This product's service never answers one. */
  processedContent: z.optional(z.object({ markdownContent: z.string() })),
});
export type ProcessedContent = z.infer<typeof ProcessedContent>;

/** A section of a guide, and the engine that wrote it. */
export const GuideSection = z.object({ heading: z.string(), generatedBy: z.string() });
export type GuideSection = z.infer<typeof GuideSection>;

/** A study guide. `content` is the extracted source as text; it never changes. */
export const StudyMaterial = z.object({
  _id: Id,
  title: z.string(),
  content: z.string(),
  /** The language of the source, BCP 47; absent where it is unknown. */
  language: z.optional(z.string()),
  stylePreference: z.nullable(z.string()),
  processedContent: ProcessedContent,
  edited: z.boolean(),
  generatedBy: z.string(),
  /** Always sent; optional, so that pages accept an older service. */
  generation: z.optional(Generation),
  /** Its sections as they were made, in their order. Always sent; optional, so that pages accept an older service. */
  sections: z.optional(z.array(GuideSection)),
  /** A sentence about what the engine could not do. */
  limitation: z.optional(z.string()),
  /** Why a language model had no part in it, or none in all of it, as a sentence. */
  notice: z.optional(z.string()),
  sources: z.array(Citation),
  /** Slides with only pictures, which the guide's words do not cover; absent when there are none. */
  pictureSlides: z.optional(z.array(PictureSlide)),
  /** The pictures of its slides, which its markdown names; absent when there are none. */
  pictures: z.optional(z.array(Picture)),
  /** Pictures that cannot be shown; absent when there are none. */
  leftOutPictures: z.optional(z.array(LeftOutPicture)),
  /** Every line of the material that the guide leaves out, in the material's order. Absent in answers of services before 1.7. */
  omitted: z.optional(z.array(Omission)),
  /** How many symbols were left out because common fonts lack them; absent if none were. */
  unreadSymbols: z.optional(z.int().check(z.minimum(1))),
  /** Pages that were left out because their letters cannot be read; absent if every page could be read. */
  unreadPages: z.optional(z.array(UnreadPages)),
  folderId: z.nullable(Id),
  createdAt: Time,
});
export type StudyMaterial = z.infer<typeof StudyMaterial>;

/** A version of a guide's markdown. */
export const StudyMaterialVersion = z.object({
  /** Counted from 0, the first one that is kept. */
  version: z.int(),
  savedAt: Time,
  /** The learner's own; false for what the engine made. */
  edited: z.boolean(),
  isCurrent: z.boolean(),
  /** Its beginning, as in lists. */
  preview: z.string(),
});
export type StudyMaterialVersion = z.infer<typeof StudyMaterialVersion>;

/** The most of the learner's own versions that are kept, the current one among them. */
export const versionsKept = 10;

/** A study guide in a list: no markdown, but the preview of the card. */
export const StudyMaterialListItem = z.object({
  _id: Id,
  title: z.string(),
  stylePreference: z.nullable(z.string()),
  processedContent: z.object({ overview: z.string() }),
  /** The card's text, at most 150 characters and an ellipsis. */
  preview: z.string(),
  folderId: z.nullable(Id),
  generatedBy: z.string(),
  /** Always sent; optional, so that pages accept an older service. */
  generation: z.optional(Generation),
  createdAt: Time,
});
export type StudyMaterialListItem = z.infer<typeof StudyMaterialListItem>;
