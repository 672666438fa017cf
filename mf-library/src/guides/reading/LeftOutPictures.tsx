import { counted, pageRangeWords, pictureLocationWords, type LeftOutPicture, type PictureProblem } from '@lectern/contracts';
import { ImageOff } from '@lectern/ui';
import type { ReactNode } from 'react';
import { PictureNotice } from './PictureNotice';

const why: Readonly<Record<PictureProblem, string>> = {
  format: 'its format cannot be shown',
  damaged: 'the file is damaged',
  'too-large': 'it is too large',
  'too-many': 'a guide holds at most 200 pictures',
};

/** Why pages were read without their pictures. */
const whyPages: Readonly<Record<PictureProblem, string>> = {
  format: 'their format cannot be shown',
  damaged: 'the file is damaged',
  'too-large': 'reading them takes too long',
  'too-many': 'there are too many',
};

/** More than these are only counted. */
const mostListed = 20;

const SinglePictures = ({ pictures, what }: { pictures: readonly LeftOutPicture[]; what: 'deck' | 'material' }): ReactNode => {
  const more = pictures.length - mostListed;
  return (
    <>
      <p>
        <ImageOff aria-hidden />
        <span>{counted(pictures.length, `picture of your ${what} is`, `pictures of your ${what} are`)} not shown.</span>
      </p>
      <ul>
        {pictures.slice(0, mostListed).map(({ alt, reason, ...location }, index) => (
          // The list does not change, so the index is a stable key.
          <li key={index}>
            <strong>
              {pictureLocationWords(location)}
              {alt && `: ${alt}`}
            </strong>{' '}
            · {why[reason]}
          </li>
        ))}
        {more > 0 && <li>and {more} more</li>}
      </ul>
    </>
  );
};

/** Lists the pictures of the deck and of documents that the guide cannot show, and pages that were read without theirs. */
export const LeftOutPictures = ({ pictures }: { pictures: readonly LeftOutPicture[] }): ReactNode => {
  const single = pictures.filter(({ lastPage }) => lastPage === undefined);
  const pages = pictures.filter(({ lastPage }) => lastPage !== undefined);
  const what = pictures.every(({ pointer }) => pointer === undefined) ? 'deck' : 'material';
  return (
    <PictureNotice aria-label="Pictures that are not shown">
      {single.length > 0 && <SinglePictures pictures={single} what={what} />}
      {pages.slice(0, mostListed).map(({ reason, ...range }) => (
        <p key={`${pageRangeWords(range)} ${reason}`}>
          <ImageOff aria-hidden />
          <span>
            Pictures of {pageRangeWords(range)} were left out: {whyPages[reason]}.
          </span>
        </p>
      ))}
      {pages.length > mostListed && <p>Pictures of further pages were left out, too.</p>}
    </PictureNotice>
  );
};
