import { calls, mostPicturesBesideItem, placeWords, type ItemSource } from '@lectern/contracts';
import { call, queryKeys, useSourcePage, type ShownPage } from '@lectern/platform';
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

interface ItemSourceProps {
  source: ItemSource;
  /** The guide of the quiz or deck; `null` if there are several, because each item then names its own. */
  studyMaterialId: string | null;
}

/** Maximum height of a picture, in pixels. */
const mostHigh = 240;

export interface SourcePicturesProps extends ItemSourceProps {
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
        <PictureFigure key={picture.id} picture={picture} maxHeight={mostHigh} renew={() => renew(picture.id)} />
      ))}
    </PictureGroup>
  );
};

/** The slide or page that a source cites. */
export const SourcePage = ({ source: { pointer }, shown }: Pick<ItemSourceProps, 'source'> & { shown: ShownPage }): ReactNode => (
  <PictureFigure
    picture={shown.page}
    boxes={shown.boxes}
    renew={shown.renew}
    name={pointer.kind === 'slide' ? `Slide ${String(pointer.slide)}` : placeWords(pointer)}
    caption=""
    maxHeight={mostHigh}
  />
);

/** The slide or page of the item's source, with the cited lines marked. Falls back to the slide's pictures. */
export const SourceView = ({ source, studyMaterialId }: ItemSourceProps): ReactNode => {
  const shown = useSourcePage(source.studyMaterialId ?? studyMaterialId, [source.pointer]);
  if (shown === 'loading') return null;
  return shown ? <SourcePage source={source} shown={shown} /> : <SourcePictures source={source} studyMaterialId={studyMaterialId} />;
};
