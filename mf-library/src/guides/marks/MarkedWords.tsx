import { createContext, useContext, type HTMLAttributes, type ReactNode } from 'react';

/** Opens a mark by its id. */
export const OpenMarkContext = createContext<(id: string) => void>(() => undefined);

export type MarkedWordsProps = HTMLAttributes<HTMLElement> & {
  'data-mark'?: string;
  'data-first'?: string;
  'data-in-link'?: string;
};

/** Marked words, which open their mark. Only the first part of a mark is a tab stop. Within a link they are no button: the link is followed. */
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
        // The click that ends a drag has selected words, and opens nothing.
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
