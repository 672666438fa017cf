import {
  cloneElement,
  useId,
  useRef,
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

/** The props that a menu's lazily loaded content gets. */
export interface LazyMenuState {
  /** Takes a ref and button props. */
  button: ReactElement<object>;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

export interface LazyMenuProps<Props extends object> {
  /** Define it at module level. The loaded component also renders the button, as the menu's trigger. */
  load: () => Promise<ComponentType<Props & LazyMenuState>>;
  props: Props;
  button: ReactElement<object>;
}

/** Repeats the key press on the trigger of the primitives, so that they move the focus to the first entry. */
const pressAgain = (id: string): void => {
  const trigger = document.querySelector<HTMLElement>(`[data-menu="${id}"]`);
  trigger?.focus();
  trigger?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, cancelable: true }));
};

/**
 * For a menu's trigger: a finger opens the menu when it is lifted. Otherwise the sheet that appears under the finger would take its press. A
 * mouse opens the menu when its button goes down.
 */
export const useTap = (
  isOpen: boolean,
  onOpenChange: (isOpen: boolean) => void,
): { onPointerDown: (event: PointerEvent) => void; onClick: (event: MouseEvent) => void; isTouch: () => boolean } => {
  const press = useRef({ pointerType: '', wasOpen: false });
  const isTouch = (): boolean => press.current.pointerType === 'touch';
  return {
    isTouch,
    onPointerDown: (event) => {
      // A press outside of a menu closes it before the click.
      press.current = { pointerType: event.pointerType, wasOpen: isOpen };
      // Keeps the primitives from opening the menu.
      if (isTouch()) event.preventDefault();
    },
    onClick: () => {
      if (isTouch()) onOpenChange(!press.current.wasOpen);
    },
  };
};

const openingKeys = new Set(['Enter', ' ', 'ArrowDown']);

/**
 * A button with a menu whose code is loaded when it is first used, because most visits open no menu. The load starts when the pointer or the
 * focus reaches the button, so that a press seldom waits.
 */
export const LazyMenu = <Props extends object>({ load, props, button }: LazyMenuProps<Props>): ReactNode => {
  const [isOpen, setIsOpen] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  // After the first opening the primitives' trigger replaces the button; replacing it earlier would lose the focus.
  const [Content, setContent] = useState<ComponentType<Props & LazyMenuState>>();
  const id = useId();
  const prepare = (): void => {
    // A failure here is ignored: opening the menu tries again and reports it.
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
  const tap = useTap(false, () => {
    open(false);
  });
  const marked = cloneElement(button, { 'data-menu': id } as object);
  if (Content) return <Content {...props} button={marked} isOpen={isOpen} onOpenChange={setIsOpen} />;
  const closed = {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    'data-state': 'closed',
    onPointerEnter: prepare,
    onFocus: prepare,
    // Opens on pointerdown, as the primitives do; for a finger on the click.
    onPointerDown: (event: PointerEvent) => {
      tap.onPointerDown(event);
      if (event.button !== 0 || event.ctrlKey || tap.isTouch()) return;
      // Otherwise the button would take the focus from the menu, which then closes.
      event.preventDefault();
      open(false);
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (!openingKeys.has(event.key)) return;
      event.preventDefault();
      open(true);
    },
    // A click without a pointer event, as screen readers send it.
    onClick: (event: MouseEvent) => {
      tap.onClick(event);
      if (event.detail === 0 && !tap.isTouch()) open(true);
    },
  };
  return (
    <>
      {cloneElement(marked, closed)}
      {hasFailed && <LoadProblem />}
    </>
  );
};
