import { createContext, useContext, type HTMLAttributes, type ReactNode } from 'react';

/** Opens the mark with this id. */
export const OpenMarkContext = createContext<(id: string) => void>(() => undefined);

export type MarkedWordsProps = HTMLAttributes<HTMLElement> & {
  'data-mark'?: string;
  'data-first'?: string;
  'data-in-link'?: string;
};

/**
 * Marked words that open their mark. Only the first part of a mark is a tab stop. Inside a link they are not a button, and the link works
 * as usual.
 */
export const MarkedWords = ({ 'data-mark': id, 'data-first': first, 'data-in-link': inLink, ...rest }: MarkedWordsProps): ReactNode => {
  const open = useContext(OpenMarkContext);
  if (id === undefined || inLink) return <mark data-mark={id} {...rest} />;
  return (
    <mark
      data-mark={id}
      {...rest}
      role="button"
      tabIndex={first ? 0 : -1}
      aria-haspopup="dialog"
      onClick={() => {
        // A click that ends a drag selection must not open the mark.
        if (getSelection()?.isCollapsed !== false) open(id);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        open(id);
      }}
    />
  );
};
