import { calls, mostPicturesBesideItem, type ItemSource } from '@lectern/contracts';
import { call, queryKeys } from '@lectern/platform';
import { useQueryClient } from '@lectern/platform/query';
import { PictureFigure, PictureGroup } from '@lectern/ui';
import type { ReactNode } from 'react';

/** New picture addresses are cached for this time: pictures that fail together cause one request. Milliseconds. */
const freshMs = 60_000;

/** Requests the new address of a guide's picture whose address has expired. Without a guide there is none. */
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
  /** The guide of its quiz or deck; `null` when it was made from several, which their items name. */
  studyMaterialId: string | null;
  /** Shows all of them, as its source panel does; left out, the first three. */
  isWhole?: boolean;
}

/** The pictures of the slide that an item comes from. */
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
