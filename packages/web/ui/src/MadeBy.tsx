import { counted } from '@lectern/contracts/plain';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import type { MadePart } from './useProgressLine';
import { color, size } from './tokens';

const Line = styled.p`
  font-size: ${size[14]};
  color: ${color['ink-faint']};
  overflow-wrap: anywhere;
`;

/** The parts that another engine generated. */
export interface OtherParts {
  part: MadePart;
  /** Total number of parts. */
  total: number;
  /** The number of parts of each other engine. Empty if the same engine generated the whole item. */
  by: readonly { engine: string; count: number }[];
}

export interface MadeByProps {
  /** The engine's name from the platform's `engineName`: 'gpt-5-mini'. */
  engine: string;
  others?: OtherParts | undefined;
  /** The engine's limitation, as a sentence. */
  children?: ReactNode;
}

/** '; 2 of 8 sections by Lectern's own engine' */
const othersText = ({ part, total, by }: OtherParts): string =>
  by
    .map(({ engine, count }, index) =>
      index === 0 ? `; ${String(count)} of ${counted(total, part)} by ${engine}` : `, ${String(count)} by ${engine}`,
    )
    .join('');

/** The line below a guide, quiz or deck that names its engine, and the engines that generated parts of it. */
export const MadeBy = ({ engine, others, children }: MadeByProps): ReactNode => (
  <Line>
    Made by {engine} from your material{others && othersText(others)}. {children}
  </Line>
);
