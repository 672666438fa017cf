import { Dialog } from '@lectern/ui/primitives';
import { useEffect, useState, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { Check } from './icons';
import { ScoreRing } from './ScoreRing';
import { Spinner } from './Spinner';
import { color, radius, size, space } from './tokens';
import { VisuallyHidden } from './VisuallyHidden';

const Screen = styled(Dialog.Content)`
  position: fixed;
  inset: 0;
  z-index: 60;
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
`;

const Remaining = styled.p`
  color: ${color['ink-soft']};
  font-variant-numeric: tabular-nums;
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

/** The overlay's clock; tests replace it. */
export interface OverlayClock {
  /** Milliseconds, on any scale. */
  now: () => number;
  /** Calls back about every so many milliseconds until the returned function is called. */
  every: (milliseconds: number, tick: () => void) => () => void;
}

const browserClock: OverlayClock = {
  now: () => performance.now(),
  every: (milliseconds, tick) => {
    const timer = setInterval(tick, milliseconds);
    return () => {
      clearInterval(timer);
    };
  },
};

export interface ProgressOverlayProps {
  /** 'Creating Your Study Guide'. */
  title: string;
  /** Four, in words: 'Reading your slides', … */
  stages: readonly [string, string, string, string];
  /** How long it usually takes: 35 for a guide, 32 quiz, 30 the others (specification, section 9). */
  totalSeconds: number;
  /** A line of fact: 'Uploading your deck: 43 %'. */
  detail?: string | undefined;
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

/**
 * Covers and blocks the page while a call runs. The progress is an estimate. When the estimated time is over, the overlay says so and keeps the
 * last stage open.
 */
export const ProgressOverlay = ({ title, stages, totalSeconds, detail, clock = browserClock }: ProgressOverlayProps): ReactNode => {
  const elapsed = useElapsedSeconds(clock);
  const isLate = elapsed >= totalSeconds;
  const percent = isLate ? 99 : Math.floor((elapsed / totalSeconds) * 100);
  const current = Math.min(stages.length - 1, Math.floor((elapsed / totalSeconds) * stages.length));
  const remaining = Math.max(1, Math.ceil(totalSeconds - elapsed));
  const stay = (event: Event): void => {
    event.preventDefault();
  };
  return (
    <Dialog.Root open>
      <Dialog.Portal>
        <Screen aria-describedby={undefined} onEscapeKeyDown={stay} onPointerDownOutside={stay} onInteractOutside={stay}>
          <Panel>
            <Dialog.Title>{title}</Dialog.Title>
            <ScoreRing percent={percent} label="done" pixels={144} />
            <Remaining>
              {isLate
                ? 'This is taking longer than usual. It is still running.'
                : `${String(remaining)} ${remaining === 1 ? 'second' : 'seconds'} remaining`}
            </Remaining>
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
            {detail !== undefined && <Remaining>{detail}</Remaining>}
            {/* Each stage is read out once; the seconds are not. */}
            <VisuallyHidden role="status" aria-live="polite">
              {isLate ? 'This is taking longer than usual. It is still running.' : stages[current]}
            </VisuallyHidden>
          </Panel>
        </Screen>
      </Dialog.Portal>
    </Dialog.Root>
  );
};
