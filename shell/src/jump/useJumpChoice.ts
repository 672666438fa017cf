import { useNavigate } from '@lectern/platform/router';
import { useState, type KeyboardEvent } from 'react';
import type { JumpTarget } from './jumpSources';
import type { JumpGroup } from './useJumpSearch';

export interface JumpChoice {
  /** The target that Enter opens. */
  current: JumpTarget | undefined;
  choose: (target: JumpTarget) => void;
  /** Selects the first target again. */
  reset: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** The selected target. Arrow keys wrap around, the pointer selects too, and Enter opens it. */
export const useJumpChoice = (groups: readonly JumpGroup[], onJump: (path: string) => void): JumpChoice => {
  const [active, setActive] = useState(0);
  const navigate = useNavigate();
  const targets = groups.flatMap((group) => group.targets);
  const index = Math.min(active, targets.length - 1);
  const current = targets[index];

  const move = (by: number): void => {
    if (targets.length > 0) setActive((index + by + targets.length) % targets.length);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // An input method uses these keys to choose a word.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Enter' && current) {
      onJump(current.path);
      void navigate(current.path);
    } else return;
    event.preventDefault();
  };
  return {
    current,
    choose: (target) => {
      setActive(targets.indexOf(target));
    },
    reset: () => {
      setActive(0);
    },
    onKeyDown,
  };
};
