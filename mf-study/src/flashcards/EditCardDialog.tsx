import type { ReactNode } from 'react';
import { LazyDialog } from '../shared/LazyDialog';
import type { EditCardFormProps } from './EditCardForm';

const load = () => import(/* webpackChunkName: "editors" */ './EditCardForm').then(({ EditCardForm }) => EditCardForm);

/** Edits both sides of a card, and its pictures. */
export const EditCardDialog = (props: EditCardFormProps): ReactNode => <LazyDialog load={load} props={props} />;
