import { sizes } from '@lectern/contracts';
import { toast, useDraft } from '@lectern/platform';
import { useRef, useState } from 'react';
import { lookInto, type ChosenFile } from './lookInto';

export interface MaterialFiles {
  /** At most one deck, plus documents, in the order in which they were chosen. */
  chosen: readonly ChosenFile[];
  /** Whether chosen files are still being parsed. */
  isReading: boolean;
  /** @returns whether any file was accepted */
  add: (files: readonly File[]) => Promise<boolean>;
  remove: (file: ChosenFile) => void;
  clear: () => void;
  /** Why the last chosen files were rejected, or the problem of the uploaded ones. */
  problem: string | undefined;
  refuse: (problem: string) => void;
}

/** The error for a file that is neither a deck nor a document. */
const wrongType = 'Please upload a PPTX file';

export const totalOf = (chosen: readonly ChosenFile[]): number => chosen.reduce((sum, { file }) => sum + file.size, 0);

const isSame = ({ file: one }: ChosenFile, { file: other }: ChosenFile): boolean =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;

/** Adds a file. A guide has at most one deck, so a second one replaces the first. */
const withOne = (chosen: readonly ChosenFile[], added: ChosenFile): { chosen: readonly ChosenFile[]; problem?: string } => {
  const { file, kind } = added;
  if (chosen.some((one) => isSame(one, added))) return { chosen };
  const replaced = kind === 'deck' ? chosen.find((one) => one.kind === 'deck') : undefined;
  const kept = chosen.filter((one) => one !== replaced);
  if (kind === 'document' && kept.filter((one) => one.kind === 'document').length >= sizes.documents)
    return { chosen, problem: `A guide can have at most ${String(sizes.documents)} documents.` };
  if (totalOf(kept) + file.size > sizes.fileBytes)
    return { chosen, problem: `${file.name} is too large. All files together can have at most 50 MB.` };
  return {
    chosen: [...kept, added],
    ...(replaced && { problem: `A guide can have only one presentation. ${file.name} replaced ${replaced.file.name}.` }),
  };
};

/** Adds several files. Also returns why one was rejected. */
const withFurther = (
  chosen: readonly ChosenFile[],
  further: readonly (ChosenFile | undefined)[],
): { chosen: readonly ChosenFile[]; problem: string | undefined } => {
  let all = chosen;
  let problem: string | undefined;
  for (const added of further) {
    const next = added ? withOne(all, added) : { chosen: all, problem: wrongType };
    all = next.chosen;
    problem = next.problem ?? problem;
  }
  return { chosen: all, problem };
};

/** The files of a new guide, kept in memory until the guide is created or the learner removes them. */
export const useMaterialFiles = (): MaterialFiles => {
  const draft = useDraft<readonly ChosenFile[]>('create-guide.files', []);
  /** The latest list. Files are parsed in parallel, so a result must not be added to the list from when its parsing started. */
  const latest = useRef(draft.value);
  const keep = (next: readonly ChosenFile[]): void => {
    latest.current = next;
    draft.set(next);
  };
  const [problem, setProblem] = useState<string>();
  const [reading, setReading] = useState(0);
  /** The number of times the form was cleared. A file that was being parsed at that time is not added afterwards. */
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
      const further = await Promise.all(files.map(lookInto));
      setReading((count) => count - 1);
      if (emptied.current !== before) return false;
      const next = withFurther(latest.current, further);
      if (next.problem === wrongType) toast.error(wrongType);
      setProblem(next.problem);
      const hasTaken = next.chosen !== latest.current;
      keep(next.chosen);
      return hasTaken;
    },
    remove: (file) => {
      setProblem(undefined);
      keep(latest.current.filter((other) => other !== file));
    },
    clear: () => {
      setProblem(undefined);
      emptied.current += 1;
      latest.current = [];
      draft.clear();
    },
  };
};
