import type { Citation } from '@lectern/contracts';
import { color, font, size, space } from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { placeOf } from './text';

const Figure = styled.figure`
  padding-left: ${space[16]};
  border-left: 2px solid ${color['accent-line']};
  text-align: left;
  blockquote {
    margin: 0;
    font-family: ${font.reading};
    color: ${color['ink-soft']};
    overflow-wrap: anywhere;
  }
  figcaption {
    margin-top: ${space[4]};
    font-size: ${size[14]};
    color: ${color['ink-faint']};
  }
`;

/** The words of the guide's source that something rests on, and where they stand. */
export const SourceNote = ({ source }: { source: Citation }): ReactNode => (
  <Figure>
    <blockquote>“{source.quote}”</blockquote>
    <figcaption>From your material: {placeOf(source.pointer)}</figcaption>
  </Figure>
);
