import { loadUser, reportError, usePageTitle, useSession } from '@lectern/platform';
import { ErrorState, PageHead, space, TextSkeleton } from '@lectern/ui';
import { useState, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { AccountData } from './AccountData';
import { AccountForm } from './AccountForm';
import { DeleteAccount } from './DeleteAccount';
import { PasswordForm } from './PasswordForm';
import { SettingsCard } from './SettingsCard';
import { ThemeField } from './ThemeField';

const Stack = styled.div`
  display: grid;
  gap: ${space[24]};
  max-width: 760px;
`;

/** Shown while the profile loads or after it could not be loaded. */
const Profile = (): ReactNode => {
  const { user, userLoad } = useSession();
  const [isRetrying, setIsRetrying] = useState(false);
  if (user) return <AccountForm user={user} />;
  if (userLoad !== 'unreachable') return <TextSkeleton label="Loading your profile" lines={4} />;
  const retry = async (): Promise<void> => {
    setIsRetrying(true);
    try {
      await loadUser();
    } catch (error) {
      reportError(error);
    } finally {
      setIsRetrying(false);
    }
  };
  return (
    <ErrorState onRetry={() => void retry()} isRetrying={isRetrying}>
      Your profile could not be loaded.
    </ErrorState>
  );
};

export const SettingsScreen = (): ReactNode => {
  usePageTitle('Settings');
  return (
    <>
      <PageHead title="Settings" context="Manage your account settings" />
      <Stack>
        <SettingsCard title="Account Settings" lead="The name we greet you by.">
          <Profile />
        </SettingsCard>
        <ThemeField />
        <SettingsCard title="Security" lead="A new password signs you out on every other device.">
          <PasswordForm />
        </SettingsCard>
        <AccountData />
        <SettingsCard
          title="Delete Account"
          lead="This permanently deletes your account and all your data: guides, folders, quizzes, flashcards and your subscription."
        >
          <DeleteAccount />
        </SettingsCard>
      </Stack>
    </>
  );
};
