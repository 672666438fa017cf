import type { Page } from '@playwright/test';

/**
 * Returns the bounding box of everything that the page shows, in whole pixels, with a margin for shadows. Screenshots are cropped to it.
 */
export const paintedArea = (page: Page): Promise<{ x: number; y: number; width: number; height: number }> =>
  page.evaluate(() => {
    const room = 8;
    const area = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
    const add = ({ left, top, right, bottom, width, height }: DOMRect): void => {
      // Visually hidden elements are one pixel in size.
      if (width <= 1 || height <= 1) return;
      area.left = Math.min(area.left, left);
      area.top = Math.min(area.top, top);
      area.right = Math.max(area.right, right);
      area.bottom = Math.max(area.bottom, bottom);
    };
    const isPainted = (element: Element): boolean => {
      if (/^(svg|img|input|textarea|select|hr|iframe)$/.test(element.localName)) return true;
      const { backgroundColor, backgroundImage, borderTopWidth, borderBottomWidth, borderLeftWidth, boxShadow, outlineStyle } =
        getComputedStyle(element);
      return (
        !/^(transparent|rgba\(0, 0, 0, 0\))$/.test(backgroundColor) ||
        backgroundImage !== 'none' ||
        [borderTopWidth, borderBottomWidth, borderLeftWidth].some((width) => width !== '0px') ||
        boxShadow !== 'none' ||
        outlineStyle === 'solid'
      );
    };
    const range = document.createRange();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) =>
      node instanceof Element && (/^(script|style|template)$/.test(node.localName) || !node.checkVisibility())
        ? NodeFilter.FILTER_REJECT
        : NodeFilter.FILTER_ACCEPT,
    );
    while (walker.nextNode()) {
      const node = walker.currentNode;
      if (node instanceof Element) {
        if (isPainted(node)) add(node.getBoundingClientRect());
      } else if (node.textContent?.trim()) {
        range.selectNodeContents(node);
        add(range.getBoundingClientRect());
      }
    }
    const x = Math.max(0, Math.floor(area.left + scrollX - room));
    const y = Math.max(0, Math.floor(area.top + scrollY - room));
    return {
      x,
      y,
      width: Math.min(innerWidth, Math.ceil(area.right + scrollX + room)) - x,
      height: Math.ceil(area.bottom + scrollY + room) - y,
    };
  });
