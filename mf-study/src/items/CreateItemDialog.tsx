import { calls, fewestAsked, freePlan, itemStyleNotice, mostGuides, premiumPlan, sizes, type DifficultyLevel } from '@lectern/contracts';
import { useDraft, useEngine, useLimits, type Draft } from '@lectern/platform';
import { Link } from '@lectern/platform/router';
import {
  Button,
  CheckList,
  color,
  Dialog,
  DialogActions,
  EmptyState,
  ErrorState,
  FieldCaption,
  FailureNotice,
  Form,
  media,
  Notice,
  SelectField,
  size,
  space,
  TextArea,
  TextLink,
  TextSkeleton,
  type SelectOption,
} from '@lectern/ui';
import { useEffect, useState, type ChangeEvent, type ReactNode } from 'react';
import { useForm, useWatch, type UseFormRegister } from 'react-hook-form';
import { styled } from 'styled-components';
import { MakingOverlay } from '../shared/MakingOverlay';
import { useGuideChoices } from '../shared/studyQueries';
import { PickLink } from '../pick/PickLink';
import { itemWords, type ItemKind } from './itemWords';
import { isTooLittle, useGeneration, type CreatedItem, type GenerationRequest } from './useGeneration';

const Row = styled.div`
  display: grid;
  gap: ${space[16]};
  @media ${media.medium} {
    grid-template-columns: repeat(auto-fit, minmax(0, 1fr));
    grid-auto-flow: column;
  }
`;

/** Collapsed at first, because the guide is the only required field. */
const MoreChoices = styled.details`
  summary {
    padding: ${space[12]} 0;
    cursor: pointer;
    font-size: ${size[14]};
    font-weight: 600;
    color: ${color['ink-soft']};
  }
  > div {
    display: grid;
    gap: ${space[16]};
  }
`;

const Choice = styled.p`
  font-size: ${size[14]};
  color: ${color['ink-soft']};
`;

interface Values {
  studyMaterialId: string;
  stylePreference: string;
  /** Empty for the plan's default. */
  count: string;
  /** Empty if the service decides. */
  difficulty: '' | DifficultyLevel;
}

interface GenerateFormProps {
  kind: ItemKind;
  guides: readonly SelectOption[];
  studyMaterialId?: string | undefined;
  onCreated: (created: CreatedItem) => void;
  onClose: () => void;
}

interface ItemDraft {
  guide: Draft<string>;
  style: Draft<string>;
}

/** The form's values, kept after a failure and through an expired session. */
const useItemDraft = (kind: ItemKind): ItemDraft => ({
  guide: useDraft(`create-${kind}.guide`, ''),
  style: useDraft(`create-${kind}.style`, ''),
});

const difficulties: readonly SelectOption[] = [
  { value: '', label: 'Mixed' },
  { value: 'easy', label: 'Easy' },
  { value: 'medium', label: 'Medium' },
  { value: 'hard', label: 'Hard' },
];

/** The item counts to choose from, up to the plan's limit. */
const countChoices = (kind: ItemKind, isPremium: boolean): SelectOption[] => {
  const plan = isPremium ? premiumPlan : freePlan;
  const most = kind === 'quiz' ? plan.questionsAsked : plan.cardsAsked;
  const steps = [fewestAsked, 10, 15, 20, 30].filter((count) => count < most);
  return [{ value: '', label: `${String(most)} (maximum)` }, ...steps.map((count) => ({ value: String(count), label: String(count) }))];
};

interface FurtherFieldsProps {
  kind: ItemKind;
  register: UseFormRegister<Values>;
  /** The guides that can still be added. */
  guides: readonly SelectOption[];
  /** Ids of the added guides. */
  further: readonly string[];
  onChange: (further: readonly string[]) => void;
}

/** The fields for item count, difficulty and further guides. */
const FurtherFields = ({ kind, register, guides, further, onChange }: FurtherFieldsProps): ReactNode => {
  const { isPremium } = useLimits();
  return (
    <MoreChoices>
      <summary>More options</summary>
      <div>
        <Row>
          <SelectField label={kind === 'quiz' ? 'Questions' : 'Cards'} options={countChoices(kind, isPremium)} {...register('count')} />
          <SelectField label="Difficulty" options={difficulties} {...register('difficulty')} />
        </Row>
        {guides.length > 0 && (
          <div>
            <FieldCaption as="p">More guides</FieldCaption>
            <CheckList label="More guides" options={guides} chosen={further} onChange={onChange} most={mostGuides - 1} />
          </div>
        )}
      </div>
    </MoreChoices>
  );
};

const requestOf = ({ studyMaterialId, stylePreference, count, difficulty }: Values, further: readonly string[]): GenerationRequest => ({
  studyMaterialIds: [studyMaterialId, ...further.filter((id) => id !== studyMaterialId)],
  stylePreference: stylePreference.trim() || null,
  count: count === '' ? undefined : Number(count),
  difficultyLevel: difficulty === '' ? undefined : difficulty,
});

/** Warns about the part of the style preference that generation will ignore. */
const StyleNotice = ({ kind, preference }: { kind: ItemKind; preference: string }): ReactNode => {
  const text = itemStyleNotice(preference, kind, useEngine(calls.getStudyEngine));
  return <div role="status">{text !== undefined && <Notice tone="warning">{text}</Notice>}</div>;
};

