/** Navigates to another site. An object, so that tests can replace it. */
export const browser = {
  goTo: (address: string): void => {
    window.location.assign(address);
  },
};

/**
 * Navigates to a page of the payment provider.
 *
 * @throws Error if the address is not HTTP or HTTPS
 */
export const leaveFor = (address: string): void => {
  const { protocol } = new URL(address);
  if (protocol !== 'https:' && protocol !== 'http:') throw new Error('The payment page has no web address.');
  browser.goTo(address);
};
