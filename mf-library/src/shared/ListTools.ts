import { space } from '@lectern/ui';
import { styled } from 'styled-components';

/** The search above a list. */
export const ListTools = styled.div`
  max-width: 420px;
  margin-bottom: ${space[24]};
`;
