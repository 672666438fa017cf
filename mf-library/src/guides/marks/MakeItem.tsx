import { Slot, toast, type SlotProps } from '@lectern/platform';
import { useEffect, type ReactNode } from 'react';

/** Used if the remote that provides the dialog is missing. */
const NotOffered = ({ onClose }: { onClose: () => void }): ReactNode => {
  useEffect(() => {
    toast.error('Cards and questions cannot be made right now. Please try again later.');
    onClose();
  }, [onClose]);
  return null;
};

/** The dialog that creates a card or a question from selected words. */
export const MakeItem = (props: SlotProps['study/make-item/v1']): ReactNode => (
  <Slot name="study/make-item/v1" props={props} fallback={<NotOffered onClose={props.onClose} />} />
);
