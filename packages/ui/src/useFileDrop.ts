import { useEffect, useRef, useState } from 'react';

/** Whether a field takes what is dropped on it by itself. */
const isOnOtherField = ({ target }: DragEvent): boolean => target instanceof Element && target.closest('[data-takes-drops]') !== null;

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

/**
 * Accepts a file that is dropped anywhere on the page. Otherwise the browser would open a file that is dropped beside the drop area, and leave
 * the page with its input. A field with `data-takes-drops` takes what is dropped on it itself.
 *
 * @returns whether a file is being dragged over the page.
 */
export const useFileDrop = (onDrop: (file: File) => void): boolean => {
  const [isOver, setIsOver] = useState(false);
  const latest = useRef(onDrop);
  useEffect(() => {
    latest.current = onDrop;
  });
  useEffect(() => {
    const over = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      const isElsewhere = isOnOtherField(event);
      if (!isElsewhere) event.preventDefault();
      setIsOver(!isElsewhere);
    };
    const leave = (event: DragEvent): void => {
      // `relatedTarget` is null only when the pointer leaves the window.
      if (!event.relatedTarget) setIsOver(false);
    };
    const drop = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      setIsOver(false);
      if (isOnOtherField(event)) return;
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      if (file) latest.current(file);
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
