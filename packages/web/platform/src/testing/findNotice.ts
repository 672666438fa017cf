import { screen } from '@testing-library/react';

/** The element with this text that is not a toast: a failed form keeps its sentence beside the button, and a toast says the same for some seconds. */
export const findNotice = (text: string): Promise<HTMLElement> =>
  screen.findByText(text, { ignore: 'script, style, [data-rht-toaster] *' });
