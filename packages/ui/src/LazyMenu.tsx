import {
  cloneElement,
  useId,
  useState,
  type ComponentType,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
} from 'react';
import { flushSync } from 'react-dom';
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

/** The key is pressed once more, on the primitives' own trigger: only so do they know that the first entry takes the focus. */
const pressAgain = (id: string): void => {
  const trigger = document.querySelector<HTMLElement>(`[data-menu="${id}"]`);
  trigger?.focus();
  trigger?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, cancelable: true }));
};

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
  const id = useId();
  const prepare = (): void => {
    // What fails now is tried again, and spoken of, when the menu is asked for.
    load().catch(() => undefined);
  };
  const open = (isKeyed: boolean): void => {
    setHasFailed(false);
    load().then(
      (loaded) => {
        flushSync(() => {
          setIsOpen(!isKeyed);
          setContent(() => loaded);
        });
        if (isKeyed) pressAgain(id);
      },
      (error: unknown) => {
        console.error(error);
        setHasFailed(true);
      },
    );
  };
  const marked = cloneElement(button, { 'data-menu': id } as object);
  if (Content) return <Content {...props} button={marked} isOpen={isOpen} onOpenChange={setIsOpen} />;
  const closed = {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    'data-state': 'closed',
    onPointerEnter: prepare,
    onFocus: prepare,
    // As the primitives do, which open at the press.
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0 || event.ctrlKey) return;
      // Otherwise the button would take the focus from the menu, which then closes.
      event.preventDefault();
      open(false);
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (!openingKeys.has(event.key)) return;
      event.preventDefault();
      open(true);
    },
    // A press without a pointer, as screen readers make it.
    onClick: (event: MouseEvent) => {
      if (event.detail === 0) open(true);
    },
  };
  return (
    <>
      {cloneElement(marked, closed)}
      {hasFailed && <LoadProblem />}
    </>
  );
};
