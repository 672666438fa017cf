import { useLimits } from '@lectern/platform';
import { Link } from '@lectern/platform/router';
import { FileText, GraduationCap, Layers } from '@lectern/ui';
import type { ReactNode } from 'react';
import { Lines, Section } from './dashboardStyles';

/** Buttons that create a guide, a quiz or a deck. */
export const QuickActions = (): ReactNode => {
  const { isAtLimit, unlessAtLimit } = useLimits();
  return (
    <Section aria-labelledby="quick-actions">
      <h2 id="quick-actions">Quick Actions</h2>
      <Lines>
        <li>
          <FileText aria-hidden />
          <p>
            <Link
              to="/study-materials/create"
              onClick={(event) => {
                // At the limit, the upgrade modal opens instead.
                if (isAtLimit('studyMaterials')) event.preventDefault();
                unlessAtLimit('studyMaterials', () => undefined);
              }}
            >
              Create Study Material
            </Link>
            <small>From slides, documents or pasted text</small>
          </p>
        </li>
        <li>
          <GraduationCap aria-hidden />
          <p>
            <Link to="/quizzes">Generate Quiz</Link>
            <small>Questions with explanations</small>
          </p>
        </li>
        <li>
          <Layers aria-hidden />
          <p>
            <Link to="/quizzes?tab=flashcards">Create Flashcards</Link>
            <small>One fact per card</small>
          </p>
        </li>
      </Lines>
    </Section>
  );
};
