import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import type { MadePart } from './useProgressLine';
import { color, size } from './tokens';

const Line = styled.p`
  font-size: ${size[14]};
  color: ${color['ink-faint']};
  overflow-wrap: anywhere;
`;

/** The parts that other engines made than the one of the whole. */
export interface OtherParts {
  part: MadePart;
  /** How many parts there are. */
  total: number;
  /** How many of them each other engine made, by its name. None: the whole is of one engine. */
  by: readonly { engine: string; count: number }[];
}

export interface MadeByProps {
  /** The engine's name, from the platform's `engineName`: 'gpt-5-mini'. */
  engine: string;
  others?: OtherParts | undefined;
  /** What it could not do, as a sentence. */
  children?: ReactNode;
}

/** '; 2 of 8 sections by Lectern's own engine' */
const othersText = ({ part, total, by }: OtherParts): string =>
  by
    .map(({ engine, count }, index) =>
      index === 0
        ? `; ${String(count)} of ${String(total)} ${part}${total === 1 ? '' : 's'} by ${engine}`
        : `, ${String(count)} by ${engine}`,
    )
    .join('');

/** The line below a guide, quiz or deck that names its engine, and others that made parts of it. */
export const MadeBy = ({ engine, others, children }: MadeByProps): ReactNode => (
  <Line>
    Made by {engine} from your material{others && othersText(others)}. {children}
  </Line>
);
