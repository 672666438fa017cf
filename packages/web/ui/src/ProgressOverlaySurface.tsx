import { counted } from '@lectern/contracts/plain';
import { Dialog } from '@lectern/ui/primitives';
import { useEffect, useState, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { Button } from './Button';
import { registerOverlay } from './finishOverlay';
import { Check } from './icons';
import type { OverlayClock } from './OverlayClock';
import { ScoreRing } from './ScoreRing';
import { Spinner } from './Spinner';
import { color, media, radius, size, space } from './tokens';
import { useProgressLine, useSpokenLine, type ProgressSource } from './useProgressLine';
import { VisuallyHidden } from './VisuallyHidden';

const Screen = styled(Dialog.Content)`
  position: fixed;
  inset: 0;
  /* Above the dialog that it was started from, and below confirmations: the screen asks before it cancels. */
  z-index: 52;
  display: grid;
  place-items: center;
  overflow-y: auto;
  padding: ${space[24]};
  background: ${color.paper};
  color: ${color.ink};
  &:focus {
    outline: none;
  }
`;

const Panel = styled.div`
  display: grid;
  justify-items: center;
  gap: ${space[24]};
  width: min(440px, 100%);
  text-align: center;
  h2 {
    font-size: ${size[28]};
  }
  /* At 360 x 640 everything including "Cancel" must fit without scrolling. */
  @media ${media.small} {
    gap: ${space[12]};
    h2 {
      font-size: ${size[22]};
    }
  }
`;

const Remaining = styled.p`
  color: ${color['ink-soft']};
  font-variant-numeric: tabular-nums;
`;

const Usual = styled.p`
  margin-top: calc(-1 * ${space[16]});
  @media ${media.small} {
    margin-top: calc(-1 * ${space[8]});
  }
  font-size: ${size[14]};
  color: ${color['ink-faint']};
`;

const Stages = styled.ol`
  display: grid;
  gap: ${space[4]};
  width: 100%;
  text-align: left;
`;

const Stage = styled.li<{ $state: 'done' | 'current' | 'ahead' }>`
  display: flex;
  align-items: center;
  gap: ${space[12]};
  padding: ${space[8]} ${space[12]};
  border-radius: ${radius.field};
  color: ${({ $state }) => ($state === 'current' ? color.ink : color['ink-faint'])};
  font-weight: ${({ $state }) => ($state === 'current' ? 600 : 400)};
  background: ${({ $state }) => ($state === 'current' ? color['accent-tint'] : 'transparent')};
`;

const Mark = styled.span<{ $isDone: boolean }>`
  display: grid;
  place-items: center;
  flex: none;
  width: 22px;
  height: 22px;
  border-radius: 50%;
  border: 1.5px solid ${({ $isDone }) => ($isDone ? color.success : color['line-strong'])};
  background: ${({ $isDone }) => ($isDone ? color.success : 'transparent')};
  color: ${color['on-success']};
  svg {
    width: 14px;
    height: 14px;
    stroke-width: 3;
  }
`;

const browserClock: OverlayClock = {
  now: () => performance.now(),
  every: (milliseconds, tick) => {
    const timer = setInterval(tick, milliseconds);
    return () => {
      clearInterval(timer);
    };
  },
};

const stageCount = 4;

export interface ProgressOverlayProps {
  /** 'Creating Your Study Guide'. */
  title: string;
  /** Names of the four stages: 'Reading your slides', … */
  stages: readonly [string, string, string, string];
  /** The usual duration in seconds: 35 for a guide, 32 for a quiz, 30 for the others. */
  totalSeconds: number;
  /** A line with details: 'Uploading your deck: 43 %'. */
  detail?: string | undefined;
  /** Shows the actual progress in the line with details: 'Section 3 of 8'. Polled unless files are being uploaded. */
  progress?: ProgressSource | undefined;
  /** Files are being uploaded. The first stage lasts until the upload has ended. */
  isUploading?: boolean;
  /** Shows "Cancel", which Escape also triggers. The handler must ask for confirmation. Without it nothing can be cancelled. */
  onCancel?: (() => void) | undefined;
  clock?: OverlayClock;
}

const useElapsedSeconds = (clock: OverlayClock): number => {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const start = clock.now();
    return clock.every(250, () => {
      setSeconds((clock.now() - start) / 1000);
    });
  }, [clock]);
  return seconds;
};

