const previewLength = 150;

/** At most 150 characters of a text, and an ellipsis where it was cut. */
export const trimmed = (text: string): string => {
  const characters = [...text];
  return characters.length > previewLength ? `${characters.slice(0, previewLength).join('').trimEnd()}...` : text;
};
