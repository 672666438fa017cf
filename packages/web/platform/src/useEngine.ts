import type { calls } from '@lectern/contracts';
import { useQuery } from '@tanstack/react-query';
import { call } from './httpClient';

/**
 * The engine that a service currently uses, as in `generatedBy`. Undefined while unknown or if it cannot be read.
 *
 * @example const engine = useEngine(calls.getGuideEngine);
 */
export const useEngine = (definition: typeof calls.getStudyEngine | typeof calls.getGuideEngine): string | undefined =>
  useQuery({
    queryKey: ['engine', definition.id],
    queryFn: async ({ signal }) => (await call(definition as typeof calls.getStudyEngine, { signal })).generatedBy,
    staleTime: Infinity,
    retry: false,
  }).data;
