import {
  createContext,
  useContext,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  type ComponentType,
  type ElementType,
  type FocusEvent,
  type HTMLAttributes,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { styled } from 'styled-components';
import { focusMenuItem, revealMenuItem } from './focusMenuItem';
import { menuKeyTarget } from './menuKeyTarget';
import { menuItem, menuSurface, MenuVeil } from './menuStyles';
import { isInWindow, placeMenu, type MenuSide } from './placeMenu';
import { media } from './tokens';
import { useMediaQuery } from './useMediaQuery';

const Surface = styled.div`
  ${menuSurface}
`;
const Item = styled.div<{ $isDestructive?: boolean }>`
  ${menuItem}
`;
// A union of the props of all elements that `as` accepts is too large for the compiler.
const Base = Item as unknown as ComponentType<HTMLAttributes<HTMLElement> & { $isDestructive: boolean; as?: ElementType; to?: string }>;

/** The entries of a menu. Includes disabled ones, which keys also reach so that screen readers read them. */
export const menuItemsOf = (menu: Element): HTMLElement[] => [...menu.querySelectorAll<HTMLElement>('[role=menuitem]')];

export interface MenuItemProps extends HTMLAttributes<HTMLElement> {
  isDestructive?: boolean | undefined;
  isDisabled?: boolean | undefined;
  /** Whether the entry opens another list (`on`) or returns from it (`back`). The menu then stays open. */
  leads?: 'on' | 'back';
  /** Renders another element, such as the router's `Link` (then also pass `to`). */
  as?: ElementType;
  to?: string;
}

/** Closes the menu that contains an entry. */
const Closing = createContext<() => void>(() => undefined);

/** An entry of a `MenuPopup`. */
export const MenuItem = ({ isDestructive = false, isDisabled = false, leads, onClick, ...rest }: MenuItemProps): ReactNode => {
  const close = useContext(Closing);
  const choose = (event: MouseEvent<HTMLElement>): void => {
    if (isDisabled) {
      // A disabled link must not navigate.
      event.preventDefault();
      return;
    }
    // The menu closes first, so that a dialog opened by the entry returns the focus to the button.
    if (leads === undefined) close();
    onClick?.(event);
  };
  return (
    <Base
      role="menuitem"
      tabIndex={-1}
      $isDestructive={isDestructive}
      aria-disabled={isDisabled || undefined}
      aria-haspopup={leads === 'on' ? 'menu' : undefined}
      data-leads={leads}
      onClick={choose}
      {...rest}
    />
  );
};

/** How a menu was opened, and how it closes. */
export interface MenuOpening {
  /** The button. The menu is placed next to it and takes its name. */
  anchor: HTMLElement;
  /** Opened by a key: the first entry gets the focus instead of the menu itself. */
  isKeyed: boolean;
  /** Called once the menu is shown, before it takes the focus. */
  onShown: () => void;
  onClose: () => void;
  /** The element that gets the focus when the menu closes. Defaults to the button. */
  returnFocusTo?: (() => HTMLElement | null | undefined) | undefined;
}

export interface MenuPopupProps extends MenuOpening {
  side?: MenuSide;
  /** `MenuItem`s, and any content above them. */
  children: ReactNode;
}

/** The enabled entry that an event belongs to. */
const itemOf = ({ target }: { target: EventTarget }): HTMLElement | undefined =>
  (target instanceof Element && target.closest<HTMLElement>('[role=menuitem]:not([aria-disabled])')) || undefined;

/** Focuses without scrolling, because the element is already visible. */
const focus = (element: HTMLElement): void => {
  element.focus({ preventScroll: true });
};

/** Whether a target is outside the menu and its button. */
const isOutside = (target: EventTarget | null, menu: HTMLElement | null, anchor: HTMLElement): boolean =>
  target instanceof Node && menu?.contains(target) !== true && !anchor.contains(target);

/**
 * Keeps the menu next to its button while its list changes and while the page is scrolled or resized. Closes it if the button leaves the
 * window.
 */
const usePlace = (
  menu: RefObject<HTMLDivElement | null>,
  { anchor, side = 'bottom' }: MenuPopupProps,
  isSheet: boolean,
  close: () => void,
) => {
  const onLeft = useEffectEvent(close);
  useLayoutEffect(() => {
    const shown = menu.current;
    if (!shown) return undefined;
    if (isSheet) {
      shown.removeAttribute('style');
      return undefined;
    }
    const place = (): void => {
      placeMenu(shown, anchor, side);
    };
    place();
    const changes = new MutationObserver(() => {
      place();
      const { activeElement } = document;
      if (activeElement && activeElement !== shown && shown.contains(activeElement)) revealMenuItem(activeElement);
    });
    changes.observe(shown, { childList: true, characterData: true, subtree: true });
    const stop = new AbortController();
    const follow = (): void => {
      if (isInWindow(anchor)) place();
      else onLeft();
    };
    for (const type of ['scroll', 'resize']) addEventListener(type, follow, { capture: true, passive: true, signal: stop.signal });
    return () => {
      changes.disconnect();
      stop.abort();
    };
  }, [menu, anchor, side, isSheet]);
};

/**
 * Closes the menu on a press outside. A mouse press also acts on its target; a tap, which is less precise, only closes the menu. A sheet
 * has a veil for that.
 */
const usePressOutside = (menu: RefObject<HTMLDivElement | null>, { anchor, onClose }: MenuPopupProps, isSheet: boolean) => {
  const onOutside = useEffectEvent(onClose);
  useEffect(() => {
    if (isSheet) return undefined;
    const stop = new AbortController();
    const options = { capture: true, signal: stop.signal };
    let isTouch = false;
    addEventListener(
      'pointerdown',
      ({ target, pointerType }) => {
        isTouch = pointerType === 'touch';
        if (!isTouch && isOutside(target, menu.current, anchor)) onOutside();
      },
      options,
    );
    // A tap sends both events. `mousedown` would move the focus.
    for (const type of ['mousedown', 'click'])
      addEventListener(
        type,
        (event) => {
          if (!isTouch || !isOutside(event.target, menu.current, anchor)) return;
          event.preventDefault();
          event.stopPropagation();
          if (type === 'click') onOutside();
        },
        options,
      );
    return () => {
      stop.abort();
    };
  }, [menu, anchor, isSheet]);
};

/** Prevents the wheel from scrolling the page behind a sheet. A sheet that overflows still scrolls. */
const useStillPage = (menu: RefObject<HTMLDivElement | null>, isSheet: boolean) => {
  useEffect(() => {
    if (!isSheet) return undefined;
    const onWheel = (event: WheelEvent): void => {
      const shown = menu.current;
      const isScrolled = shown && event.target instanceof Node && shown.contains(event.target) && shown.scrollHeight > shown.clientHeight;
      // With Ctrl, the wheel zooms.
      if (!isScrolled && !event.ctrlKey) event.preventDefault();
    };
    addEventListener('wheel', onWheel, { passive: false });
    return () => {
      removeEventListener('wheel', onWheel);
    };
  }, [menu, isSheet]);
};

/** @returns the menu's `onKeyDown` */
const useKeys = (close: (isTab: boolean) => void): ((event: KeyboardEvent<HTMLDivElement>) => void) => {
  const typed = useRef({ text: '', at: 0 });
  return (event) => {
    const { key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // Listeners outside of the menu must not act on its keys.
    event.stopPropagation();
    // After Tab the focus moves on from the button.
    if (key === 'Tab' || key === 'Escape') {
      close(key === 'Tab');
      return;
    }
    // These keys must not scroll the page or type. Function keys are left to the browser.
    if (/^(?:.|Arrow\w+|Page\w+|Home|End|Enter)$/u.test(key)) event.preventDefault();
    const target = menuKeyTarget(menuItemsOf(event.currentTarget), event, typed);
    if (target?.action === 'focus') focusMenuItem(target.item);
    // A repeated key may be the held key that opened the menu, so it must not choose an entry.
    else if (!event.repeat) target?.item.click();
  };
};

/**
 * An open menu, following the menu button pattern of the ARIA Authoring Practices: next to its button, or on a phone a sheet over a veil.
 * Arrow keys, Home, End and letters move the focus; Enter and Space choose; Escape and Tab close. Not built on the primitives: their menu
 * doubles the interaction time on a phone, mostly by measuring a position that a sheet does not need.
 */
export const MenuPopup = (props: MenuPopupProps): ReactNode => {
  const { anchor, isKeyed, onShown, onClose, children } = props;
  const menu = useRef<HTMLDivElement>(null);
  const isSheet = useMediaQuery(media.small);
  const closeTo = (element: HTMLElement): void => {
    focus(element);
    onClose();
  };
  const close = (): void => {
    closeTo(props.returnFocusTo?.() ?? anchor);
  };
  usePlace(menu, props, isSheet, close);
  usePressOutside(menu, props, isSheet);
  useStillPage(menu, isSheet);
  // Read once, because it does not change while the menu is open.
  const first = useRef({ isKeyed, onShown });
  useLayoutEffect(() => {
    if (!menu.current) return;
    first.current.onShown();
    if (first.current.isKeyed) focusMenuItem(menuItemsOf(menu.current)[0]);
    else focus(menu.current);
  }, []);
  const onKeyDown = useKeys((isTab) => {
    if (isTab) closeTo(anchor);
    else close();
  });
  const onPointerMove = (event: PointerEvent): void => {
    if (event.pointerType !== 'mouse') return;
    const item = itemOf(event) ?? menu.current;
    if (item && item !== document.activeElement) focus(item);
  };
  const onBlur = ({ relatedTarget, currentTarget }: FocusEvent): void => {
    if (relatedTarget !== null && relatedTarget !== anchor && !currentTarget.contains(relatedTarget)) onClose();
  };
  return (
    <>
      <MenuVeil onClick={close} />
      <Surface
        ref={menu}
        role="menu"
        tabIndex={-1}
        aria-labelledby={anchor.id}
        {...{ onKeyDown, onPointerMove, onBlur }}
        onPointerLeave={() => {
          if (menu.current) focus(menu.current);
        }}
      >
        <Closing value={close}>{children}</Closing>
      </Surface>
    </>
  );
};
