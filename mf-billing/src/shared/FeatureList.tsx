import { Check, color, space } from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';

const List = styled.ul`
  display: grid;
  gap: ${space[8]};
  li {
    display: flex;
    gap: ${space[12]};
    color: ${color.ink};
  }
  svg {
    flex: none;
    width: 18px;
    height: 18px;
    margin-top: 4px;
    color: ${color.success};
  }
`;

/** The features of a plan. */
export const FeatureList = ({ features }: { features: readonly string[] }): ReactNode => (
  <List>
    {features.map((feature) => (
      <li key={feature}>
        <Check aria-hidden />
        {feature}
      </li>
    ))}
  </List>
);
