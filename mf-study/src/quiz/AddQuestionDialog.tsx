import type { ReactNode } from 'react';
import { LazyDialog } from '../shared/LazyDialog';
import type { AddQuestionFormProps } from './AddQuestionForm';

const load = () => import(/* webpackChunkName: "editors" */ './AddQuestionForm').then(({ AddQuestionForm }) => AddQuestionForm);

/** Adds a question written by the learner. */
export const AddQuestionDialog = (props: AddQuestionFormProps): ReactNode => <LazyDialog load={load} props={props} />;
