import {
  calls,
  importBounds,
  type DeckImport,
  type DeckImportPreview,
  type ExistingCards,
  type TextEncodingName,
} from '@lectern/contracts';
import { ApiError, call, useFailure, useIdempotencyKey } from '@lectern/platform';
import { useEffect, useRef, useState } from 'react';
import { columnsField, type Columns } from './previewCards';

export interface ImportForm {
  file: File | undefined;
  choose: (file: File) => void;
  /** Preview of the file; undefined until it is read. */
  preview: DeckImportPreview | undefined;
  columns: Columns | undefined;
  setColumns: (columns: Columns) => void;
  /** The encoding that the learner chose for a text file. */
  encoding: TextEncodingName | undefined;
  /** Reads the file again in this encoding. */
  setEncoding: (encoding: TextEncodingName) => void;
  /** Number of cards that exist already, as reported by the preview or the import. */
  existingCount: number;
  /** How the import handles existing cards. */
  existing: ExistingCards;
  setExisting: (existing: ExistingCards) => void;
  title: string;
  setTitle: (title: string) => void;
  /** The running call, and the uploaded share of the file from 0 to 1. */
  running: { work: 'preview' | 'import'; sent: number } | undefined;
  failure: string | undefined;
  send: () => Promise<void>;
}

const tooLarge = `The file is too large: at most ${String(Math.floor(importBounds.fileBytes / 1024 / 1024))} MB.`;

interface FormFields {
  title?: string | undefined;
  columns?: Columns | undefined;
  encoding?: TextEncodingName | undefined;
  existing?: ExistingCards | undefined;
}

const bodyOf = (file: File, { title, columns, encoding, existing }: FormFields): FormData => {
  const body = new FormData();
  body.set('file', file);
  if (title) body.set('title', title);
  if (columns) body.set('columns', columnsField(columns));
  if (encoding) body.set('encoding', encoding);
  if (existing) body.set('existing', existing);
  return body;
};

interface Working extends Pick<ImportForm, 'running' | 'failure'> {
  /** Runs a call and tracks its progress. Reports failures. @returns undefined if the call failed or was cancelled */
  work: <T>(kind: 'preview' | 'import', make: (onUpload: (sent: number) => void) => Promise<T>) => Promise<T | undefined>;
  /** Reports the problem of a file that is rejected before upload. */
  refuse: (problem: string) => void;
}

/** The running call, and the error of the last one. */
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
        // Another file may have been chosen in the meantime.
        if (latest.current === own) setRunning(undefined);
      }
    },
  };
};

const cardsOf = ({ decks }: DeckImportPreview): number => decks.reduce((sum, { cardCount }) => sum + cardCount, 0);

/** How many cards of the file exist already, and how the import handles them. */
const useExistingChoice = () => {
  const [existingCount, setExistingCount] = useState(0);
  const [existing, setExisting] = useState<ExistingCards>('skip');
  return {
    existingCount,
    existing,
    setExisting,
    /** @param cards - number of cards in the file */
    showExisting: (count: number, cards: number): void => {
      setExistingCount(count);
      // If every card exists already, the file can only bring changed text.
      setExisting(count < cards ? 'skip' : 'update');
    },
  };
};

/** The chosen file and its preview. @param onRead - `isAgain`: the file was read again in another encoding */
const useFileReading = ({ work, refuse }: Working, onRead: (found: DeckImportPreview, isAgain: boolean) => void) => {
  const [file, setFile] = useState<File>();
  const [preview, setPreview] = useState<DeckImportPreview>();
  const [encoding, setEncoding] = useState<TextEncodingName>();
  const reading = useRef<AbortController>(undefined);

  const read = async (chosen: File, chosenEncoding?: TextEncodingName): Promise<void> => {
    reading.current?.abort();
    const controller = new AbortController();
    reading.current = controller;
    const body = bodyOf(chosen, { encoding: chosenEncoding });
    const found = await work('preview', (onUpload) =>
      call(calls.previewDeckImport, { body, signal: controller.signal, onUpload, hasOwnProgress: true }),
    );
    if (!found || reading.current !== controller) return;
    setPreview(found);
    onRead(found, chosenEncoding !== undefined);
  };

  const choose = (chosen: File): void => {
    reading.current?.abort();
    setPreview(undefined);
    setEncoding(undefined);
    const isTooLarge = chosen.size > importBounds.fileBytes;
    setFile(isTooLarge ? undefined : chosen);
    if (isTooLarge) refuse(tooLarge);
    else void read(chosen);
  };

  return {
    file,
    preview,
    encoding,
    choose,
    setEncoding: (chosen: TextEncodingName) => {
      setEncoding(chosen);
      if (file) void read(file, chosen);
    },
    cancel: () => reading.current?.abort(),
  };
};

/** State of the import form: a file, its preview and the import. The preview is refetched for each file and encoding. */
export const useImportForm = (dropped: File | undefined, onImported: (made: DeckImport) => void): ImportForm => {
  const [columns, setColumns] = useState<Columns>();
  const [title, setTitle] = useState('');
  const { showExisting, ...choice } = useExistingChoice();
  const working = useWork();
  const { keyFor, done } = useIdempotencyKey();
  const { cancel, ...reading } = useFileReading(working, (found, isAgain) => {
    setColumns(found.table);
    if (!isAgain) setTitle(found.decks.length === 1 ? (found.decks[0]?.title ?? '') : '');
    showExisting(found.existing ?? 0, cardsOf(found));
  });
  const { file, preview, encoding, choose } = reading;

  const send = async (): Promise<void> => {
    if (!file || !preview || working.running) return;
    const fields: FormFields = {
      title: title.trim(),
      columns: columns && preview.table ? columns : undefined,
      encoding,
      existing: choice.existingCount > 0 ? choice.existing : undefined,
    };
    const idempotencyKey = keyFor([file.name, file.size, file.lastModified, fields]);
    const made = await working.work('import', async (onUpload) => {
      try {
        return await call(calls.importDecks, { body: bodyOf(file, fields), idempotencyKey, onUpload, hasOwnProgress: true });
      } catch (error) {
        // The chosen title may belong to an existing deck with the same cards.
        if (error instanceof ApiError && error.existing !== undefined) showExisting(error.existing, cardsOf(preview));
        throw error;
      }
    });
    if (!made) return;
    done();
    onImported(made);
  };

  // A dropped file is read once. Closing the dialog cancels the read.
  const begin = useRef(choose);
  const end = useRef(cancel);
  useEffect(() => {
    const stop = end.current;
    if (dropped) begin.current(dropped);
    return stop;
  }, [dropped]);

  const { running, failure } = working;
  return { ...reading, ...choice, columns, setColumns, title, setTitle, running, failure, send };
};
