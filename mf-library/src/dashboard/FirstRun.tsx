import { useNavigate } from '@lectern/platform/router';
import { color, size, space } from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { FilesField } from '../guides/FilesField';
import { useMaterialFiles } from '../guides/useMaterialFiles';

const Base = styled.section`
  display: grid;
  gap: ${space[16]};
  max-width: 760px;
  h2 {
    font-size: ${size[18]};
  }
`;

/** An empty section's text, without a box around it. */
const Empty = styled.p`
  display: flex;
  flex-wrap: wrap;
  gap: 0 ${space[16]};
  font-size: ${size[14]};
  color: ${color['ink-faint']};
`;

/** The dashboard of a learner without any items: a drop area for files, and sample decks. */
export const FirstRun = (): ReactNode => {
  const navigate = useNavigate();
  const files = useMaterialFiles();
  return (
    <Base aria-labelledby="first-run">
      <h2 id="first-run">Make your first guide</h2>
      <FilesField
        {...files}
        add={async (added) => {
          const hasTaken = await files.add(added);
          // The create form reads the same draft. The files are kept until the guide is created or the learner cancels.
          if (hasTaken) void navigate('/study-materials/create');
          return hasTaken;
        }}
      />
      <Empty>
        <span>No study materials yet</span>
        <span>No recent activity to show</span>
      </Empty>
    </Base>
  );
};
