import { commonOrders, useListOrder } from '@lectern/platform';
import { media, SortField, space } from '@lectern/ui';
import type { HTMLAttributes, ReactNode } from 'react';
import { styled } from 'styled-components';

const Row = styled.div`
  display: flex;
  gap: ${space[12]};
  max-width: 620px;
  margin-bottom: ${space[24]};
  > :first-child {
    flex: 1;
    min-width: 0;
  }
  @media ${media.small} {
    margin-bottom: ${space[16]};
  }
`;

/** The toolbar above a list. */
export const ListTools = (props: HTMLAttributes<HTMLDivElement>): ReactNode => <Row {...props} />;

/** The sort field of a list of guides or folders. */
export const OrderField = (): ReactNode => {
  const { field } = useListOrder(commonOrders);
  return <SortField {...field} />;
};
