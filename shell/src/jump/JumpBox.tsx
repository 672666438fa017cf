import { toast, type NavigationManifest } from '@lectern/platform';
import { LazyPart, color, measure, media, motion, radius, Search, size, space } from '@lectern/ui';
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { styled } from 'styled-components';

const loadDialog = () => import(/* webpackChunkName: "dialogs" */ '../overlays/dialogs').then(({ JumpDialog }) => JumpDialog);

/** An icon on narrow screens, a quiet search field on wide ones. */
const Base = styled.button`
  display: inline-grid;
  place-items: center;
  flex: none;
  width: 40px;
  height: 40px;
  padding: 0;
  border: 1px solid transparent;
  border-radius: ${radius.field};
  background: transparent;
  font-size: ${size[14]};
  color: ${color['ink-faint']};
  text-align: left;
  transition:
    background ${motion.state},
    border-color ${motion.state};
  svg {
    flex: none;
    width: 20px;
    height: 20px;
    color: ${color['ink-soft']};
  }
  > span {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  kbd {
    display: none;
  }
  &:hover {
    background: ${color['accent-tint']};
  }
  @media ${media.touch} {
    width: ${measure.target};
    height: ${measure.target};
  }
  @media ${media.large} {
    display: flex;
    align-items: center;
    gap: ${space[8]};
    width: 100%;
    padding: 0 ${space[8]} 0 ${space[12]};
    border-color: ${color.line};
    background: ${color.surface};
    svg {
      width: 18px;
      height: 18px;
      color: ${color['ink-faint']};
    }
    > span {
      position: static;
      flex: 1;
      width: auto;
      height: auto;
      clip-path: none;
      text-overflow: ellipsis;
    }
    kbd {
      display: block;
      min-width: 24px;
      padding: 0 ${space[4]};
      border: 1px solid ${color.line};
      border-radius: 6px;
      background: ${color.paper};
      font: inherit;
      line-height: 22px;
      text-align: center;
      color: ${color['ink-faint']};
    }
    &:hover {
      border-color: ${color['line-strong']};
      background: ${color.raised};
    }
  }
`;

/** Whether "/" is input to a field, or keys belong to an open dialog or menu. */
const isTakenElsewhere = (target: EventTarget | null): boolean => {
  if (document.querySelector('[role=dialog],[role=alertdialog],[role=menu]')) return true;
  return target instanceof HTMLElement && (target.isContentEditable || target.closest('input, textarea, select') !== null);
};

/** Opens the jump dialog, by a button in the header or "/" on the keyboard. */
export const JumpBox = ({ navigation }: { navigation: readonly NavigationManifest[] }): ReactNode => {
  const [isOpen, setIsOpen] = useState(false);
  const open = useCallback(() => {
    setIsOpen(true);
  }, []);
  const close = useCallback(() => {
    setIsOpen(false);
  }, []);
  const fail = useCallback(() => {
    setIsOpen(false);
    toast.error('The search did not load. Please try again.');
  }, []);
  // Stays mounted after the first use, so that closing can return the focus.
  const [wasOpened, setWasOpened] = useState(false);
  if (isOpen && !wasOpened) setWasOpened(true);

  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== '/' || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTakenElsewhere(event.target)) return;
      event.preventDefault();
      open();
    };
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
    };
  }, [open]);

  return (
    <>
      <Base type="button" aria-haspopup="dialog" aria-keyshortcuts="/" title="Jump to a guide, quiz or deck" onClick={open}>
        <Search aria-hidden />
        <span>Jump to a guide, quiz or deck</span>
        <kbd aria-hidden>/</kbd>
      </Base>
      {wasOpened && <LazyPart load={loadDialog} props={{ isOpen, onClose: close, navigation }} isWanted={isOpen} onFailure={fail} />}
    </>
  );
};
