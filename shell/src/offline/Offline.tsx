import { countUnsent, Slot, useSession } from '@lectern/platform';
import { color, media, size, space, WifiOff } from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { useNetwork, type NetworkState } from './network';

const Line = styled.p`
  display: flex;
  align-items: center;
  gap: ${space[8]};
  padding: ${space[8]} ${space[16]};
  border-bottom: 1px solid ${color.line};
  background: ${color.raised};
  color: ${color['ink-soft']};
  font-size: ${size[14]};
  > svg {
    flex: none;
    width: 18px;
    height: 18px;
  }
  @media ${media.medium} {
    padding-inline: ${space[24]};
  }
  @media ${media.large} {
    padding-inline: ${space[48]};
  }
  @media print {
    display: none;
  }
`;

const words: Record<Exclude<NetworkState, 'reachable'>, string> = {
  offline: 'You are offline. Ratings are sent when you are back.',
  unreachable: 'Lectern cannot be reached. Ratings are sent when it is back.',
};

export interface OfflineLineProps {
  network: NetworkState;
}

/** One line that says that the page shows what the device keeps. */
export const OfflineLine = ({ network }: OfflineLineProps): ReactNode => (
  <div aria-live="polite">
    {network !== 'reachable' && (
      <Line>
        <WifiOff aria-hidden />
        {words[network]}
      </Line>
    )}
  </div>
);

export interface OfflineProps {
  /** False in focus mode, where a review says it itself. */
  isShown: boolean;
}

/** Says that the network is missing, and sends what waits once it is back. */
export const Offline = ({ isShown }: OfflineProps): ReactNode => {
  const network = useNetwork();
  const { user } = useSession();
  const isSending = network === 'reachable' && user !== undefined && countUnsent(user._id) > 0;
  return (
    <>
      {isShown && <OfflineLine network={network} />}
      {isSending && <Slot name="study/unsent/v1" props={{}} />}
    </>
  );
};