/** Focuses a field when the form appears. The form appears after its guides have loaded, when the dialog has already focused its close button. */
const useFirstFocus = (setFocus: (field: keyof Values) => void, field: keyof Values): void => {
  useEffect(() => {
    setFocus(field);
  }, [setFocus, field]);
};

interface FormEndProps {
  generation: Pick<ReturnType<typeof useGeneration>, 'failure' | 'error'>;
  /** Id of the guide whose terms the learner can pick; empty for several guides, or none. */
  pickFrom: string;
  /** Label of the submit button. */
  submit: string;
  onClose: () => void;
}

/** The error of the last attempt, the buttons, and a link to pick items manually. */
const FormEnd = ({ generation: { failure, error }, pickFrom, submit, onClose }: FormEndProps): ReactNode => {
  const needsPicking = isTooLittle(error) && pickFrom !== '';
  return (
    <>
      {pickFrom !== '' && !needsPicking && (
        <Choice>
          Or choose yourself:{' '}
          <TextLink as={Link} to={`/pick/${pickFrom}`}>
            Pick what to ask
          </TextLink>
        </Choice>
      )}
      <FailureNotice action={needsPicking && <PickLink studyMaterialId={pickFrom} />}>{failure}</FailureNotice>
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit">{submit}</Button>
      </DialogActions>
    </>
  );
};

const GenerateForm = ({ kind, guides, studyMaterialId, onCreated, onClose }: GenerateFormProps): ReactNode => {
  const { styleLabel, styleExample, submit, overlay } = itemWords[kind];
  const draft = useItemDraft(kind);
  const generation = useGeneration(kind, (created) => {
    draft.guide.clear();
    draft.style.clear();
    onCreated(created);
  });
  const [preset] = useState(() => [studyMaterialId, draft.guide.value].find((id) => guides.some((guide) => guide.value === id)));
  const { register, handleSubmit, formState, setFocus, control } = useForm<Values>({
    defaultValues: { studyMaterialId: preset ?? '', stylePreference: draft.style.value, count: '', difficulty: '' },
  });
  const [further, setFurther] = useState<readonly string[]>([]);
  const [first, style] = useWatch({ control, name: ['studyMaterialId', 'stylePreference'] });

  const send = (values: Values): void => void generation.mutate(requestOf(values, further));
  useFirstFocus(setFocus, preset === undefined ? 'studyMaterialId' : 'stylePreference');

  return (
    <>
      <Form onSubmit={(event) => void handleSubmit(send)(event)}>
        <SelectField
          label="Study material"
          placeholder="Select a study material"
          options={guides}
          error={formState.errors.studyMaterialId?.message}
          {...register('studyMaterialId', {
            required: 'Please select a study material',
            onChange: (event: ChangeEvent<HTMLSelectElement>) => {
              draft.guide.set(event.target.value);
            },
          })}
        />
        <TextArea
          label={styleLabel}
          hint={`Optional. ${styleExample}`}
          rows={3}
          maxLength={sizes.stylePreference}
          {...register('stylePreference', {
            onChange: (event: ChangeEvent<HTMLTextAreaElement>) => {
              draft.style.set(event.target.value);
            },
          })}
        />
        <StyleNotice kind={kind} preference={style} />
        <FurtherFields
          kind={kind}
          register={register}
          guides={guides.filter(({ value }) => value !== first)}
          further={further}
          onChange={setFurther}
        />
        <FormEnd generation={generation} pickFrom={further.length === 0 ? first : ''} submit={submit} onClose={onClose} />
      </Form>
      <MakingOverlay isOpen={generation.isPending} {...overlay} progressKey={generation.progressKey} />
    </>
  );
};

const DialogBody = (props: Omit<GenerateFormProps, 'guides'>): ReactNode => {
  const guides = useGuideChoices();
  if (guides.isPending) return <TextSkeleton label="Loading your study guides" lines={4} />;
  if (!guides.data) {
    return (
      <ErrorState onRetry={() => void guides.refetch()} isRetrying={guides.isFetching}>
        Error loading study guides. Please try again.
      </ErrorState>
    );
  }
  if (guides.data.length === 0) {
    return (
      <EmptyState
        drawing="guide"
        action={
          <Button as={Link} to="/study-materials/create">
            Create Study Material
          </Button>
        }
      >
        {props.kind === 'quiz' ? 'Quizzes are made from study guides.' : 'Decks are made from study guides.'} Create your first guide.
      </EmptyState>
    );
  }
  return <GenerateForm {...props} guides={guides.data} />;
};

export interface CreateItemDialogProps {
  /** Undefined while the dialog is closed. */
  kind: ItemKind | undefined;
  /** The preselected guide, if the learner comes from a guide's page. */
  studyMaterialId?: string | undefined;
  onCreated: (created: CreatedItem) => void;
  onClose: () => void;
}

/** The dialog that generates a quiz or deck from a guide. An overlay covers the page while the call runs; the input is kept if the call fails. */
export const CreateItemDialog = ({ kind, ...rest }: CreateItemDialogProps): ReactNode => (
  <Dialog isOpen={kind !== undefined} onClose={rest.onClose} title={kind ? itemWords[kind].title : ''}>
    {kind && <DialogBody kind={kind} {...rest} />}
  </Dialog>
);