/** Elapsed seconds of the estimate. During an upload, at most the duration of the first stage. */
const useEstimatedSeconds = (elapsed: number, totalSeconds: number, isUploading: boolean): { seconds: number; isHeld: boolean } => {
  const stage = totalSeconds / stageCount;
  // By how many seconds the upload has prolonged the first stage.
  const [held, setHeld] = useState(0);
  const wanted = isUploading ? Math.max(0, elapsed - stage) : held;
  if (wanted !== held) setHeld(wanted);
  const isHeld = isUploading && elapsed >= stage;
  return { seconds: isHeld ? stage : elapsed - wanted, isHeld };
};

const StageList = ({ stages, current }: Pick<ProgressOverlayProps, 'stages'> & { current: number }): ReactNode => (
  <Stages>
    {stages.map((stage, index) => {
      const state = index < current ? 'done' : index === current ? 'current' : 'ahead';
      return (
        <Stage key={stage} $state={state} aria-current={state === 'current' ? 'step' : undefined}>
          {state === 'current' ? (
            <Spinner pixels={22} />
          ) : (
            <Mark $isDone={state === 'done'} aria-hidden>
              {state === 'done' && <Check />}
            </Mark>
          )}
          {stage}
          {state === 'done' && <VisuallyHidden>, done</VisuallyHidden>}
        </Stage>
      );
    })}
  </Stages>
);

/** Whether the result has arrived and the overlay is about to close. */
const useIsDone = (): boolean => {
  const [isDone, setIsDone] = useState(false);
  useEffect(
    () =>
      registerOverlay(() => {
        setIsDone(true);
      }),
    [],
  );
  return isDone;
};

/** @param left remaining seconds of the estimate */
const timeTextOf = (left: number): string => {
  if (left <= 0) return 'This is taking longer than usual. It is still running.';
  return `${counted(Math.max(1, Math.ceil(left)), 'second')} remaining`;
};

/**
 * The lazily loaded content of a `ProgressOverlay`. The progress is an estimate. After the estimated time the overlay says so and keeps the
 * last stage open.
 */
export const ProgressOverlaySurface = ({
  title,
  stages,
  totalSeconds,
  detail,
  progress,
  isUploading = false,
  onCancel,
  clock = browserClock,
}: ProgressOverlayProps): ReactNode => {
  const elapsed = useElapsedSeconds(clock);
  const { seconds, isHeld } = useEstimatedSeconds(elapsed, totalSeconds, isUploading);
  const line = useProgressLine(clock, isUploading ? undefined : progress);
  const spoken = useSpokenLine(line, elapsed);
  const isLate = seconds >= totalSeconds;
  const isDone = useIsDone();
  // While held, the first stage must not appear finished.
  const estimate = isLate ? 99 : Math.floor((seconds / totalSeconds) * 100) - (isHeld ? 1 : 0);
  const percent = isDone ? 100 : estimate;
  const estimated = isUploading ? 0 : Math.min(stageCount - 1, Math.floor((seconds / totalSeconds) * stageCount));
  const current = isDone ? stageCount : estimated;
  const timeText = isDone ? 'Done' : timeTextOf(totalSeconds - seconds);
  const stay = (event: Event): void => {
    event.preventDefault();
  };
  return (
    <Dialog.Root open>
      <Dialog.Portal>
        <Screen
          aria-describedby={undefined}
          onEscapeKeyDown={(event) => {
            event.preventDefault();
            onCancel?.();
          }}
          onPointerDownOutside={stay}
          onInteractOutside={stay}
        >
          <Panel>
            <Dialog.Title>{title}</Dialog.Title>
            <ScoreRing percent={percent} label="done" pixels={144} phonePixels={112} />
            <Remaining>{timeText}</Remaining>
            {!isLate && !isDone && <Usual>Usually 3 to 40 seconds</Usual>}
            <StageList stages={stages} current={current} />
            {(line ?? detail) !== undefined && <Remaining>{line ?? detail}</Remaining>}
            {onCancel && (
              <Button variant="secondary" onClick={onCancel}>
                Cancel
              </Button>
            )}
            {/* Each stage is read out once; the seconds are not. */}
            <VisuallyHidden role="status" aria-live="polite">
              {isLate || isDone ? timeText : stages[current]}
            </VisuallyHidden>
            {progress && <VisuallyHidden aria-live="polite">{spoken}</VisuallyHidden>}
          </Panel>
        </Screen>
      </Dialog.Portal>
    </Dialog.Root>
  );
};
