import { createContext, useContext, type HTMLAttributes, type ReactNode } from 'react';

/** Opens a mark by its id. */
export const OpenMarkContext = createContext<(id: string) => void>(() => undefined);

export type MarkedWordsProps = HTMLAttributes<HTMLElement> & {
  'data-mark'?: string;
  'data-first'?: string;
  'data-in-link'?: string;
};

/** Marked words of the text, which open their mark. The Tab key reaches the first part of a mark; in a link the link goes first. */
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
        // A drag over the words selects them.
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
