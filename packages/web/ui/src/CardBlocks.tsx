import {
  memo,
  startTransition,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type HTMLAttributes,
  type ReactNode,
  type Ref,
} from 'react';
import { css, styled } from 'styled-components';
import { blockHeightOf, keepBlockHeight } from './blockHeights';
import { CardGrid } from './CardGrid';
import { media, space } from './tokens';

/** Cards per block. A multiple of 2 and of 3, so that every block but the last fills its rows. */
const blockSize = 12;

/** Blocks per render batch: at least one page of a list that is read page by page. */
const blocksAtOnce = 10;

/** The estimated height of a card whose block was not rendered yet. Pixels. */
const usualHeight = 224;

/** The padding around the cards of a block. Pixels. */
const room = 8;

const reserved = (cards: number, columns: number, gap: number) => {
  const rows = Math.ceil(cards / columns);
  return css`
    contain-intrinsic-size: auto ${String(rows * usualHeight + (rows - 1) * gap)}px;
  `;
};

const List = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[16]};
  @media ${media.medium} {
    gap: ${space[24]};
  }
`;

/**
 * The padding leaves space for the focus outline and the shadow of its cards, which would otherwise be clipped at the edge of the block.
 */
const Grid = styled(CardGrid)<{ $cards: number; $isDrawn: boolean }>`
  min-width: 0;
  margin: -${String(room)}px;
  padding: ${String(room)}px;
  content-visibility: ${({ $isDrawn }) => ($isDrawn ? 'auto' : 'hidden')};
  ${({ $cards }) => reserved($cards, 1, 16)}
  @media ${media.medium} {
    ${({ $cards }) => reserved($cards, 2, 24)}
  }
  @media ${media.large} {
    ${({ $cards }) => reserved($cards, 3, 24)}
  }
  @media print {
    content-visibility: visible;
  }
`;

/** A card's cell. It limits the card to the width of its column. */
const Cell = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  min-width: 0;
`;

/** The first card and the number of cards of each mounted block. */
const contents = new WeakMap<Element, { firstId: string; cards: number }>();

let observer: ResizeObserver | undefined;
/** Records the heights of blocks as they change. Reading them when a list is unmounted would force a layout for each block. */
const heights = (): ResizeObserver =>
  (observer ??= new ResizeObserver((entries) => {
    for (const { target, contentRect } of entries) {
      const content = contents.get(target);
      if (!content || !target.isConnected) continue;
      keepBlockHeight(content.firstId, { height: contentRect.height, cards: content.cards, windowWidth: innerWidth });
    }
  }));

const onResize = (call: () => void): (() => void) => {
  addEventListener('resize', call);
  return () => {
    removeEventListener('resize', call);
  };
};

/** The last recorded height of a block, if it still has as many cards and the window is as wide. Pixels. */
const useLastHeight = (firstId: string, cards: number): number | undefined => {
  // Looked up once for each first card, because later recordings are the block's own height.
  const last = useMemo(() => blockHeightOf(firstId), [firstId]);
  return useSyncExternalStore(onResize, () => (last?.cards === cards && last.windowWidth === innerWidth ? last.height : undefined));
};

interface BlockProps<Item> {
  firstId: string;
  cards: readonly Item[];
  idOf: (item: Item) => string;
  children: (item: Item) => ReactNode;
  /** Whether the cards are rendered. Otherwise the block is empty and only reserves their height. */
  isDrawn: boolean;
}

/** A block of cards. It stays mounted when a card is removed, so that the other cards are not rendered again. */
const DrawnBlock = <Item,>({ firstId, cards, idOf, children, isDrawn }: BlockProps<Item>): ReactNode => {
  const block = useRef<HTMLDivElement>(null);
  const height = useLastHeight(firstId, cards.length);
  useLayoutEffect(() => {
    if (block.current) contents.set(block.current, { firstId, cards: cards.length });
  }, [firstId, cards.length]);
  useLayoutEffect(() => {
    const { current } = block;
    if (!current) return undefined;
    heights().observe(current);
    return () => {
      heights().unobserve(current);
    };
  }, []);
  const style = height === undefined ? undefined : { containIntrinsicSize: `auto ${String(height)}px` };
  return (
    <Grid ref={block} $cards={cards.length} $isDrawn={isDrawn} style={style}>
      {isDrawn && cards.map((item) => <Cell key={idOf(item)}>{children(item)}</Cell>)}
    </Grid>
  );
};

/** Memoised, so that a batch of further blocks does not render the existing ones. */
const Block = memo(DrawnBlock) as typeof DrawnBlock;

/**
 * The number of rendered blocks. Rendering thousands of cards in one go blocks input for a second on a phone, so they are rendered in
 * batches that input can interrupt.
 */
const useDrawnBlocks = (blocks: number): number => {
  const [drawn, setDrawn] = useState(blocksAtOnce);
  // A list that shrinks and grows again, such as when a search is cleared, restarts with the first batch.
  const most = Math.max(blocks, blocksAtOnce);
  if (drawn > most) setDrawn(most);
  useEffect(() => {
    if (drawn >= blocks) return;
    startTransition(() => {
      setDrawn(drawn + blocksAtOnce);
    });
  }, [drawn, blocks]);
  return Math.min(drawn, most);
};

/** The cells of a list of blocks, in item order. */
export const cardCellsOf = (list: HTMLElement | null): Element[] => [...(list?.querySelectorAll(':scope > * > *') ?? [])];

/**
 * The cell that contains an element, and its index among all cells. Looks into one block only, because a list may have thousands of cells.
 *
 * @returns undefined for an element outside of the list
 */
export const cardCellWith = (list: HTMLElement | null, element: Element): { cell: Element; place: number } | undefined => {
  const blocks = [...(list?.children ?? [])];
  const block = blocks.findIndex((one) => one.contains(element));
  const cells = [...(blocks[block]?.children ?? [])];
  const within = cells.findIndex((one) => one.contains(element));
  const cell = cells[within];
  return cell && { cell, place: block * blockSize + within };
};

export interface CardBlocksProps<Item> extends Omit<HTMLAttributes<HTMLDivElement>, 'children'> {
  items: readonly Item[];
  idOf: (item: Item) => string;
  /** Renders a card. */
  children: (item: Item) => ReactNode;
  ref?: Ref<HTMLDivElement>;
}

/**
 * Thousands of cards in 1, 2 or 3 columns. Cards are grouped into blocks: an off-screen block is neither laid out nor painted, and keeps
 * its last height. Blocks are rendered in batches. All cards stay in the document, so that the browser's search, the Tab key and screen
 * readers reach them. A block has several cards, because the browser checks each block in every frame.
 */
export const CardBlocks = <Item,>({ items, idOf, children, ...rest }: CardBlocksProps<Item>): ReactNode => {
  const blocks = useMemo(
    () =>
      Array.from({ length: Math.ceil(items.length / blockSize) }, (_, block) => items.slice(block * blockSize, (block + 1) * blockSize)),
    [items],
  );
  const drawn = useDrawnBlocks(blocks.length);
  return (
    <List {...rest}>
      {blocks.map((cards, index) => (
        <Block key={index} firstId={cards[0] === undefined ? '' : idOf(cards[0])} cards={cards} idOf={idOf} isDrawn={index < drawn}>
          {children}
        </Block>
      ))}
    </List>
  );
};
