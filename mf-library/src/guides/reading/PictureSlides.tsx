import type { PictureSlide } from '@lectern/contracts';
import { productName } from '@lectern/platform';
import { color, ImageOff, radius, size, space } from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';

const Box = styled.aside`
  margin-top: ${space[32]};
  padding: ${space[16]};
  border-radius: ${radius.card};
  background: ${color.sunken};
  font-size: ${size[14]};
  line-height: 1.5;
  overflow-wrap: anywhere;
  > p {
    display: flex;
    gap: ${space[12]};
  }
  > p svg {
    flex: none;
    width: 20px;
    height: 20px;
    color: ${color['ink-faint']};
  }
  ul {
    display: grid;
    gap: ${space[4]};
    margin-top: ${space[12]};
    padding-left: calc(20px + ${space[12]});
    color: ${color['ink-soft']};
  }
  strong {
    font-weight: 600;
    color: ${color.ink};
  }
  @media print {
    padding: 0 0 0 ${space[12]};
    border-left: 1px solid ${color.line};
    border-radius: 0;
    background: none;
    font-size: 9.5pt;
    break-inside: avoid-page;
    > p svg {
      display: none;
    }
    ul {
      padding-left: 0;
    }
  }
`;

/** '4', '4 and 9', '4, 9 and 12' */
const joined = (numbers: readonly number[]): string =>
  numbers.length < 2 ? numbers.join('') : `${numbers.slice(0, -1).join(', ')} and ${String(numbers.at(-1))}`;

/** Lists the slides that hold only pictures, which the guide says nothing about. */
export const PictureSlides = ({ slides }: { slides: readonly PictureSlide[] }): ReactNode => {
  const numbers = joined(slides.map(({ slide }) => slide));
  const isOne = slides.length === 1;
  return (
    <Box aria-label="Slides with only pictures">
      <p>
        <ImageOff aria-hidden />
        <span>
          {isOne ? `Slide ${numbers} has` : `Slides ${numbers} have`} only pictures. {productName} cannot read pictures, so look at{' '}
          {isOne ? 'it' : 'them'} yourself.
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
    </Box>
  );
};
