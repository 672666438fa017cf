import { BookOpen, FileText, FolderOpen, HelpCircle, LayoutDashboard, Repeat, Settings, TrendingUp } from '@lectern/ui';
import type { ReactNode } from 'react';

const icons: Record<string, ReactNode> = {
  dashboard: <LayoutDashboard aria-hidden />,
  guides: <BookOpen aria-hidden />,
  folders: <FolderOpen aria-hidden />,
  quizzes: <HelpCircle aria-hidden />,
  review: <Repeat aria-hidden />,
  progress: <TrendingUp aria-hidden />,
  settings: <Settings aria-hidden />,
};

/** The icon named in a manifest. */
export const navigationIcon = (name: string): ReactNode => icons[name] ?? <FileText aria-hidden />;
