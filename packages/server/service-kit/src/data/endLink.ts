import { SharedKind, type ServiceName } from '@lectern/contracts';
import { openDocumentStore, type StoreEngine } from '@lectern/document-store';
import { readSecret, shareLinksCollection } from '../ShareLinks.ts';
import { DataCommandError } from './dataCommands.ts';

const ownerOfKind: Readonly<Record<SharedKind, ServiceName>> = { guide: 'library', folder: 'library', quiz: 'study', deck: 'study' };
const addressForm = /\/shared\/([a-z]+)\/([A-Za-z0-9_-]+)/;

/** Ends the link of a shared page for the operator. @param address - the page's address. @throws DataCommandError */
export async function endLink(
  address: string | undefined,
  { engine, say }: { engine: StoreEngine; say: (line: string) => void },
): Promise<void> {
  const [, word, secret = ''] = addressForm.exec(address ?? '') ?? [];
  const kind = SharedKind.safeParse(word);
  const linkId = readSecret(secret)?.linkId;
  if (!kind.success || linkId === undefined) throw new DataCommandError('data:end-link needs the address of a shared page.');
  const store = await openDocumentStore(ownerOfKind[kind.data], [shareLinksCollection], engine);
  try {
    const links = store.collection(shareLinksCollection);
    const link = await links.findOne('byLink', { linkId });
    if (!link) throw new DataCommandError('There is no such link any more.');
    await links.delete({ userId: link.userId, _id: link._id }, { equals: { linkId } });
    say(`The link of this ${kind.data} has ended.`);
  } finally {
    await store.close();
  }
}
