import { color, media, radius, shadow, size, space } from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';

const Centre = styled.div`
  display: grid;
  place-items: center;
  padding: ${space[32]} 0;
`;
const Card = styled.section`
  display: grid;
  gap: ${space[24]};
  width: min(440px, 100%);
  @media ${media.medium} {
    padding: ${space[32]};
    border: 1px solid ${color.line};
    border-radius: ${radius.card};
    background: ${color.raised};
    box-shadow: ${shadow.low};
  }
  h1 {
    font-size: ${size[28]};
  }
`;
const Lead = styled.p`
  margin-top: ${space[8]};
  color: ${color['ink-soft']};
  /* May contain a long email address. */
  overflow-wrap: anywhere;
`;
const Foot = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: ${space[8]} ${space[16]};
  font-size: ${size[14]};
  color: ${color['ink-soft']};
`;

export interface AuthCardProps {
  title: string;
  lead?: ReactNode;
  children?: ReactNode;
  /** Links to related pages. */
  foot?: ReactNode;
}

/** The frame of every signed-out page: a narrow, centred card. */
export const AuthCard = ({ title, lead, children, foot }: AuthCardProps): ReactNode => (
  <Centre>
    <Card>
      <div>
        <h1>{title}</h1>
        {lead && <Lead>{lead}</Lead>}
      </div>
      {children}
      {foot && <Foot>{foot}</Foot>}
    </Card>
  </Centre>
);
