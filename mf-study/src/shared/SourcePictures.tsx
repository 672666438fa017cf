import { calls, mostPicturesBesideItem, type ItemSource } from '@lectern/contracts';
import { call, queryKeys } from '@lectern/platform';
import { useQueryClient } from '@lectern/platform/query';
import { PictureFigure, PictureGroup } from '@lectern/ui';
import type { ReactNode } from 'react';

/** Cache time of new picture URLs, in milliseconds. Pictures that fail together cause one request. */
const freshMs = 60_000;

/** Returns a function that fetches a fresh URL for a guide's picture. Without a guide it resolves to undefined. */
export const useRenewedPicture = (studyMaterialId: string | null): ((id: string) => Promise<string | undefined>) => {
  const client = useQueryClient();
  return async (id) => {
    if (studyMaterialId === null) return undefined;
    const fresh = await client.fetchQuery({
      queryKey: [...queryKeys.studyMaterials, 'pictures', studyMaterialId],
      queryFn: ({ signal }) => call(calls.listPictures, { path: { id: studyMaterialId }, signal }),
      staleTime: freshMs,
    });
    return fresh.find((picture) => picture.id === id)?.url;
  };
};

export interface SourcePicturesProps {
  source: ItemSource;
  /** The guide of the quiz or deck; `null` if it was made from several, which its items name. */
  studyMaterialId: string | null;
  /** Whether to show all pictures, as the source panel does. Defaults to the first three. */
  isWhole?: boolean;
}

/** The pictures of the item's source slide. */
export const SourcePictures = ({ source, studyMaterialId, isWhole = false }: SourcePicturesProps): ReactNode => {
  const { pictures = [] } = source;
  const renew = useRenewedPicture(source.studyMaterialId ?? studyMaterialId);
  if (pictures.length === 0) return null;
  return (
    <PictureGroup>
      {(isWhole ? pictures : pictures.slice(0, mostPicturesBesideItem)).map((picture) => (
        <PictureFigure key={picture.id} picture={picture} maxHeight={240} renew={() => renew(picture.id)} />
      ))}
    </PictureGroup>
  );
};
