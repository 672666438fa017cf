import { act, render, screen, waitFor } from '@testing-library/react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { CardBlocks, cardCellsOf } from './CardBlocks';
import { media } from './tokens';

/** Tells what changed its size; one observer is made with the first list. */
let resize: (entries: readonly { target: Element | undefined; contentRect: { height: number } }[]) => void;
const Original = globalThis.ResizeObserver;
beforeAll(() => {
  globalThis.ResizeObserver = class extends Original {
    constructor(callback: ResizeObserverCallback) {
      super(callback);
      resize = (entries) => {
        callback(entries as unknown as ResizeObserverEntry[], this);
      };
    }
  };
});
afterAll(() => {
  globalThis.ResizeObserver = Original;
});

const items = Array.from({ length: 26 }, (_, index) => `Card ${String(index + 1)}`);
const draw = (): HTMLElement => {
  render(
    <CardBlocks data-testid="list" items={items} idOf={(item) => item}>
      {(item) => <p>{item}</p>}
    </CardBlocks>,
  );
  return screen.getByTestId('list');
};

/** What a property of an element's rules is, at each media query; outside of all of them at ''. */
const valuesOf = (element: Element, property: string): Record<string, string> => {
  const values: Record<string, string> = {};
  const read = (rules: CSSRuleList, query: string): void => {
    for (const rule of rules)
      if (rule instanceof CSSMediaRule) read(rule.cssRules, rule.media.mediaText);
      else if (rule instanceof CSSStyleRule && element.matches(rule.selectorText)) {
        const value = new RegExp(`[{; ]${property}: ([^;]+);`).exec(rule.cssText)?.[1];
        if (value !== undefined) values[query] = value;
      }
  };
  for (const sheet of document.styleSheets) read(sheet.cssRules, '');
  return values;
};

test('all cards are in the document, twelve a block, in their order', () => {
  const list = draw();
  expect([...list.children].map((block) => block.childElementCount)).toEqual([12, 12, 2]);
  expect(cardCellsOf(list).map((cell) => cell.textContent)).toEqual(items);
});

test('thousands of cards are drawn in goes; until then their blocks are as high as they will be', async () => {
  const many = Array.from({ length: 600 }, (_, index) => `Card ${String(index + 1)}`);
  const drawn: number[] = [];
  const Watched = ({ shown }: { shown: readonly string[] }) => (
    <CardBlocks data-testid="list" items={shown} idOf={(item) => item}>
      {(item) => {
        drawn.push(Number(item.slice(5)));
        return <p>{item}</p>;
      }}
    </CardBlocks>
  );
  // As in a browser: without `act`, which would wait for every batch.
  const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
  environment.IS_REACT_ACT_ENVIRONMENT = false;
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const draw = (shown: readonly string[]) => {
    flushSync(() => {
      root.render(<Watched shown={shown} />);
    });
    return place.querySelectorAll('p').length;
  };
  expect(draw(many)).toBe(120);
  expect(place.querySelector('[data-testid=list]')?.childElementCount).toBe(50);
  await waitFor(() => expect(place.querySelectorAll('p')).toHaveLength(600));
  // No later batch renders a card again.
  expect(new Set(drawn).size).toBe(drawn.length);
  // A search shortens the list and is then cleared.
  expect(draw(many.slice(0, 30))).toBe(30);
  expect(draw([...many])).toBe(120);
  await waitFor(() => expect(place.querySelectorAll('p')).toHaveLength(600));
  flushSync(() => {
    root.unmount();
  });
  place.remove();
  environment.IS_REACT_ACT_ENVIRONMENT = true;
});

test('a block off screen is not drawn, but printed', () => {
  const [block] = draw().children;
  expect(block && valuesOf(block, 'content-visibility')).toEqual({ '': 'auto', print: 'visible' });
});

test('a block that was not drawn yet has the height of its rows', () => {
  const [whole, , last] = draw().children;
  expect(whole && valuesOf(whole, 'contain-intrinsic-size')).toEqual({
    '': 'auto 2864px',
    [media.medium]: 'auto 1464px',
    [media.large]: 'auto 968px',
  });
  expect(last && valuesOf(last, 'contain-intrinsic-size')).toEqual({
    '': 'auto 464px',
    [media.medium]: 'auto 224px',
    [media.large]: 'auto 224px',
  });
});

test('a list that is drawn again has the heights that it was left with, in a window of the same width', () => {
  const { unmount } = render(<CardBlocks data-testid="first" items={items} idOf={(item) => item} children={(item) => <p>{item}</p>} />);
  const [target] = screen.getByTestId('first').children;
  resize([{ target, contentRect: { height: 3_000 } }]);
  unmount();
  expect((draw().firstElementChild as HTMLElement).style.containIntrinsicSize).toBe('auto 3000px');
});

/** A list of its own ids, so that no other test has left heights. The third block has two cards. */
const listOf = (names: readonly string[]) => (
  <CardBlocks data-testid="list" items={names} idOf={(item) => item} children={(item) => <p>{item}</p>} />
);
const heightsOf = () => [...screen.getByTestId('list').children].map((block) => (block as HTMLElement).style.containIntrinsicSize);
const leave = (names: readonly string[], heights: readonly number[]): void => {
  const { unmount } = render(listOf(names));
  const { children } = screen.getByTestId('list');
  resize(heights.map((height, block) => ({ target: children[block], contentRect: { height } })));
  unmount();
};

test('a block keeps its height in a list that was sorted or filtered, and another block at its place has none of it', () => {
  const names = items.map((item) => `${item} of the sorted list`);
  leave(names, [3_000, 2_000, 500]);
  const { rerender } = render(listOf(names));
  expect(heightsOf()).toEqual(['auto 3000px', 'auto 2000px', 'auto 500px']);
  rerender(listOf([...names.slice(12, 24), ...names.slice(0, 12), ...names.slice(24)]));
  expect(heightsOf()).toEqual(['auto 2000px', 'auto 3000px', 'auto 500px']);
  rerender(listOf(names.slice(1)));
  expect(heightsOf()).toEqual(['', '', '']);
});

test('a block with fewer cards than before has the height of its rows', () => {
  const names = items.map((item) => `${item} of the shorter list`);
  leave(names, [3_000, 2_000, 500]);
  render(listOf(names.slice(0, 20)));
  expect(heightsOf()).toEqual(['auto 3000px', '']);
});

test('when the window gets another width, the heights of the rows hold', () => {
  const names = items.map((item) => `${item} of the turned phone`);
  leave(names, [3_000, 2_000, 500]);
  render(listOf(names));
  const { innerWidth: before } = window;
  act(() => {
    window.innerWidth = before + 300;
    dispatchEvent(new Event('resize'));
  });
  expect(heightsOf()).toEqual(['', '', '']);
  window.innerWidth = before;
});
