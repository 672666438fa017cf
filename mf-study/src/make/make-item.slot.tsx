import { calls, CardEdit, NewQuestion } from '@lectern/contracts';
import { callPage, queryKeys, readAllPages, type SlotProps } from '@lectern/platform';
import { useQuery } from '@lectern/platform/query';
import { Dialog, TextSkeleton } from '@lectern/ui';
import { useState, type ReactNode } from 'react';
import { CardFields } from '../flashcards/CardFields';
import { createItemStorage, type PickItem } from '../pick/createPickSender';
import { pickCalls } from '../pick/pickCalls';
import { QuestionFields, type QuestionValues } from '../quiz/QuestionFields';
import { EditDialog } from '../shared/EditDialog';
import { problemsOf, useEditDraft } from '../shared/useEditDraft';
import { cardOfWords, questionOfWords } from './itemOfWords';

type Props = SlotProps['study/make-item/v1'];

/** Saves an item in the learner's own deck or quiz for the guide. A retry of the same item does not duplicate it. */
const useSaving = ({ studyMaterialId: id, guideTitle: title }: Props): ((item: PickItem) => Promise<void>) => {
  const [storage] = useState(() => createItemStorage(pickCalls({ id, title })));
  const [last, setLast] = useState<{ text: string; make: () => Promise<void> }>();
  return (item) => {
    const text = JSON.stringify(item);
    const make = last?.text === text ? last.make : storage.make('words', item);
    setLast({ text, make });
    return make();
  };
};

const MakeCard = (props: Props): ReactNode => {
  const { studyMaterialId, words, onClose } = props;
  const save = useSaving(props);
  const draft = useEditDraft(`make-card.${studyMaterialId}.${words}`, cardOfWords(words));
  const { values, change } = draft;
  return (
    <EditDialog
      title="Make a Card"
      draft={draft}
      problems={problemsOf(CardEdit, values)}
      save={() => save({ kind: 'card', item: values })}
      saved="Card added to your cards for this guide"
      notSaved="Failed to add the card"
      submit="Add Card"
      onClose={onClose}
    >
      {(problems) => <CardFields values={values} change={change} problems={problems} />}
    </EditDialog>
  );
};

/** The request body, without trailing empty options. */
const bodyOf = ({ question, options, right, explanation }: QuestionValues): NewQuestion => {
  const last = options.findLastIndex((text) => text.trim() !== '');
  return {
    question,
    options: options.slice(0, Math.max(2, last + 1, right + 1)).map((text, index) => ({ text, isCorrect: index === right })),
    ...(explanation.trim() !== '' && { explanation }),
  };
};

const valuesOf = (words: string, made: NewQuestion | undefined): QuestionValues =>
  made
    ? {
        question: made.question,
        options: made.options.map(({ text }) => text),
        right: made.options.findIndex(({ isCorrect }) => isCorrect),
        explanation: made.explanation ?? '',
      }
    : { question: words, options: ['', '', '', ''], right: 0, explanation: '' };

const MakeQuestion = ({ made, ...props }: Props & { made: NewQuestion | undefined }): ReactNode => {
  const { studyMaterialId, words, onClose } = props;
  const save = useSaving(props);
  const [initial] = useState(() => valuesOf(words, made));
  const draft = useEditDraft<QuestionValues>(`make-question.${studyMaterialId}.${words}`, initial);
  const { values, change } = draft;
  const body = bodyOf(values);
  return (
    <EditDialog
      title="Ask Me"
      isWide
      draft={draft}
      problems={problemsOf(NewQuestion, body)}
      save={() => save({ kind: 'question', item: body })}
      saved="Question added to your questions for this guide"
      notSaved="Failed to add the question"
      submit="Add Question"
      onClose={onClose}
    >
      {(problems) => <QuestionFields values={values} change={change} problems={problems} isExplanationOptional />}
    </EditDialog>
  );
};

/** Looks for terms in the guide that can serve as distractors. If there are none, the learner writes the options. */
const FindQuestion = (props: Props): ReactNode => {
  const { studyMaterialId: id, words, onClose } = props;
  const { data, isPending } = useQuery({
    queryKey: [...queryKeys.studyMaterials, 'question-of-words', id, words],
    queryFn: async ({ signal }) => {
      const all = await readAllPages((page) => callPage(calls.listSuggestions, { path: { id }, query: { limit: 100, ...page }, signal }));
      return { made: questionOfWords(words, all, Math.random) };
    },
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
  });
  if (isPending)
    return (
      <Dialog isOpen onClose={onClose} title="Ask Me" isWide>
        <TextSkeleton label="Looking for options" lines={6} />
      </Dialog>
    );
  return <MakeQuestion {...props} made={data?.made} />;
};

/** `study/make-item/v1`: creates a card or question from text that the learner selected in a guide. */
export const MakeItemSlot = (props: Props): ReactNode => (props.kind === 'card' ? <MakeCard {...props} /> : <FindQuestion {...props} />);
