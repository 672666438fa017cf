import { calls, NewQuestion } from '@lectern/contracts';
import { callPage, queryKeys, readAllPages, type SlotProps } from '@lectern/platform';
import { useQuery } from '@lectern/platform/query';
import { Dialog, TextSkeleton } from '@lectern/ui';
import { useRef, useState, type ReactNode } from 'react';
import { CardFields } from '../flashcards/CardFields';
import { cardsOfForm } from '../flashcards/gapCards';
import { createItemStorage, type PickItem } from '../pick/createPickSender';
import { pickCalls } from '../pick/pickCalls';
import { QuestionFields, type QuestionValues } from '../quiz/QuestionFields';
import { EditDialog } from '../shared/EditDialog';
import { problemsOf, useEditDraft } from '../shared/useEditDraft';
import { cardOfWords, questionOfWords } from './itemOfWords';

type Props = SlotProps['study/make-item/v1'];

/** Saves items in the learner's own deck or quiz for the guide, in order. A retry saves only those that are missing. */
const useSaving = ({ studyMaterialId: id, guideTitle: title }: Props): ((items: readonly PickItem[]) => Promise<void>) => {
  const [storage] = useState(() => createItemStorage(pickCalls({ id, title })));
  const attempts = useRef(new Map<string, { make: () => Promise<void>; isMade: boolean }>());
  return async (items) => {
    for (const [index, item] of items.entries()) {
      const name = `${String(index)} ${JSON.stringify(item)}`;
      const attempt = attempts.current.get(name) ?? { make: storage.make(name, item), isMade: false };
      attempts.current.set(name, attempt);
      if (attempt.isMade) continue;
      await attempt.make();
      attempt.isMade = true;
    }
  };
};

const MakeCard = (props: Props): ReactNode => {
  const { studyMaterialId, words, onClose } = props;
  const save = useSaving(props);
  const draft = useEditDraft(`make-card.${studyMaterialId}.${words}`, cardOfWords(words));
  const { values, change } = draft;
  const { cards, problems: found, submit, added } = cardsOfForm(values);
  return (
    <EditDialog
      title="Make a Card"
      isWide
      draft={draft}
      problems={found}
      save={() => save(cards.map((item) => ({ kind: 'card', item })))}
      saved={`${added} to your cards for this guide`}
      notSaved={cards.length === 1 ? 'Failed to add the card' : 'Failed to add the cards'}
      submit={submit}
      onClose={onClose}
    >
      {(problems) => <CardFields values={values} change={change} problems={problems} canHaveGaps />}
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
      save={() => save([{ kind: 'question', item: body }])}
      saved="Question added to your questions for this guide"
      notSaved="Failed to add the question"
      submit="Add Question"
      onClose={onClose}
    >
      {(problems) => <QuestionFields values={values} change={change} problems={problems} isExplanationOptional />}
    </EditDialog>
  );
};

/** Finds distractors among the guide's terms. Without any, the learner writes the options. */
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
