import { useLayoutEffect, useRef, useMemo, useSyncExternalStore, type HTMLAttributes, type ReactNode, type Ref } from 'react';
import { css, styled } from 'styled-components';
import { blockHeightOf, keepBlockHeight } from './blockHeights';
import { CardGrid } from './CardGrid';
import { media, space } from './tokens';

/** Cards of a block: a multiple of 2 and of 3, so that every block but the last fills its rows. */
const blockSize = 12;

/** The height of a card whose block was not drawn yet. Pixels. */
const usualHeight = 224;

/** Around the cards of a block. Pixels. */
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

/** The padding leaves room for the focus outline and the shadow of its cards, which would otherwise be clipped at the edge of the block. */
const Grid = styled(CardGrid)<{ $cards: number }>`
  min-width: 0;
  margin: -${String(room)}px;
  padding: ${String(room)}px;
  content-visibility: auto;
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

/** A card's cell: the card is no wider than its column. */
const Cell = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  min-width: 0;
`;

/** What the blocks on the page hold. */
const contents = new WeakMap<Element, { firstId: string; cards: number }>();

let observer: ResizeObserver | undefined;
/** Keeps the heights of blocks as they change. Reading them when a list goes would lay out what is left of it once for each block. */
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

/** The height that a block had when it was last left, while it has as many cards and the window is as wide. Pixels. */
const useLastHeight = (firstId: string, cards: number): number | undefined => {
  // Looked up once for each first card: heights that are kept while the block is shown are its own.
  const last = useMemo(() => blockHeightOf(firstId), [firstId]);
  return useSyncExternalStore(onResize, () => (last?.cards === cards && last.windowWidth === innerWidth ? last.height : undefined));
};

/** Cards that stand together. After a removal it goes on with its other cards, so that they are not drawn anew. */
const Block = ({ firstId, cards, children }: { firstId: string; cards: number; children: ReactNode }): ReactNode => {
  const block = useRef<HTMLDivElement>(null);
  const height = useLastHeight(firstId, cards);
  useLayoutEffect(() => {
    if (block.current) contents.set(block.current, { firstId, cards });
  }, [firstId, cards]);
  useLayoutEffect(() => {
    const { current } = block;
    if (!current) return undefined;
    heights().observe(current);
    return () => {
      heights().unobserve(current);
    };
  }, []);
  return (
    <Grid ref={block} $cards={cards} style={height === undefined ? undefined : { containIntrinsicSize: `auto ${String(height)}px` }}>
      {children}
    </Grid>
  );
};

/** The cells of a list of blocks, in the order of its items. */
export const cardCellsOf = (list: HTMLElement | null): Element[] => [...(list?.querySelectorAll(':scope > * > *') ?? [])];

export interface CardBlocksProps<Item> extends Omit<HTMLAttributes<HTMLDivElement>, 'children'> {
  items: readonly Item[];
  idOf: (item: Item) => string;
  /** Draws a card. */
  children: (item: Item) => ReactNode;
  ref?: Ref<HTMLDivElement>;
}

/**
 * Cards in 1, 2 or 3 columns, of which there may be thousands. They stand in blocks: a block off screen is neither laid out nor painted, and keeps
 * its last height. Its cards stay in the document, so that the browser's search, the Tab key and screen readers reach them. A block has
 * several cards, because the browser looks at each block in every frame.
 */
export const CardBlocks = <Item,>({ items, idOf, children, ...rest }: CardBlocksProps<Item>): ReactNode => {
  const blocks = Array.from({ length: Math.ceil(items.length / blockSize) }, (_, block) =>
    items.slice(block * blockSize, (block + 1) * blockSize),
  );
  return (
    <List {...rest}>
      {blocks.map((cards, index) => {
        const firstId = cards[0] === undefined ? '' : idOf(cards[0]);
        return (
          <Block key={index} firstId={firstId} cards={cards.length}>
            {cards.map((item) => (
              <Cell key={idOf(item)}>{children(item)}</Cell>
            ))}
          </Block>
        );
      })}
    </List>
  );
};
