import type { PictureSlide } from '@lectern/contracts';
import { productName } from '@lectern/platform';
import { ImageOff } from '@lectern/ui';
import type { ReactNode } from 'react';
import { PictureNotice } from './PictureNotice';

/** '4', '4 and 9', '4, 9 and 12' */
const joined = (numbers: readonly number[]): string =>
  numbers.length < 2 ? numbers.join('') : `${numbers.slice(0, -1).join(', ')} and ${String(numbers.at(-1))}`;

/** Lists the slides that have only pictures: the guide neither describes nor shows these. */
export const PictureSlides = ({ slides }: { slides: readonly PictureSlide[] }): ReactNode => {
  const numbers = joined(slides.map(({ slide }) => slide));
  const isOne = slides.length === 1;
  return (
    <PictureNotice aria-label="Slides with only pictures">
      <p>
        <ImageOff aria-hidden />
        <span>
          {isOne ? `Slide ${numbers} has` : `Slides ${numbers} have`} only pictures. {productName} cannot read pictures, so look at{' '}
          {isOne ? 'it' : 'them'} in your deck.
        </span>
      </p>
      <ul>
        {slides.map(({ slide, title, description }) => (
          <li key={slide}>
            <strong>
              Slide {slide}
              {title && `: ${title}`}
            </strong>
            {description !== undefined && description !== '' && <> · {description}</>}
          </li>
        ))}
      </ul>
    </PictureNotice>
  );
};
