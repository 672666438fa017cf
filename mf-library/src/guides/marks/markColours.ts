import type { MarkColour } from '@lectern/contracts';
import { color } from '@lectern/ui';
import { css } from 'styled-components';

/** The colours that are offered. A mark of another colour keeps it. */
export const offeredColours = [
  { value: 'yellow', label: 'Yellow' },
  { value: 'green', label: 'Green' },
  { value: 'blue', label: 'Blue' },
] as const satisfies readonly { value: MarkColour; label: string }[];

export const groundOf: Readonly<Record<MarkColour, string>> = {
  yellow: color['highlight-yellow'],
  green: color['highlight-green'],
  blue: color['highlight-blue'],
  pink: color['highlight-pink'],
};

/** How marks look in a guide's text. One with a note is underlined as well. */
export const markStyles = css`
  mark {
    border-radius: 3px;
    color: ${color.ink};
    box-decoration-break: clone;
    -webkit-box-decoration-break: clone;
    print-color-adjust: exact;
    scroll-margin-block: 96px;
  }
  ${Object.entries(groundOf).map(
    ([colour, ground]) => css`
      mark[data-colour='${colour}'] {
        background: ${ground};
      }
    `,
  )}
  mark[data-note] {
    text-decoration: underline 2px ${color.accent};
    text-underline-offset: 3px;
  }
  mark[role='button'] {
    cursor: pointer;
  }
  @media (forced-colors: active) {
    mark {
      background: Mark;
      color: MarkText;
    }
  }
`;
