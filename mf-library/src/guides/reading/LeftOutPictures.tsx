import {
  counted,
  pageRangeWords,
  pictureLocationWords,
  type LeftOutPicture,
  type PictureProblem,
  type UnreadPages,
} from '@lectern/contracts';
import { ImageOff } from '@lectern/ui';
import type { ReactNode } from 'react';
import { PictureNotice } from './PictureNotice';

const why: Readonly<Record<PictureProblem, string>> = {
  format: 'its format cannot be shown',
  damaged: 'the file is damaged',
  'too-large': 'it is too large',
  'too-many': 'a guide holds at most 200 pictures',
};

/** Why the pictures of pages could not be read. */
const whyPages: Readonly<Record<PictureProblem, string>> = {
  format: 'their format cannot be shown',
  damaged: 'the file is damaged',
  'too-large': 'reading them takes too long',
  'too-many': 'there are too many',
};

/** The maximum number of entries shown. Further ones are only counted. */
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
          // The list never changes, so the index is a stable key.
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

/** 'Page 4', 'Pages 4 to 6', 'Pages 4 to 6 of heart.pdf'. */
const unreadPagesWords = ({ first, last, document }: UnreadPages): string =>
  `${first === last ? `Page ${String(first)}` : `Pages ${String(first)} to ${String(last)}`}${document === undefined ? '' : ` of ${document}`}`;

/**
 * Lists the pictures that the guide cannot show, pages that were read without their pictures, omitted pages, and the number of unread
 * symbols.
 */
export const LeftOutPictures = ({
  pictures,
  unreadSymbols = 0,
  unreadPages = [],
}: {
  pictures: readonly LeftOutPicture[];
  unreadSymbols?: number | undefined;
  unreadPages?: readonly UnreadPages[] | undefined;
}): ReactNode => {
  const single = pictures.filter(({ lastPage }) => lastPage === undefined);
  const pages = pictures.filter(({ lastPage }) => lastPage !== undefined);
  const what = pictures.every(({ pointer }) => pointer === undefined) ? 'deck' : 'material';
  return (
    <PictureNotice aria-label={pictures.length > 0 ? 'Pictures that are not shown' : 'What is not shown'}>
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
      {unreadPages.slice(0, mostListed).map((range) => (
        <p key={unreadPagesWords(range)}>
          <ImageOff aria-hidden />
          <span>
            {unreadPagesWords(range)} {range.first === range.last ? 'was' : 'were'} left out: the fonts name other letters than they show.
          </span>
        </p>
      ))}
      {unreadPages.length > mostListed && <p>Further pages were left out, too.</p>}
      {unreadSymbols > 0 && (
        <p>
          <ImageOff aria-hidden />
          <span>{counted(unreadSymbols, 'symbol is', 'symbols are')} not shown: no usual font has them.</span>
        </p>
      )}
    </PictureNotice>
  );
};
