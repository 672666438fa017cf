import { screen } from '@testing-library/react';

/**
 * Finds the element with this text that is not a toast: a failed form keeps its message next to the button, and a toast shows the same for
 * some seconds.
 */
export const findNotice = (text: string): Promise<HTMLElement> =>
  screen.findByText(text, { ignore: 'script, style, [data-rht-toaster] *' });
