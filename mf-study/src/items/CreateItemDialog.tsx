import { calls, sizes, type FlashcardDeck, type Quiz } from '@lectern/contracts';
import { call, reportError, toast, useDraft, useIdempotencyKey, type Draft } from '@lectern/platform';
import { Link } from '@lectern/platform/router';
import {
  Button,
  Dialog,
  DialogActions,
  EmptyState,
  ErrorState,
  Form,
  ProgressOverlay,
  SelectField,
  TextArea,
  TextSkeleton,
  type ProgressOverlayProps,
  type SelectOption,
} from '@lectern/ui';
import { useMutation } from '@lectern/platform/query';
import { useEffect, useState, type ChangeEvent, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { studyChanges } from '../shared/studyChanges';
import { useGuideChoices } from '../shared/studyQueries';

export type ItemKind = 'quiz' | 'deck';

interface Words {
  title: string;
  styleLabel: string;
  styleExample: string;
  submit: string;
  overlay: ProgressOverlayProps;
}

const words: Record<ItemKind, Words> = {
  quiz: {
    title: 'Generate Quiz',
    styleLabel: 'Quiz Style Preference',
    styleExample: 'For example: NCLEX-style',
    submit: 'Generate Quiz',
    overlay: {
      title: 'Creating Your Quiz',
      stages: ['Reading your guide', 'Finding what is worth asking', 'Writing questions and answers', 'Checking every question'],
      totalSeconds: 32,
    },
  },
  deck: {
    title: 'Create Flashcard Deck',
    styleLabel: 'Style Preference',
    styleExample: 'For example: one fact per card, with an example',
    submit: 'Create Deck',
    overlay: {
      title: 'Creating Your Flashcards',
      stages: ['Reading your guide', 'Picking out key terms and facts', 'Writing both sides of each card', 'Checking every card'],
      totalSeconds: 30,
    },
  },
};

interface Values {
  studyMaterialId: string;
  stylePreference: string;
}

export type CreatedItem = { kind: 'quiz'; item: Quiz } | { kind: 'deck'; item: FlashcardDeck };

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

/** The form's input, kept after a failure and through an expired session. */
const useItemDraft = (kind: ItemKind): ItemDraft => ({
  guide: useDraft(`create-${kind}.guide`, ''),
  style: useDraft(`create-${kind}.style`, ''),
});

const useGeneration = (kind: ItemKind, draft: ItemDraft, onCreated: (created: CreatedItem) => void) => {
  const idempotency = useIdempotencyKey();
  return useMutation({
    mutationFn: async (values: Values): Promise<CreatedItem> => {
      const body = { studyMaterialId: values.studyMaterialId, stylePreference: values.stylePreference.trim() || null };
      const idempotencyKey = idempotency.keyFor({ kind, body });
      return kind === 'quiz'
        ? { kind, item: await call(calls.generateQuiz, { body, idempotencyKey, hasOwnProgress: true }) }
        : { kind, item: await call(calls.createDeck, { body, idempotencyKey, hasOwnProgress: true }) };
    },
    onSuccess: (created) => {
      idempotency.done();
      draft.guide.clear();
      draft.style.clear();
      if (created.kind === 'quiz') studyChanges.quizCreated(created.item);
      else studyChanges.deckCreated(created.item);
      toast.success(created.kind === 'quiz' ? 'Quiz created successfully' : 'Flashcard deck created successfully');
      onCreated(created);
    },
    onError: (error) => {
      reportError(error);
    },
  });
};

const GenerateForm = ({ kind, guides, studyMaterialId, onCreated, onClose }: GenerateFormProps): ReactNode => {
  const { styleLabel, styleExample, submit, overlay } = words[kind];
  const draft = useItemDraft(kind);
  const generation = useGeneration(kind, draft, onCreated);
  const [preset] = useState(() => [studyMaterialId, draft.guide.value].find((id) => guides.some((guide) => guide.value === id)));
  const isPreset = preset !== undefined;
  const { register, handleSubmit, formState, setFocus } = useForm<Values>({
    defaultValues: { studyMaterialId: preset ?? '', stylePreference: draft.style.value },
  });

  // The form appears after its guides are loaded: by then the dialog has put the focus on its closing button.
  useEffect(() => {
    setFocus(isPreset ? 'stylePreference' : 'studyMaterialId');
  }, [setFocus, isPreset]);

  return (
    <>
      <Form onSubmit={(event) => void handleSubmit((values) => generation.mutateAsync(values).catch(() => undefined))(event)}>
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
        <DialogActions>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">{submit}</Button>
        </DialogActions>
      </Form>
      {generation.isPending && <ProgressOverlay {...overlay} />}
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
        {props.kind === 'quiz' ? 'A quiz is made from a study guide.' : 'A deck is made from a study guide.'} Create your first guide.
      </EmptyState>
    );
  }
  return <GenerateForm {...props} guides={guides.data} />;
};

export interface CreateItemDialogProps {
  /** Undefined while closed. */
  kind: ItemKind | undefined;
  /** The guide that is selected already, when the learner comes from a guide's page. */
  studyMaterialId?: string | undefined;
  onCreated: (created: CreatedItem) => void;
  onClose: () => void;
}

/** Asks for guide and style, and covers the page while the call runs. The input is kept when the call fails. */
export const CreateItemDialog = ({ kind, ...rest }: CreateItemDialogProps): ReactNode => (
  <Dialog isOpen={kind !== undefined} onClose={rest.onClose} title={kind ? words[kind].title : ''}>
    {kind && <DialogBody kind={kind} {...rest} />}
  </Dialog>
);
