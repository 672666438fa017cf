import { useEffect, useRef, useState } from 'react';

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

/**
 * Accepts files that are dropped anywhere on the page. Otherwise the browser would open a file dropped outside the drop area, and the
 * page's input would be lost.
 *
 * @returns whether a file is being dragged over the page
 * @example
 * ```tsx
 * const isOver = useFileDrop((files) => void add(files));
 * return <p>{isOver ? 'Drop to add.' : 'Drop files here, or click to choose.'}</p>;
 * ```
 */
export const useFileDrop = (onDrop: (files: readonly File[]) => void): boolean => {
  const [isOver, setIsOver] = useState(false);
  const latest = useRef(onDrop);
  useEffect(() => {
    latest.current = onDrop;
  });
  useEffect(() => {
    const over = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setIsOver(true);
    };
    const leave = (event: DragEvent): void => {
      // `relatedTarget` is null only when the pointer leaves the window.
      if (!event.relatedTarget) setIsOver(false);
    };
    const drop = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setIsOver(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length > 0) latest.current(files);
    };
    addEventListener('dragover', over);
    addEventListener('dragleave', leave);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', over);
      removeEventListener('dragleave', leave);
      removeEventListener('drop', drop);
    };
  }, []);
  return isOver;
};
