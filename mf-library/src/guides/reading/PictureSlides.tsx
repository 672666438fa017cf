import type { PictureSlide } from '@lectern/contracts';
import { productName } from '@lectern/platform';
import { ImageOff } from '@lectern/ui';
import type { ReactNode } from 'react';
import { PictureNotice } from './PictureNotice';

/** Joins runs of three or more numbers: '6 to 14', '21'. */
const runsOf = (numbers: readonly number[]): string[] => {
  const runs: number[][] = [];
  for (const number of numbers) {
    const run = runs.at(-1);
    if (run?.at(-1) === number - 1) run.push(number);
    else runs.push([number]);
  }
  return runs.flatMap((run) => (run.length < 3 ? run.map(String) : [`${String(run[0])} to ${String(run.at(-1))}`]));
};

/** '4', '4 and 9', '4, 9 and 12', '6 to 14 and 21' */
const joined = (numbers: readonly number[]): string => {
  const runs = runsOf(numbers);
  return runs.length < 2 ? runs.join('') : `${runs.slice(0, -1).join(', ')} and ${String(runs.at(-1))}`;
};

/** Lists the slides that contain only pictures, which the guide neither describes nor shows. */
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
