import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { color, size } from './tokens';

const Line = styled.p`
  font-size: ${size[14]};
  color: ${color['ink-faint']};
  overflow-wrap: anywhere;
`;

export interface MadeByProps {
  /** The engine's name, from the platform's `engineName`: 'gpt-5-mini'. */
  engine: string;
  /** What it could not do, as a sentence. */
  children?: ReactNode;
}

/** The line below a guide, quiz or deck that names its engine. */
export const MadeBy = ({ engine, children }: MadeByProps): ReactNode => (
  <Line>
    Made by {engine} from your material. {children}
  </Line>
);
