import { calls, picturesBeside, placeKindOf, placeOf, type Picture } from '@lectern/contracts';
import { call, queryKeys } from '@lectern/platform';
import { useQueryClient } from '@lectern/platform/query';
import { PictureFigure, PictureGroup, PictureImage, space } from '@lectern/ui';
import { pictureIdOf } from '@lectern/ui/markdown';
import { createContext, useCallback, useContext, useMemo, type ReactNode } from 'react';
import { styled } from 'styled-components';
import type { SourcePlace } from './sourcePlaces';

/** How long renewed picture addresses are cached: pictures that fail together cause a single request. Milliseconds. */
const freshMs = 60_000;

interface GuidePictures {
  byId: ReadonlyMap<string, Picture>;
  /** Returns the new address of a picture whose address has expired; undefined if the picture no longer exists. */
  renew: (id: string) => Promise<string | undefined>;
}

const PicturesContext = createContext<GuidePictures>({ byId: new Map(), renew: () => Promise.resolve(undefined) });

export interface GuidePicturesProviderProps {
  /** Identifies the guide among those whose pictures were read again. */
  studyMaterialId: string;
  pictures: readonly Picture[];
  /** Reads the pictures with new addresses. Defaults to those of the learner's guide. */
  readAgain?: (signal: AbortSignal) => Promise<readonly Picture[]>;
  children: ReactNode;
}

/** Provides a guide's pictures to its text and its source passages. */
export const GuidePicturesProvider = ({ studyMaterialId, pictures, readAgain, children }: GuidePicturesProviderProps): ReactNode => {
  const client = useQueryClient();
  const renew = useCallback(
    async (id: string): Promise<string | undefined> => {
      const fresh = await client.fetchQuery({
        queryKey: [...queryKeys.studyMaterials, 'pictures', studyMaterialId],
        queryFn: ({ signal }): Promise<readonly Picture[]> =>
          readAgain?.(signal) ?? call(calls.listPictures, { path: { id: studyMaterialId }, signal }),
        staleTime: freshMs,
      });
      return fresh.find((picture) => picture.id === id)?.url;
    },
    [client, studyMaterialId, readAgain],
  );
  const value = useMemo(() => ({ byId: new Map(pictures.map((picture) => [picture.id, picture])), renew }), [pictures, renew]);
  return <PicturesContext value={value}>{children}</PicturesContext>;
};

/** Whether the next picture has the same place and words. Adjacent pictures share one caption, under the last one. */
const sharesNextCaption = (pictures: readonly Picture[], picture: Picture): boolean => {
  const next = pictures[pictures.indexOf(picture) + 1];
  return next?.alt === picture.alt && next.slide === picture.slide && next.pointer === picture.pointer;
};

/** Renders a picture of the guide's text by its address `picture:ID`. Falls back to its words if the guide has no such picture. */
export const GuidePicture = ({ src, alt }: { src: string | undefined; alt: string | undefined }): ReactNode => {
  const { byId, renew } = useContext(PicturesContext);
  const picture = byId.get(pictureIdOf(src) ?? '');
  if (!picture) return <span data-picture-words>{alt}</span>;
  const words = alt?.trim() || picture.alt;
  const isUncaptioned = sharesNextCaption([...byId.values()], picture);
  return <PictureFigure picture={{ ...picture, alt: words }} {...(isUncaptioned && { caption: '' })} renew={() => renew(picture.id)} />;
};

/** A picture of the guide's text without a way to enlarge it, for the editor. */
export const GuidePictureImage = ({ src, alt }: { src: string; alt: string }): ReactNode => {
  const { byId, renew } = useContext(PicturesContext);
  const picture = byId.get(pictureIdOf(src) ?? '');
  const words = alt.trim() || picture?.alt || 'Picture';
  if (!picture) return <span data-picture-words>{words}</span>;
  return (
    <>
      <PictureImage picture={{ ...picture, alt: words }} maxHeight={320} renew={() => renew(picture.id)} />
      <span className="caption" aria-hidden>
        {words}
      </span>
    </>
  );
};

const Below = styled.div`
  margin-top: ${space[16]};
`;

/** The pictures next to the first quote of a place. Without quotes, the pictures of its slide or paragraph. */
const picturesAt = (pictures: readonly Picture[], { kind, number, quotes }: SourcePlace): readonly Picture[] => {
  const [quote] = quotes;
  if (quote) return picturesBeside(pictures, quote.pointer);
  return pictures.filter(
    ({ slide, pointer }) => kind === (pointer ? placeKindOf(pointer) : 'slide') && number === (pointer ? placeOf(pointer) : slide),
  );
};

/** The pictures of a place, sized for a panel. Renders nothing without pictures. */
export const PlacePictures = ({ place }: { place: SourcePlace }): ReactNode => {
  const { byId, renew } = useContext(PicturesContext);
  const shown = picturesAt([...byId.values()], place);
  if (shown.length === 0) return null;
  return (
    <Below>
      <PictureGroup>
        {shown.map((picture) => (
          <PictureFigure key={picture.id} picture={picture} maxHeight={240} renew={() => renew(picture.id)} />
        ))}
      </PictureGroup>
    </Below>
  );
};
