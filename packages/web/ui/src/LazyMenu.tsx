import {
  cloneElement,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  type ComponentType,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
} from 'react';
import { preloadPart } from './LazyPart';
import type { MenuOpening } from './MenuPopup';
import { OpenedPart } from './OpenedPart';

/** The props of a menu's lazily loaded content. */
export interface LazyMenuState {
  isOpen: boolean;
  onClose: () => void;
  /** Undefined while the menu is closed. */
  opening: MenuOpening | undefined;
}

export interface LazyMenuProps<Props extends object> {
  /** Define it at module level. */
  load: () => Promise<ComponentType<Props & LazyMenuState>>;
  props: Props;
  /** Must take a ref and button props. */
  button: ReactElement<object>;
  /** The element that gets the focus when the menu closes. Defaults to the button. */
  returnFocusTo?: (() => HTMLElement | null | undefined) | undefined;
}

/** Cancels an opening if the learner moves on before the menu's code is loaded: a late menu would take the focus away. */
const useGivingUp = (anchor: HTMLElement | undefined, isShown: RefObject<boolean>, onGiveUp: () => void): void => {
  const giveUp = useEffectEvent(onGiveUp);
  useEffect(() => {
    if (!anchor) return undefined;
    const stop = new AbortController();
    const onElsewhere = ({ type, target }: Event): void => {
      const isAnchor = target instanceof Node && anchor.contains(target);
      // The button loses the focus, or the learner presses or focuses something else: some browsers do not focus a button on press.
      if (!isShown.current && isAnchor === (type === 'focusout')) giveUp();
    };
    for (const type of ['focusout', 'focusin', 'pointerdown'])
      document.addEventListener(type, onElsewhere, { capture: true, signal: stop.signal });
    return () => {
      stop.abort();
      isShown.current = false;
    };
  }, [anchor, isShown]);
};

/**
 * A button with a menu whose code is loaded on first use, because most visits open no menu. The load starts when the pointer or the focus
 * reaches the button, so that a press rarely waits. The menu opens on `click` and not on `pointerdown`: otherwise the sheet that appears
 * under the pointer would get the click.
 */
export const LazyMenu = <Props extends object>({ load, props, button, returnFocusTo }: LazyMenuProps<Props>): ReactNode => {
  const [opened, setOpened] = useState<{ anchor: HTMLElement; isKeyed: boolean }>();
  const id = useId();
  const isShown = useRef(false);
  const onClose = (): void => {
    setOpened(undefined);
  };
  const onShown = (): void => {
    isShown.current = true;
  };
  useGivingUp(opened?.anchor, isShown, onClose);
  const prepare = (): void => {
    preloadPart(load);
  };
  const trigger = {
    id,
    'aria-haspopup': 'menu',
    'aria-expanded': opened !== undefined,
    'data-state': opened ? 'open' : 'closed',
    onPointerEnter: prepare,
    onFocus: prepare,
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      // A held Enter would press the button repeatedly.
      if (event.key === 'Enter' && event.repeat) event.preventDefault();
      if (event.key !== 'ArrowDown') return;
      event.preventDefault();
      setOpened({ anchor: event.currentTarget, isKeyed: true });
    },
    onClick: ({ currentTarget, detail }: MouseEvent<HTMLElement>) => {
      // A click by Enter, Space or a screen reader has a `detail` of 0.
      if (opened) onClose();
      else setOpened({ anchor: currentTarget, isKeyed: detail === 0 });
    },
  };
  const state: LazyMenuState = { isOpen: opened !== undefined, onClose, opening: opened && { ...opened, onShown, onClose, returnFocusTo } };
  return (
    <>
      {cloneElement(button, trigger as object)}
      <OpenedPart load={load} props={{ ...props, ...state }} />
    </>
  );
};
