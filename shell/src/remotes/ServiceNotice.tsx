import { readServiceVersions, missingCapabilities, type ServiceNeeds } from '@lectern/platform';
import { Notice, space } from '@lectern/ui';
import { useQuery } from '@lectern/platform/query';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';

const Place = styled.div`
  margin-bottom: ${space[24]};
`;

/** How long the services' versions are cached, because deployments are rare. Milliseconds. */
const staleAfterMs = 5 * 60_000;

/** A notice above a page that needs a newer service. */
export const ServiceNotice = ({ needs }: { needs: ServiceNeeds }): ReactNode => {
  const { data } = useQuery({
    queryKey: ['service-versions'],
    queryFn: async () => (await readServiceVersions()) ?? {},
    staleTime: staleAfterMs,
  });
  if (missingCapabilities(needs, data).length === 0) return null;
  return (
    <Place>
      <Notice tone="warning" isUrgent>
        Lectern is being updated, so some of this page may not work right now. Please try again in a few minutes.
      </Notice>
    </Place>
  );
};
