import { sizes } from '@lectern/contracts';
import type { DocumentOutline } from '@lectern/documents/outline';
import { useDraft } from '@lectern/platform';
import { useRef, useState } from 'react';
import { readDocumentOutline } from './readDocumentOutline';

/** A chosen document. */
export interface ChosenDocument {
  file: File;
  /** Undefined where it cannot be read in the browser. */
  outline: DocumentOutline | undefined;
}

export interface Documents {
  chosen: readonly ChosenDocument[];
  /** Whether chosen files are being looked at. */
  isReading: boolean;
  add: (files: readonly File[]) => Promise<void>;
  remove: (document: ChosenDocument) => void;
  clear: () => void;
  /** Why files that were chosen last were not taken, or what is wrong with those that were sent. */
  problem: string | undefined;
  refuse: (problem: string) => void;
}

export const totalOf = (documents: readonly ChosenDocument[]): number => documents.reduce((sum, { file }) => sum + file.size, 0);

const isSame = (one: File, other: File): boolean =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;

/** The documents after further files were added, and why a file was left out. */
export function withFurther(
  chosen: readonly ChosenDocument[],
  further: readonly { file: File; outline: DocumentOutline | 'other-type' | undefined }[],
): { chosen: readonly ChosenDocument[]; problem: string | undefined } {
  const all = [...chosen];
  let problem: string | undefined;
  for (const { file, outline } of further) {
    if (all.some((one) => isSame(one.file, file))) continue;
    if (outline === 'other-type') problem = `${file.name} is no PDF, Word document (.docx), Markdown or text.`;
    else if (all.length >= sizes.documents) problem = `At most ${String(sizes.documents)} documents make one guide.`;
    else if (totalOf(all) + file.size > sizes.fileBytes) problem = `${file.name} is too large: at most 50 MB together.`;
    else all.push({ file, outline });
  }
  return { chosen: all, problem };
}

/** The chosen documents, kept in memory until the learner removes them. */
export const useDocuments = (): Documents => {
  const draft = useDraft<readonly ChosenDocument[]>('create-guide.documents', []);
  /** The current list: files are read in parallel, and each result is added to the list as it is then. */
  const latest = useRef(draft.value);
  const keep = (next: readonly ChosenDocument[]): void => {
    latest.current = next;
    draft.set(next);
  };
  const [problem, setProblem] = useState<string>();
  const [reading, setReading] = useState(0);
  /** How often the form was emptied. A file that is still being read at that time is not added afterwards. */
  const emptied = useRef(0);
  return {
    chosen: draft.value,
    isReading: reading > 0,
    problem,
    refuse: setProblem,
    add: async (files) => {
      setProblem(undefined);
      setReading((count) => count + 1);
      const before = emptied.current;
      const further = await Promise.all(files.map(async (file) => ({ file, outline: await readDocumentOutline(file) })));
      setReading((count) => count - 1);
      if (emptied.current !== before) return;
      const next = withFurther(latest.current, further);
      setProblem(next.problem);
      keep(next.chosen);
    },
    remove: (document) => {
      setProblem(undefined);
      keep(latest.current.filter((other) => other !== document));
    },
    clear: () => {
      setProblem(undefined);
      emptied.current += 1;
      latest.current = [];
      draft.clear();
    },
  };
};
