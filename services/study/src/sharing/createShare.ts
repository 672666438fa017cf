import type { SharedKind, ShareLink, ShareLinkRequest } from '@lectern/contracts';
import type { Creation } from '@lectern/service-kit';
import { getOwned } from '../owned/ownedResources.ts';
import type { OwnedResource, ResourceKind } from '../owned/OwnedResource.ts';
import type { StudyContext } from '../StudyContext.ts';

const sharedKinds = { quizzes: 'quiz', flashcards: 'deck' } as const satisfies Record<string, SharedKind>;

/** Makes the link of a quiz or deck, in place of an earlier one. @throws DomainError `not_found` */
export async function createShare<T extends OwnedResource, Large extends Exclude<keyof T & string, keyof OwnedResource>>(
  study: StudyContext,
  kind: ResourceKind<T, Large>,
  userId: string,
  { id, request, creation }: { id: string; request: ShareLinkRequest; creation: Creation },
): Promise<ShareLink> {
  await getOwned(study, kind, userId, id);
  const link = await study.shareLinks.create({ userId, kind: sharedKinds[kind.counted], id }, request, creation);
  try {
    await getOwned(study, kind, userId, id);
  } catch (error) {
    // It was deleted meanwhile.
    await study.shareLinks.end(userId, id);
    throw error;
  }
  return link;
}
