/**
 * Lets `performance.now` stand still until the mocks are restored: the overlays count by it, and on a busy machine the time between a click
 * and the look at the page would show in their figures.
 */
export const stopClock = (): void => {
  jest.spyOn(performance, 'now').mockReturnValue(performance.now());
};
