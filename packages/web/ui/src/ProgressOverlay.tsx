import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { LazyPart, preloadPart } from './LazyPart';
import { ProgressCover } from './ProgressCover';
import type { ProgressOverlayProps } from './ProgressOverlaySurface';

export type { OverlayClock } from './OverlayClock';
export type { ProgressOverlayProps } from './ProgressOverlaySurface';
export type { MadePart, MakingProgress, ProgressSource } from './useProgressLine';

const loadSurface = () =>
  import(/* webpackChunkName: "overlays" */ './ProgressOverlaySurface').then(({ ProgressOverlaySurface }) => ProgressOverlaySurface);

const OpenOverlay = (props: ProgressOverlayProps): ReactNode => {
  const [hasFailed, setHasFailed] = useState(false);
  const fail = useCallback(() => {
    setHasFailed(true);
  }, []);
  return (
    <LazyPart
      load={loadSurface}
      props={props}
      fallback={<ProgressCover title={props.title} onCancel={props.onCancel} hasFailed={hasFailed} />}
      onFailure={fail}
    />
  );
};

/**
 * Covers and blocks the page while a call runs. Mounting it closed preloads its code, so forms mount it with `isOpen={false}`. Until the
 * code is loaded, it covers the page with the title and "Cancel". Shows a message if the code cannot be loaded.
 *
 * @example
 * ```tsx
 * const read = () => call(calls.getGuideProgress, { path: { key: idempotencyKey }, hasOwnProgress: true });
 * <ProgressOverlay
 *   isOpen={isRunning}
 *   title="Creating Your Study Guide"
 *   stages={guideStages}
 *   totalSeconds={35}
 *   progress={{ part: 'section', read }}
 * />
 * ```
 */
export const ProgressOverlay = ({ isOpen = true, ...props }: ProgressOverlayProps & { isOpen?: boolean }): ReactNode => {
  useEffect(() => {
    if (!isOpen) preloadPart(loadSurface);
  }, [isOpen]);
  return isOpen && <OpenOverlay {...props} />;
};
