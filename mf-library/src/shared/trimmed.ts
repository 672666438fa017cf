const previewLength = 150;

/** Truncates a text to 150 characters and an ellipsis. */
export const trimmed = (text: string): string => {
  const characters = [...text];
  return characters.length > previewLength ? `${characters.slice(0, previewLength).join('').trimEnd()}...` : text;
};
