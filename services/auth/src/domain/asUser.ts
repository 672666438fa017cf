import { User } from '@lectern/contracts';
import { pick } from '@lectern/service-kit';
import type { UserDocument } from '../store.ts';

export const asUser = (account: UserDocument): User => pick(User, account);
