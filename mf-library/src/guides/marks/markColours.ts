import type { MarkColour } from '@lectern/contracts';
import { color } from '@lectern/ui';
import { css } from 'styled-components';

/** The colours that can be chosen. A mark with another colour keeps it. */
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

/** Styles of marks in a guide's text. A mark with a note is also underlined. */
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
