import { calls } from '@lectern/contracts';
import { callFile, saveFile, useFailure } from '@lectern/platform';
import { Link } from '@lectern/platform/router';
import { Button, color, Download, FailureNotice, size, space, TextLink } from '@lectern/ui';
import { useId, useState, type ReactNode } from 'react';
import { styled } from 'styled-components';

const Group = styled.div`
  display: grid;
  gap: ${space[12]};
  justify-items: start;
  p {
    font-size: ${size[14]};
    color: ${color['ink-soft']};
  }
`;

/** Downloads all of the learner's data as a file, and links to the import of flashcards. */
export const AccountData = (): ReactNode => {
  const [isBusy, setIsBusy] = useState(false);
  const failure = useFailure();
  const id = useId();

  const save = async (): Promise<void> => {
    failure.clear();
    setIsBusy(true);
    await saveFile(
      () => callFile(calls.exportAccount),
      (error, message) => {
        failure.report(error, message);
      },
    );
    setIsBusy(false);
  };

  return (
    <Group role="group" aria-labelledby={id}>
      <div>
        <strong id={id}>Your data</strong>
        <p>
          Download everything we keep about you as one zip file, at most once an hour: guides with their pictures, quizzes, flashcards,
          reviews and your profile. It has a page for you to read, and files for other programs.
        </p>
      </div>
      <FailureNotice>{failure.text}</FailureNotice>
      <Button
        variant="secondary"
        icon={<Download aria-hidden />}
        isBusy={isBusy}
        busyLabel="Collecting your data..."
        onClick={() => void save()}
      >
        Export my data
      </Button>
      <p>
        Have flashcards in Anki, Quizlet or a spreadsheet?{' '}
        <TextLink as={Link} to="/quizzes?tab=flashcards&import=1">
          Import flashcards
        </TextLink>
      </p>
    </Group>
  );
};
