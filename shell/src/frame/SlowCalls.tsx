import { cancelSlowCalls, useSlowCalls } from '@lectern/platform';
import { Button, color, measure, media, radius, shadow, size, space } from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';

const Base = styled.div`
  position: fixed;
  z-index: 55;
  left: 50%;
  bottom: ${space[24]};
  transform: translateX(-50%);
  display: flex;
  align-items: center;
  gap: ${space[16]};
  width: max-content;
  max-width: calc(100vw - 32px);
  padding: ${space[8]} ${space[8]} ${space[8]} ${space[16]};
  border: 1px solid ${color.line};
  border-radius: ${radius.card};
  background: ${color.raised};
  box-shadow: ${shadow.high};
  font-size: ${size[14]};
  pointer-events: auto;
  @media ${media.small} {
    bottom: calc(${measure.bottomBar} + ${space[12]} + env(safe-area-inset-bottom));
  }
  @media print {
    display: none;
  }
`;

/** A notice for calls that take more than ten seconds, with a button that cancels them. The HTTP client has no timeout. */
export const SlowCalls = (): ReactNode => {
  const count = useSlowCalls();
  return (
    // A live region stays readable while a dialog hides the rest of the page. `data-above-dialogs` keeps a press here from closing that
    // dialog.
    <div role="status" aria-live="polite" data-above-dialogs>
      {count > 0 && (
        <Base>
          <p>This is taking longer than usual.</p>
          <Button variant="secondary" onClick={cancelSlowCalls}>
            Cancel
          </Button>
        </Base>
      )}
    </div>
  );
};
