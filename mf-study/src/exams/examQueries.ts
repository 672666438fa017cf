import { calls, type AfterExam, type Exam, type NewExam } from '@lectern/contracts';
import { call, queryClient } from '@lectern/platform';
import { useQuery } from '@lectern/platform/query';

const examsKey = ['exams'];
const listKey = [...examsKey, 'list'];

/** All exams: upcoming ones by date, then past ones. */
export const useExams = () => useQuery({ queryKey: listKey, queryFn: ({ signal }) => call(calls.listExams, { signal }) });

/** One exam with its day-by-day plan. */
export const useExamPlan = (id: string, isEnabled: boolean) =>
  useQuery({
    queryKey: [...examsKey, 'one', id],
    queryFn: ({ signal }) => call(calls.getExam, { path: { id }, signal }),
    enabled: isEnabled,
  });

/** Refetches all exams and reviews. An exam changes what is due, and the plans of other exams for the same days. */
const reload = (): void => {
  void queryClient.invalidateQueries({ queryKey: examsKey });
  void queryClient.invalidateQueries({ queryKey: ['reviews'] });
};

export const examChanges = {
  save: async (id: string | undefined, body: NewExam, idempotencyKey: string): Promise<void> => {
    await (id === undefined ? call(calls.createExam, { body, idempotencyKey }) : call(calls.updateExam, { path: { id }, body }));
    reload();
  },
  decide: async (id: string, afterwards: AfterExam): Promise<void> => {
    await call(calls.updateExam, { path: { id }, body: { afterwards } });
    reload();
  },
  remove: async (id: string): Promise<void> => {
    await call(calls.deleteExam, { path: { id } });
    queryClient.setQueryData<Exam[]>(listKey, (exams) => exams?.filter(({ _id }) => _id !== id));
    reload();
  },
};
