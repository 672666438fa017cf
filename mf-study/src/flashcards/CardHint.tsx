import { Button, color, font, ItemText, size } from '@lectern/ui';
import { useState, type ReactNode } from 'react';
import { styled } from 'styled-components';

const Place = styled.div`
  justify-self: center;
  text-align: center;
  p {
    font-family: ${font.reading};
    font-size: ${size[18]};
    color: ${color['ink-soft']};
    white-space: pre-line;
    overflow-wrap: anywhere;
  }
`;

/** A card's hint, shown on request. Set the card's id as `key`, so that the next card's hint starts hidden. */
export const CardHint = ({ hint }: { hint: string | undefined }): ReactNode => {
  const [isShown, setIsShown] = useState(false);
  if (hint === undefined) return null;
  return (
    <Place>
      {/* The status element is always rendered, because screen readers only announce changes to existing live regions. */}
      <p role="status">{isShown && <ItemText>{hint}</ItemText>}</p>
      {!isShown && (
        <Button
          variant="quiet"
          onClick={() => {
            setIsShown(true);
          }}
        >
          Show hint
        </Button>
      )}
    </Place>
  );
};
