import type { ServiceName, User } from '@lectern/contracts';
import { maybeYield } from '@lectern/document-store';
import { asJson, DomainError, readAccountExport, type FileAnswer } from '@lectern/service-kit';
import type { AuthContext } from '../AuthContext.ts';
import { asUser, presentAccount } from '../domain/accounts.ts';
import { Archive } from './Archive.ts';
import { beginExport, giveBackExport } from './exportLimit.ts';
import { startPage, type MissingPart } from './startPage.ts';

/** The version of the file layout, for programs that read it. */
const layoutVersion = 1;

type OtherService = Exclude<ServiceName, 'auth'>;

/** The content of each other service, as described to the learner, in this order. A service without an entry is a compile error. */
const contents: Readonly<Record<OtherService, string>> = {
  library: 'Study guides and folders',
  study: 'Quizzes, flashcards and reviews',
  billing: 'Subscription',
};
const parts = Object.entries(contents) as [OtherService, string][];

interface Request {
  requestId: string;
  /** Aborted when the client has left. */
  signal: AbortSignal;
}

/** Adds a service's data about a learner. @throws DomainError if the answer is incomplete; its complete files stay in the archive */
const addPart = async (archive: Archive, lines: ReturnType<typeof readAccountExport>): Promise<void> => {
  let isWhole = false;
  try {
    for await (const line of lines) {
      await maybeYield();
      if (line.type === 'file') await archive.begin(line.name);
      else if (line.type === 'text') await archive.write(new TextEncoder().encode(line.text));
      else if (line.type === 'bytes') await archive.write(Buffer.from(line.base64, 'base64'));
      else isWhole = true;
    }
  } finally {
    await archive.finish();
  }
  if (!isWhole) throw new DomainError('unavailable', 'A part of Lectern stopped answering.', { retryAfterSeconds: 2 });
};

/** Fills the archive with the files of all services. Lists services that do not answer as missing. */
const fill = async (
  { stream, log, clock }: AuthContext,
  archive: Archive,
  user: User,
  { requestId, signal }: Request,
): Promise<{ isWhole: boolean }> => {
  const missing: MissingPart[] = [];
  await archive.add('profile.json', await asJson(user));
  for (const [service, holds] of parts) {
    try {
      await addPart(archive, readAccountExport(stream, { from: service, userId: user._id, requestId, signal }));
    } catch (error) {
      if (signal.aborted) throw error;
      log('warn', 'account-export.incomplete', { requestId, service, error });
      missing.push({ holds, reason: 'This part of Lectern did not respond, or stopped halfway.' });
    }
  }
  const exportedAt = clock().toISOString();
  const files = [...archive.names];
  await archive.add('manifest.json', await asJson({ layoutVersion, exportedAt, files, missing }));
  await archive.add('index.html', startPage({ user, exportedAt, files, missing }));
  await archive.close();
  return { isWhole: missing.length === 0 };
};

/**
 * Streams all data of a learner as a zip, with only a part of one file in memory at a time. If a service does not answer, the files of the others
 * are included and the start page lists the missing ones. Such an export does not count towards the hourly limit.
 *
 * @throws DomainError `rate_limited` within an hour of the last export
 */
export async function exportAccount(auth: AuthContext, userId: string, request: Request): Promise<FileAnswer> {
  const { log, clock } = auth;
  const user = asUser(await presentAccount(auth, userId));
  const startedAt = await beginExport(auth, userId);
  const archive = new Archive(clock());
  // When the client disconnects, reading from the other services stops, too.
  const leaving = new AbortController();
  archive.left.catch(() => {
    leaving.abort();
  });
  const signal = AbortSignal.any([request.signal, leaving.signal]);
  const giveBack = async (): Promise<void> => {
    await giveBackExport(auth, userId, startedAt).catch((error: unknown) => {
      log('error', 'account-export.give-back.failed', { requestId: request.requestId, error });
    });
  };
  void fill(auth, archive, user, { ...request, signal }).then(
    async ({ isWhole }) => {
      if (!isWhole) await giveBack();
    },
    async (error: unknown) => {
      archive.fail(error);
      log('warn', 'account-export.ended-early', { requestId: request.requestId, error });
      await giveBack();
    },
  );
  return { name: `Lectern ${startedAt.slice(0, 10)}.zip`, type: 'application/zip', bytes: archive.readable };
}
