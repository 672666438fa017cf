import { calls } from '@lectern/contracts';
import { callFile, saveFile } from '@lectern/platform';
import { Download, type MenuEntry } from '@lectern/ui';

/** The menu entry that exports a guide as a file. */
export const exportEntry = (id: string): MenuEntry => {
  const exportAs = (format: 'md' | 'html') => () =>
    void saveFile(() => callFile(calls.exportStudyMaterial, { path: { id }, query: { format } }));
  return {
    label: 'Export',
    icon: <Download aria-hidden />,
    entries: [
      { label: 'Web page with its pictures', onSelect: exportAs('html') },
      { label: 'Markdown file', onSelect: exportAs('md') },
    ],
  };
};
