import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { color, media, size, space } from './tokens';

const Base = styled.header`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-start;
  justify-content: space-between;
  gap: ${space[16]} ${space[24]};
  margin-bottom: ${space[24]};
  > div:first-child {
    min-width: 0;
    flex: 1 1 320px;
  }
  h1 {
    font-size: ${size[28]};
    letter-spacing: -0.011em;
    overflow-wrap: anywhere;
  }
  > div > p {
    margin-top: ${space[4]};
    color: ${color['ink-soft']};
    max-width: 68ch;
  }
  @media ${media.small} {
    row-gap: ${space[12]};
    margin-bottom: ${space[16]};
    /* Leaves space for a menu next to the title; buttons are below it. */
    > div:first-child {
      flex-basis: 200px;
    }
    > div > p {
      font-size: ${size[14]};
      line-height: 1.45;
    }
  }
  @media ${media.medium} {
    margin-bottom: ${space[32]};
  }
`;

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[12]};
`;

export interface PageHeadProps {
  title: ReactNode;
  /** One line of context. */
  context?: ReactNode;
  /** Shown below the context. */
  children?: ReactNode;
  /** At most one primary button. */
  actions?: ReactNode;
}

/** The page's header: title, context and actions. */
export const PageHead = ({ title, context, actions, children }: PageHeadProps): ReactNode => (
  <Base>
    <div>
      <h1 dir="auto">{title}</h1>
      {context && <p>{context}</p>}
      {children}
    </div>
    {actions && <Actions>{actions}</Actions>}
  </Base>
);
