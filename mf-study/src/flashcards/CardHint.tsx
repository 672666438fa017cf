import { Button, color, font, size } from '@lectern/ui';
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

/** The hint of a card, which the learner asks for. Render it with the card's id as key, so that the next hint is hidden again. */
export const CardHint = ({ hint }: { hint: string | undefined }): ReactNode => {
  const [isShown, setIsShown] = useState(false);
  if (hint === undefined) return null;
  return (
    <Place>
      {/* Screen readers announce what appears in a place that was there. */}
      <p role="status">{isShown && hint}</p>
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
