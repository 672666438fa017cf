import type { ReactNode } from 'react';
import { LazyDialog } from '../shared/LazyDialog';
import type { EditQuestionFormProps } from './EditQuestionForm';

const load = () => import(/* webpackChunkName: "editors" */ './EditQuestionForm').then(({ EditQuestionForm }) => EditQuestionForm);

/** Edits a question's text and its correct option. */
export const EditQuestionDialog = (props: EditQuestionFormProps): ReactNode => <LazyDialog load={load} props={props} />;
