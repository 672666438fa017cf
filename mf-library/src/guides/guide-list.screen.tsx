import { usePageTitle, useSearchText } from '@lectern/platform';
import { Button, PageHead, Plus, SearchField } from '@lectern/ui';
import type { ReactNode } from 'react';
import { ListTools, OrderField } from '../shared/ListTools';
import { GuideResults, useCreateGuide } from './GuideResults';
import { useCreatedGuide } from './useCreatedGuide';

export const GuideListScreen = (): ReactNode => {
  usePageTitle('Study Guides');
  const create = useCreateGuide();
  const search = useSearchText();
  const created = useCreatedGuide();
  return (
    <>
      <PageHead
        title="Study Guides"
        context="Everything you have made from your slides and notes."
        actions={
          <Button icon={<Plus aria-hidden />} onClick={create}>
            Create New Guide
          </Button>
        }
      />
      <ListTools>
        <SearchField placeholder="Search study guides..." maxLength={200} value={search.text} onChange={search.setText} />
        <OrderField />
      </ListTools>
      <GuideResults q={search.settled} created={created} />
    </>
  );
};
