import { calls, importBounds, type DeckImport, type DeckImportPreview } from '@lectern/contracts';
import { call, useFailure, useIdempotencyKey } from '@lectern/platform';
import { useEffect, useRef, useState } from 'react';
import { columnsField, type Columns } from './previewCards';

export interface ImportForm {
  file: File | undefined;
  choose: (file: File) => void;
  /** What the file would give; undefined until it was read. */
  preview: DeckImportPreview | undefined;
  columns: Columns | undefined;
  setColumns: (columns: Columns) => void;
  title: string;
  setTitle: (title: string) => void;
  /** The work that is going on, and how much of the file was sent, 0 to 1. */
  running: { work: 'preview' | 'import'; sent: number } | undefined;
  failure: string | undefined;
  send: () => Promise<void>;
}

const tooLarge = `The file is too large: at most ${String(Math.floor(importBounds.fileBytes / 1024 / 1024))} MB.`;

const bodyOf = (file: File, title?: string, columns?: Columns): FormData => {
  const body = new FormData();
  body.set('file', file);
  if (title) body.set('title', title);
  if (columns) body.set('columns', columnsField(columns));
  return body;
};

interface Working extends Pick<ImportForm, 'running' | 'failure'> {
  /** Runs a call with its progress. @returns undefined when it was cancelled, or failed; a failure is reported */
  work: <T>(kind: 'preview' | 'import', make: (onUpload: (sent: number) => void) => Promise<T>) => Promise<T | undefined>;
  /** Says what is wrong with a file that is not sent. */
  refuse: (problem: string) => void;
}

/** The call that is under way, and what went wrong with the last one. */
const useWork = (): Working => {
  const [running, setRunning] = useState<ImportForm['running']>();
  const { text, report, clear } = useFailure();
  const [problem, setProblem] = useState<string>();
  const latest = useRef(0);
  return {
    running,
    failure: problem ?? text,
    refuse: (next) => {
      clear();
      setProblem(next);
    },
    work: async (kind, make) => {
      clear();
      setProblem(undefined);
      const own = (latest.current += 1);
      setRunning({ work: kind, sent: 0 });
      try {
        return await make((sent) => {
          setRunning((current) => current && { ...current, sent });
        });
      } catch (error) {
        report(error, kind === 'preview' ? 'Failed to read the file' : 'Failed to import');
        return undefined;
      } finally {
        // Another file may have been chosen meanwhile.
        if (latest.current === own) setRunning(undefined);
      }
    },
  };
};

/** A file, its preview, and the import of it. The preview is read again for each file that is chosen. */
export const useImportForm = (dropped: File | undefined, onImported: (made: DeckImport) => void): ImportForm => {
  const [file, setFile] = useState<File>();
  const [preview, setPreview] = useState<DeckImportPreview>();
  const [columns, setColumns] = useState<Columns>();
  const [title, setTitle] = useState('');
  const { running, failure, refuse, work } = useWork();
  const { keyFor, done } = useIdempotencyKey();
  const reading = useRef<AbortController>(undefined);

  const choose = (chosen: File): void => {
    reading.current?.abort();
    setPreview(undefined);
    setFile(undefined);
    if (chosen.size > importBounds.fileBytes) {
      refuse(tooLarge);
      return;
    }
    const controller = new AbortController();
    reading.current = controller;
    setFile(chosen);
    void work('preview', (onUpload) =>
      call(calls.previewDeckImport, { body: bodyOf(chosen), signal: controller.signal, onUpload, hasOwnProgress: true }),
    ).then((read) => {
      if (!read || reading.current !== controller) return;
      setPreview(read);
      setColumns(read.table);
      setTitle(read.decks.length === 1 ? (read.decks[0]?.title ?? '') : '');
    });
  };

  const send = async (): Promise<void> => {
    if (!file || running) return;
    const given = columns && preview?.table ? columns : undefined;
    const idempotencyKey = keyFor([file.name, file.size, file.lastModified, title.trim(), given]);
    const made = await work('import', (onUpload) =>
      call(calls.importDecks, { body: bodyOf(file, title.trim(), given), idempotencyKey, onUpload, hasOwnProgress: true }),
    );
    if (!made) return;
    done();
    onImported(made);
  };

  // A dropped file is read once. Closing the dialog cancels the reading.
  const begin = useRef(choose);
  useEffect(() => {
    if (dropped) begin.current(dropped);
    return () => {
      reading.current?.abort();
    };
  }, [dropped]);

  return { file, choose, preview, columns, setColumns, title, setTitle, running, failure, send };
};
