import type { ReactNode } from 'react';
import { LazyDialog } from '../shared/LazyDialog';
import type { AddCardFormProps } from './AddCardForm';

const load = () => import(/* webpackChunkName: "editors" */ './AddCardForm').then(({ AddCardForm }) => AddCardForm);

/** Adds cards written by the learner. */
export const AddCardDialog = (props: AddCardFormProps): ReactNode => <LazyDialog load={load} props={props} />;
