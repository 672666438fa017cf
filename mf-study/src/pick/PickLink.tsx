import { Link } from '@lectern/platform/router';
import { Button, type ButtonVariant } from '@lectern/ui';
import type { ReactNode } from 'react';

export interface PickLinkProps {
  studyMaterialId: string;
  variant?: ButtonVariant;
}

/** Link to "Pick what to ask" for a guide. */
export const PickLink = ({ studyMaterialId, variant = 'secondary' }: PickLinkProps): ReactNode => (
  <Button as={Link} to={`/pick/${studyMaterialId}`} variant={variant}>
    Pick what to ask
  </Button>
);
