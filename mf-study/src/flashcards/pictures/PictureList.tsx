import { cardPictureBounds } from '@lectern/contracts';
import { color, FieldProblem, IconButton, measure, PictureImage, radius, SkeletonBlock, space, TextField, X } from '@lectern/ui';
import { useState, type ReactNode } from 'react';
import { styled } from 'styled-components';
import type { Side } from './cardPictures';
import type { CardPictures } from './useCardPictures';

const List = styled.ul`
  display: grid;
  gap: ${space[8]};
`;

/** The picture and its button in a row, the description below. */
const Item = styled.li`
  display: grid;
  grid-template-columns: 96px minmax(0, 1fr);
  gap: ${space[8]} ${space[12]};
  padding: ${space[8]};
  border: 1px solid ${color.line};
  border-radius: ${radius.field};
  > :first-child {
    display: grid;
    place-items: center;
    min-height: 64px;
    border-radius: ${radius.field};
    background: ${color.sunken};
    overflow: hidden;
  }
  > button {
    justify-self: end;
    width: ${measure.target};
    height: ${measure.target};
  }
  > :last-child:not([role='status']) {
    grid-column: 1 / -1;
  }
  > [role='status'] {
    align-self: center;
  }
`;

/** Maximum height of a picture, in pixels. */
const pictureHeight = 96;

const Thumbnail = ({ picture }: { picture: CardPictures['pictures'][number] }): ReactNode => {
  const [failed, setFailed] = useState<string>();
  return (
    <div>
      {failed !== picture.url && (
        <PictureImage
          picture={picture}
          maxHeight={pictureHeight}
          onFailure={() => {
            setFailed(picture.url);
          }}
        />
      )}
    </div>
  );
};

export interface PictureListProps {
  side: Side;
  of: CardPictures;
  /** Shown after an attempt to save. */
  problem: string | undefined;
}

/** The pictures of a side, with their descriptions. */
export const PictureList = ({ side, of: { pictures, waiting, problems, describe, remove }, problem }: PictureListProps): ReactNode => {
  const own = pictures.flatMap((picture, index) => (picture.side === side ? [{ picture, index }] : []));
  const shown = problems[side] ?? problem;
  return (
    <>
      {(own.length > 0 || waiting[side] > 0) && (
        <List aria-label="Pictures">
          {own.map(({ picture, index }) => (
            <Item key={picture.id}>
              <Thumbnail picture={picture} />
              <IconButton
                label="Remove picture"
                onClick={() => {
                  remove(index);
                }}
              >
                <X aria-hidden />
              </IconButton>
              <TextField
                label="Description"
                placeholder="Read aloud in place of the picture"
                maxLength={cardPictureBounds.alt}
                value={picture.alt}
                onChange={(event) => {
                  describe(index, event.target.value);
                }}
              />
            </Item>
          ))}
          {Array.from({ length: waiting[side] }, (_, index) => (
            <Item key={`waiting ${String(index)}`}>
              <SkeletonBlock $height="64px" />
              <span role="status">Adding the picture…</span>
            </Item>
          ))}
        </List>
      )}
      {shown !== undefined && <FieldProblem>{shown}</FieldProblem>}
    </>
  );
};
