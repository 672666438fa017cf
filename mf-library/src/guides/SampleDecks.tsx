import { pptxType } from '@lectern/contracts';
import { reportError } from '@lectern/platform';
import { Button, color, Presentation, size, space } from '@lectern/ui';
import { useState, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { samples, type Sample } from './samples';

const Row = styled.section`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[8]};
  font-size: ${size[14]};
  color: ${color['ink-faint']};
  button {
    white-space: normal;
  }
`;

/** Sample decks for a learner who has none. */
export const SampleDecks = ({ onTake }: { onTake: (file: File) => void }): ReactNode => {
  const [loading, setLoading] = useState<string>();
  const load = async (sample: Sample): Promise<void> => {
    setLoading(sample.fileName);
    try {
      const response = await fetch(sample.url);
      if (!response.ok) throw new Error(`The sample answered ${String(response.status)}.`);
      onTake(new File([await response.blob()], sample.fileName, { type: pptxType }));
    } catch (error) {
      reportError(error, 'The sample could not be loaded. Please try again.');
    } finally {
      setLoading(undefined);
    }
  };
  return (
    <Row aria-label="Samples">
      <span>No slides at hand? Try a sample:</span>
      {samples.map((sample) => (
        <Button
          key={sample.fileName}
          type="button"
          variant="secondary"
          icon={<Presentation aria-hidden />}
          isBusy={loading === sample.fileName}
          onClick={() => void load(sample)}
        >
          {sample.title}
        </Button>
      ))}
    </Row>
  );
};
