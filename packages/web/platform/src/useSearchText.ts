import { useSearchParams } from './router';
import { useEffect, useState } from 'react';

const pauseMs = 250;

/** Copies the query string with some values set, or removed if undefined. */
export const withParameters = (current: URLSearchParams, change: Record<string, string | undefined>): URLSearchParams => {
  const next = new URLSearchParams(current);
  for (const [name, value] of Object.entries(change)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
};

export interface SearchText {
  /** The text of the field. */
  text: string;
  /** The text to search for: `text` after a pause in typing, trimmed. */
  settled: string;
  setText: (text: string) => void;
}

/**
 * A search text kept in the query string (`q`), so that back, forward and reload restore it.
 *
 * @example
 * const search = useSearchText();
 * return (
 *   <>
 *     <SearchField placeholder="Search folders..." value={search.text} onChange={search.setText} />
 *     <FolderResults q={search.settled} onCreate={create} />
 *   </>
 * );
 */
export const useSearchText = (): SearchText => {
  const [parameters, setParameters] = useSearchParams();
  const settled = parameters.get('q') ?? '';
  const [text, setText] = useState(settled);
  const [seen, setSeen] = useState(settled);
  const [written, setWritten] = useState(settled);

  // If the address changes otherwise (back, a link), the field is updated. A value that this hook wrote itself must not undo later typing.
  if (settled !== seen) {
    setSeen(settled);
    if (settled !== written) setText(settled);
  }

  useEffect(() => {
    if (text === settled) return;
    const timer = setTimeout(() => {
      setWritten(text);
      setParameters((current) => withParameters(current, { q: text }), { replace: true });
    }, pauseMs);
    return () => {
      clearTimeout(timer);
    };
  }, [text, settled, setParameters]);

  return { text, settled: settled.trim(), setText };
};
