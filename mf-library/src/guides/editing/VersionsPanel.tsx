import type { StudyMaterial, StudyMaterialVersion } from '@lectern/contracts';
import { confirm, formatDate, toast, useFailure } from '@lectern/platform';
import { Badge, Button, color, ErrorState, FailureNotice, measure, radius, SidePanel, size, space, TextSkeleton } from '@lectern/ui';
import { useState, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { libraryChanges } from '../../shared/libraryChanges';
import { useVersions } from '../../shared/libraryQueries';

const List = styled.ol`
  display: grid;
  gap: ${space[12]};
  margin-top: ${space[16]};
`;
const Entry = styled.li`
  display: grid;
  justify-items: start;
  gap: ${space[8]};
  padding: ${space[12]} ${space[16]};
  border: 1px solid ${color.line};
  border-radius: ${radius.card};
  h3 {
    font-size: ${size[16]};
  }
  p {
    font-size: ${size[14]};
    color: ${color['ink-soft']};
    overflow-wrap: anywhere;
  }
  button {
    min-height: ${measure.target};
  }
`;

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** 'Mar 5, 2025, 14:05', in the learner's time zone. Has the time, because several versions may be from the same day. */
const momentOf = (savedAt: string): string => {
  const time = new Date(savedAt);
  return `${formatDate(time)}, ${twoDigits(time.getHours())}:${twoDigits(time.getMinutes())}`;
};

interface VersionEntryProps {
  version: StudyMaterialVersion;
  isBusy: boolean;
  onChoose: () => void;
}

const VersionEntry = ({ version: { version, savedAt, edited, isCurrent, preview }, isBusy, onChoose }: VersionEntryProps): ReactNode => (
  <Entry>
    <h3>{momentOf(savedAt)}</h3>
    <Badge tone={isCurrent ? 'accent' : 'neutral'}>
      {isCurrent ? 'Current' : edited ? 'Your own version' : version === 0 ? 'Original' : 'Made by Lectern'}
    </Badge>
    <p>{preview}</p>
    {!isCurrent && (
      <Button variant="secondary" isBusy={isBusy} aria-label={`Restore the version of ${momentOf(savedAt)}`} onClick={onChoose}>
        Restore
      </Button>
    )}
  </Entry>
);

interface Return {
  /** The number of the version that is being restored. */
  busy: number | undefined;
  failure: string | undefined;
  goBack: (version: StudyMaterialVersion) => Promise<void>;
}

const useReturn = (id: string, onReturn: () => void): Return => {
  const [busy, setBusy] = useState<number>();
  const { text: failure, report, clear } = useFailure();
  const goBack = async ({ version, savedAt }: StudyMaterialVersion): Promise<void> => {
    const question = `Restore the version of ${momentOf(savedAt)}? The current one stays among the earlier versions. Unsaved changes are discarded.`;
    if (busy !== undefined || !(await confirm({ title: 'Restore this version?', question, confirmLabel: 'Restore' }))) return;
    setBusy(version);
    clear();
    try {
      await libraryChanges.updateGuide(id, { version });
      toast.success('Version restored');
      onReturn();
    } catch (error) {
      report(error, 'Failed to restore this version');
    } finally {
      setBusy(undefined);
    }
  };
  return { busy, failure, goBack };
};

const VersionList = ({ id, onReturn }: { id: string; onReturn: () => void }): ReactNode => {
  const { data, isFetching, refetch } = useVersions(id);
  const { busy, failure, goBack } = useReturn(id, onReturn);
  if (!data) {
    return isFetching ? (
      <TextSkeleton label="Loading earlier versions" lines={6} />
    ) : (
      <ErrorState onRetry={() => void refetch()}>The earlier versions could not be loaded.</ErrorState>
    );
  }
  return (
    <>
      <p>
        {data.length > 1
          ? 'Your last ten versions are kept, along with the original.'
          : 'No earlier versions yet. Each time you save, the previous one is kept here.'}
      </p>
      <FailureNotice>{failure}</FailureNotice>
      <List>
        {data.map((version) => (
          <VersionEntry key={version.version} version={version} isBusy={busy === version.version} onChoose={() => void goBack(version)} />
        ))}
      </List>
    </>
  );
};

export interface VersionsPanelProps {
  guide: Pick<StudyMaterial, '_id'>;
  isOpen: boolean;
  onClose: () => void;
  /** Called after an earlier version was restored. */
  onReturn: () => void;
  returnFocus: () => HTMLElement | undefined;
}

/** The guide's earlier versions, each with the beginning of its text and a button that restores it. */
export const VersionsPanel = ({ guide, isOpen, onClose, onReturn, returnFocus }: VersionsPanelProps): ReactNode => (
  <SidePanel isOpen={isOpen} isOver onClose={onClose} title="Earlier versions" returnFocus={returnFocus}>
    <VersionList id={guide._id} onReturn={onReturn} />
  </SidePanel>
);
