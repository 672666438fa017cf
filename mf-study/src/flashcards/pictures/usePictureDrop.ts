import { useEffect, useEffectEvent } from 'react';
import { pictureFilesOf, type Side } from './cardPictures';

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

/**
 * Accepts pictures dropped anywhere on the page, because the browser would open a file that is dropped beside the field.
 *
 * @param onDrop - with the side on which they were dropped; undefined elsewhere
 */
export const usePictureDrop = (onDrop: ((side: Side | undefined, files: readonly File[]) => void) | undefined): void => {
  const isWanted = onDrop !== undefined;
  const dropped = useEffectEvent((event: DragEvent) => {
    const side = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-side]')?.dataset['side'] : undefined;
    const files = pictureFilesOf(event.dataTransfer);
    if (files.length > 0) onDrop?.(side as Side | undefined, files);
  });
  useEffect(() => {
    if (!isWanted) return;
    const over = (event: DragEvent): void => {
      if (hasFiles(event)) event.preventDefault();
    };
    const drop = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      dropped(event);
    };
    addEventListener('dragover', over);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', over);
      removeEventListener('drop', drop);
    };
  }, [isWanted]);
};
