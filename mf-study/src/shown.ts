import { expect, waitFor } from 'storybook/test';

/** For stories: waits until an element that fades in is visible. */
export const shown = (element: HTMLElement): Promise<void> => waitFor(() => expect(element).toBeVisible());
