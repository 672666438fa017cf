import type { User } from '@lectern/contracts';
import { LazyMenu } from '@lectern/ui';
import type { ReactNode } from 'react';
import { UserButton } from './UserButton';

const loadSurface = () => import(/* webpackChunkName: "menus" */ './UserMenuSurface').then(({ UserMenuSurface }) => UserMenuSurface);

/** The user menu with its button. */
export const UserMenu = ({ user }: { user: User }): ReactNode => (
  <LazyMenu load={loadSurface} props={{ user }} button={<UserButton firstName={user.firstName} />} />
);
