import {
  cloneElement,
  useState,
  type ComponentType,
  type KeyboardEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
} from 'react';
import { LoadProblem } from './LoadProblem';

/** What a menu's code gets from its button. */
export interface LazyMenuState {
  /** Takes a ref and button props. */
  button: ReactElement<object>;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

export interface LazyMenuProps<Props extends object> {
  /** Stands at its module's top level. What it gives draws the button, too, as the menu's trigger. */
  load: () => Promise<ComponentType<Props & LazyMenuState>>;
  props: Props;
  button: ReactElement<object>;
}

const openingKeys = new Set(['Enter', ' ', 'ArrowDown']);

/**
 * A button with a menu whose code comes when it is first used: most pages are left without one having been opened. Fetched as soon as the
 * pointer or the focus is there, so that a press seldom waits.
 */
export const LazyMenu = <Props extends object>({ load, props, button }: LazyMenuProps<Props>): ReactNode => {
  const [isOpen, setIsOpen] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  // From the first opening on the primitives' own trigger takes the button's place; not before, since that would lose the focus.
  const [Content, setContent] = useState<ComponentType<Props & LazyMenuState>>();
  const prepare = (): void => {
    // What fails now is tried again, and spoken of, when the menu is asked for.
    load().catch(() => undefined);
  };
  const open = (): void => {
    setHasFailed(false);
    setIsOpen(true);
    load().then(
      (loaded) => {
        setContent(() => loaded);
      },
      (error: unknown) => {
        console.error(error);
        setIsOpen(false);
        setHasFailed(true);
      },
    );
  };
  if (Content) return <Content {...props} button={button} isOpen={isOpen} onOpenChange={setIsOpen} />;
  const closed = {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    'data-state': 'closed',
    onPointerEnter: prepare,
    onFocus: prepare,
    // As the primitives do, which open at the press.
    onPointerDown: (event: PointerEvent) => {
      if (event.button === 0 && !event.ctrlKey) open();
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (!openingKeys.has(event.key)) return;
      event.preventDefault();
      open();
    },
    onClick: open,
  };
  return (
    <>
      {cloneElement(button, closed)}
      {hasFailed && <LoadProblem />}
    </>
  );
};
