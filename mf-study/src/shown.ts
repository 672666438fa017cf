import { expect, waitFor } from 'storybook/test';

/** For stories: waits until something that fades in can be seen. */
export const shown = (element: HTMLElement): Promise<void> => waitFor(() => expect(element).toBeVisible());
