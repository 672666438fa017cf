import type { ItemOrigin, ItemSource } from '@lectern/contracts';
import { newId } from '@lectern/document-store';
import type { StudyContext } from '../StudyContext.ts';
import { titlesOfGuide } from './ownedResources.ts';
import type { OwnedResource, ResourceKind } from './OwnedResource.ts';
import { copyTitle, distinctTitle } from './titles.ts';

type LargeField<T extends OwnedResource> = Exclude<keyof T & string, keyof OwnedResource>;

/** The fields that a copy does not take over: what the generation cost, and what concerns an import. */
type NotCopied = 'usage' | 'generation' | 'togetherWith' | 'path' | 'importedTitle' | 'importedAs';

/** The guides stay with their owner, so the copy of a shared quiz or deck only names their title. */
const withoutGuides = { studyMaterialId: '', studyMaterialIds: undefined, studyMaterialVersion: 0, isSourceDeleted: false };

/** Returns the fields of a copy that `userId` makes of an own or shared quiz or deck. */
export async function copiedFields<T extends OwnedResource, Large extends LargeField<T>>(
  study: StudyContext,
  kind: ResourceKind<T, Large>,
  original: T,
  userId: string,
) {
  const {
    usage: _usage,
    generation: _generation,
    togetherWith: _together,
    path: _path,
    importedTitle: _importedTitle,
    importedAs: _importedAs,
    ...fields
  } = original as T & Partial<Record<NotCopied, never>>;
  const isOwn = original.userId === userId;
  const taken = await titlesOfGuide(study, kind, userId, isOwn ? original.studyMaterialId : '');
  return {
    ...fields,
    ...(!isOwn && withoutGuides),
    title: isOwn ? copyTitle(original.title, taken) : distinctTitle(original.title, taken),
    createdAt: study.clock().toISOString(),
  };
}

/** An item of a shared quiz or deck without what concerns only its owner: the id of its guide, reports, and whether it was edited. */
export const sharedItem = <T extends ItemOrigin & { source?: ItemSource | undefined }>({
  reported: _reported,
  edited: _edited,
  ...item
}: T) => {
  if (!item.source) return item;
  const { studyMaterialId: _guide, ...source } = item.source;
  return { ...item, source };
};

/** Returns the items of a copy. They get new ids, so that the copy shares no reviews with the original. */
export const copiedItems = <T extends ItemOrigin & { _id: string; source?: ItemSource | undefined }>(
  { clock }: StudyContext,
  items: readonly T[],
  isOwn: boolean,
): T[] =>
  // A shared item lacks only optional fields.
  items.map((item) => ({ ...((isOwn ? item : sharedItem(item)) as T), _id: newId(() => clock().getTime()) }));
