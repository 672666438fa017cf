const two = (value: number): string => String(value).padStart(2, '0');

/** A duration such as '0:07', '12:30' or '1:02:03'. @param milliseconds - negative values count as 0 */
export const clockWords = (milliseconds: number): string => {
  const seconds = Math.max(0, Math.floor(milliseconds / 1_000));
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${String(minutes)}:${two(seconds % 60)}`
    : `${String(Math.floor(minutes / 60))}:${two(minutes % 60)}:${two(seconds % 60)}`;
};
