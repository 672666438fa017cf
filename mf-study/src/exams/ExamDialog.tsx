import { examBounds, NewExam, type Exam } from '@lectern/contracts';
import { useIdempotencyKey } from '@lectern/platform';
import { Button, choiceShape, color, FieldProblem, measure, radius, size, space, TextField, TextSkeleton } from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { EditDialog } from '../shared/EditDialog';
import { useGuideChoices } from '../shared/studyQueries';
import { problemsOf, useEditDraft } from '../shared/useEditDraft';
import { examChanges } from './examQueries';

const Guides = styled.fieldset`
  display: grid;
  gap: ${space[4]};
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;
  legend {
    padding: 0;
    font-size: ${size[14]};
    font-weight: 600;
  }
  > div {
    max-height: 220px;
    overflow-y: auto;
    border: 1px solid ${color['line-strong']};
    border-radius: ${radius.field};
  }
  label {
    display: flex;
    align-items: center;
    gap: ${space[12]};
    min-height: ${measure.target};
    padding: ${space[8]} ${space[12]};
    overflow-wrap: anywhere;
    cursor: pointer;
  }
  input {
    ${choiceShape}
  }
`;

interface Values {
  name: string;
  date: string;
  studyMaterialIds: string[];
}

interface GuideChoiceProps {
  chosen: readonly string[];
  onChange: (ids: string[]) => void;
  problem: string | undefined;
}

/** Checkboxes for the guides of an exam. */
const GuideChoice = ({ chosen, onChange, problem }: GuideChoiceProps): ReactNode => {
  const { data, isFetching, refetch } = useGuideChoices();
  return (
    <Guides>
      <legend>Study guides</legend>
      {data && (
        <div>
          {data.map(({ value, label }) => (
            <label key={value}>
              <input
                type="checkbox"
                checked={chosen.includes(value)}
                aria-invalid={problem === undefined ? undefined : true}
                onChange={({ target }) => {
                  onChange(target.checked ? [...chosen, value] : chosen.filter((id) => id !== value));
                }}
              />
              {label}
            </label>
          ))}
        </div>
      )}
      {!data && isFetching && <TextSkeleton label="Loading study guides" lines={3} />}
      {!data && !isFetching && (
        <Button variant="secondary" onClick={() => void refetch()}>
          Try again
        </Button>
      )}
      {problem !== undefined && <FieldProblem>{problem}</FieldProblem>}
    </Guides>
  );
};

/** The error of each field. */
const examProblems = (values: Values): Readonly<Record<string, string>> => {
  const found = problemsOf(NewExam, { ...values, name: values.name.trim() });
  return {
    ...(found['name'] !== undefined && { name: values.name.trim() === '' ? 'Please enter a name' : found['name'] }),
    ...(found['date'] !== undefined && { date: 'Please choose a date' }),
    ...(found['studyMaterialIds'] !== undefined && {
      guides:
        values.studyMaterialIds.length === 0
          ? 'Please choose a study guide'
          : `At most ${String(examBounds.guides)} study guides in one exam`,
    }),
  };
};

export interface ExamDialogProps {
  /** Undefined for a new exam. */
  exam: Exam | undefined;
  onClose: () => void;
}

/** Adds or edits an exam: its name, date and guides. */
export const ExamDialog = ({ exam, onClose }: ExamDialogProps): ReactNode => {
  const draft = useEditDraft<Values>(`exam.${exam?._id ?? 'new'}`, {
    name: exam?.name ?? '',
    date: exam?.date ?? '',
    studyMaterialIds: exam?.studyMaterialIds ?? [],
  });
  const { values, change } = draft;
  const { keyFor, done } = useIdempotencyKey();
  const body = { ...values, name: values.name.trim() };
  return (
    <EditDialog
      title={exam ? 'Edit Exam' : 'Add Exam'}
      draft={draft}
      problems={examProblems(values)}
      save={async () => {
        await examChanges.save(exam?._id, body, keyFor(body));
        done();
      }}
      saved={exam ? 'Exam updated successfully' : 'Exam added successfully'}
      notSaved={exam ? 'Failed to update exam' : 'Failed to add exam'}
      submit={exam ? 'Save Changes' : 'Add Exam'}
      onClose={onClose}
    >
      {(problems) => (
        <>
          <TextField
            label="Name"
            value={values.name}
            error={problems['name']}
            onChange={({ target }) => {
              change({ name: target.value });
            }}
          />
          <TextField
            label="Date"
            type="date"
            value={values.date}
            error={problems['date']}
            onChange={({ target }) => {
              change({ date: target.value });
            }}
          />
          <GuideChoice
            chosen={values.studyMaterialIds}
            problem={problems['guides']}
            onChange={(studyMaterialIds) => {
              change({ studyMaterialIds });
            }}
          />
        </>
      )}
    </EditDialog>
  );
};
