import {
  cloneElement,
  useId,
  useState,
  type ComponentType,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
} from 'react';
import { preloadPart } from './LazyPart';
import type { MenuOpening } from './MenuPopup';
import { OpenedPart } from './OpenedPart';

/** The props that a menu's lazily loaded content gets. */
export interface LazyMenuState {
  isOpen: boolean;
  onClose: () => void;
  /** Absent while the menu is closed. */
  opening: MenuOpening | undefined;
}

export interface LazyMenuProps<Props extends object> {
  /** Define it at module level. */
  load: () => Promise<ComponentType<Props & LazyMenuState>>;
  props: Props;
  /** Takes a ref and button props. */
  button: ReactElement<object>;
}

/**
 * A button with a menu whose code is loaded when it is first used, because most visits open no menu. The load starts when the pointer or the
 * focus reaches the button, so that a press seldom waits. A finger and a mouse open the menu when they are lifted: otherwise the sheet that
 * appears under them would take their press.
 */
export const LazyMenu = <Props extends object>({ load, props, button }: LazyMenuProps<Props>): ReactNode => {
  const [opened, setOpened] = useState<{ anchor: HTMLElement; isKeyed: boolean }>();
  const id = useId();
  const onClose = (): void => {
    setOpened(undefined);
  };
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
      if (event.key !== 'ArrowDown') return;
      event.preventDefault();
      setOpened({ anchor: event.currentTarget, isKeyed: true });
    },
    onClick: ({ currentTarget, detail }: MouseEvent<HTMLElement>) => {
      // Enter, Space and screen readers send a click without a place in a row of clicks.
      setOpened(opened ? undefined : { anchor: currentTarget, isKeyed: detail === 0 });
    },
  };
  const state: LazyMenuState = { isOpen: opened !== undefined, onClose, opening: opened && { ...opened, onClose } };
  return (
    <>
      {cloneElement(button, trigger as object)}
      <OpenedPart load={load} props={{ ...props, ...state }} />
    </>
  );
};
