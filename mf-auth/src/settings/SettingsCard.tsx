import { color, radius, size, space } from '@lectern/ui';
import { useId, type ReactNode } from 'react';
import { styled } from 'styled-components';

const Card = styled.section`
  display: grid;
  gap: ${space[16]};
  padding: ${space[24]};
  border: 1px solid ${color.line};
  border-radius: ${radius.card};
  background: ${color.raised};
  h2 {
    font-size: ${size[18]};
  }
`;
const Lead = styled.p`
  margin-top: ${space[4]};
  font-size: ${size[14]};
  color: ${color['ink-soft']};
`;

/** One of the settings page's cards. */
export const SettingsCard = ({ title, lead, children }: { title: string; lead: ReactNode; children: ReactNode }): ReactNode => {
  const id = useId();
  return (
    <Card aria-labelledby={id}>
      <div>
        <h2 id={id}>{title}</h2>
        <Lead>{lead}</Lead>
      </div>
      {children}
    </Card>
  );
};
