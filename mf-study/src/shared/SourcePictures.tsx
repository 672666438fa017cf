import { calls, type ItemSource } from '@lectern/contracts';
import { call, queryKeys } from '@lectern/platform';
import { useQueryClient } from '@lectern/platform/query';
import { PictureFigure, PictureGroup } from '@lectern/ui';
import type { ReactNode } from 'react';

/** New addresses are asked for once for all pictures of a page that fail within so long. Milliseconds. */
const freshMs = 60_000;
/** A slide with more pictures is a collage, which its source panel shows. */
const mostBesideAnItem = 3;

/** Asks for the new address of a picture of a guide, when its address has ended. */
export const useRenewedPicture = (studyMaterialId: string): ((id: string) => Promise<string | undefined>) => {
  const client = useQueryClient();
  return async (id) => {
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
  studyMaterialId: string;
  /** Shows all of them; left out, the first three. */
  isWhole?: boolean;
}

/** The pictures of the slide that an item comes from. */
export const SourcePictures = ({ source: { pictures = [] }, studyMaterialId, isWhole = false }: SourcePicturesProps): ReactNode => {
  const renew = useRenewedPicture(studyMaterialId);
  if (pictures.length === 0) return null;
  return (
    <PictureGroup>
      {(isWhole ? pictures : pictures.slice(0, mostBesideAnItem)).map((picture) => (
        <PictureFigure key={picture.id} picture={picture} maxHeight={240} renew={() => renew(picture.id)} />
      ))}
    </PictureGroup>
  );
};
