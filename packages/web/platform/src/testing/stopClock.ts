/**
 * Freezes `performance.now` until the mocks are restored. The overlays compute their progress from it, and on a busy machine the time
 * between a click and an assertion would change what they show.
 */
export const stopClock = (): void => {
  jest.spyOn(performance, 'now').mockReturnValue(performance.now());
};
