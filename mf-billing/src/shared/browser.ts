/** The one way out of the site, so that tests can stand in for it. */
export const browser = {
  goTo: (address: string): void => {
    window.location.assign(address);
  },
};

/**
 * Leaves for a page of the payment provider.
 *
 * @throws Error when the address is not one of the web.
 */
export const leaveFor = (address: string): void => {
  const { protocol } = new URL(address);
  if (protocol !== 'https:' && protocol !== 'http:') throw new Error('The payment page has no web address.');
  browser.goTo(address);
};
