import * as z from 'zod/mini';
import { FirstName, internalPaths, sharedPath, SharedKind, ShareLink, type ShareLinkRequest } from '@lectern/contracts';
import { defineCollection, type Collection, type DocumentStore } from '@lectern/document-store';
import type { Creation } from './claimAttempt.ts';
import { createSignature, type Signature } from './createSignature.ts';
import { notFound } from './DomainError.ts';
import type { InternalClient } from './internalClient.ts';
import type { Log } from './log.ts';
import { pick } from './pick.ts';
import type { CountOwner } from './route.ts';

export const shareLinksCollection = defineCollection({
  name: 'shareLinks',
  schema: z.object({
    /** The id of what it shares: each guide, folder, quiz or deck has at most one link. */
    _id: z.string(),
    userId: z.string(),
    kind: SharedKind,
    /** Another one for each link, so that a replaced link ends. */
    linkId: z.string(),
    /** The owner's first name when the link was made; absent if it is not shown. */
    owner: z.optional(z.string()),
    showName: z.boolean(),
    createdAt: z.string(),
    /** Absent if the link does not end by itself. */
    endsAt: z.optional(z.string()),
    opens: z.int(),
    copies: z.int(),
  }),
  indexes: { byUser: { fields: ['userId', '_id'] }, byLink: { fields: ['linkId', '_id'] } },
});
type ShareLinkDocument = z.infer<typeof shareLinksCollection.schema>;

/** What a link shares, and whose it is. */
export interface Shared {
  _id: string;
  userId: string;
  /** The owner's first name, if readers may see it. */
  owner: string | null;
}

/** What a learner shares. */
export interface SharedThing {
  userId: string;
  kind: SharedKind;
  id: string;
}

export interface ShareLinksOptions {
  store: DocumentStore;
  secret: string;
  /** The site's address for browsers. */
  publicUrl: string;
  call: InternalClient;
  log: Log;
  clock: () => Date;
}

/** The timeout for the owner's name, in milliseconds. */
const timeoutMs = 3_000;
/** The number of links per read. */
const linksPerRead = 500;
/** The id of a link and its signature, together as long as an id may be. */
const secretForm = /^([0-9a-f]{32})([0-9a-f]{32})$/;

/** Reads the id of a link and its signature from its secret; `undefined` if it has another form. */
export const readSecret = (secret: string): { linkId: string; given: string } | undefined => {
  const [, linkId, given] = secretForm.exec(secret) ?? [];
  return linkId === undefined || given === undefined ? undefined : { linkId, given };
};

/**
 * The links with which learners share things. A link's secret is its id with a signature, so that a leaked database contains no valid address.
 *
 * @example
 * const shareLinks = new ShareLinks({ store, secret, publicUrl, call, clock });
 * const { url } = await shareLinks.create({ userId, kind: 'quiz', id }, { showName: true }, creation);
 */
export class ShareLinks {
  readonly #options: ShareLinksOptions;
  readonly #links: Collection<ShareLinkDocument, (typeof shareLinksCollection)['indexes']>;
  readonly #signature: Signature;

  constructor(options: ShareLinksOptions) {
    this.#options = options;
    this.#links = options.store.collection(shareLinksCollection);
    this.#signature = createSignature(options.secret, 'lectern: links of shared things', 'short');
  }

  /** Creates the link of a thing that exists, in place of an earlier one. With an end that is past, it is over at once. */
  async create(
    { userId, kind, id }: SharedThing,
    { endsAt, showName = false }: ShareLinkRequest,
    { newId, resumed }: Creation,
  ): Promise<ShareLink> {
    const linkId = newId.replaceAll('-', '');
    const made = resumed ? await this.#links.get({ userId, _id: id }) : undefined;
    if (made?.linkId === linkId) return this.#shown(made);
    const owner = showName ? await this.#firstNameOf(userId) : undefined;
    const link = {
      ...{ _id: id, userId, kind, linkId, showName, createdAt: this.#options.clock().toISOString(), opens: 0, copies: 0 },
      ...(owner !== undefined && { owner }),
      ...(endsAt !== undefined && { endsAt }),
    };
    await this.#links.upsert(link);
    return this.#shown(link);
  }

  /** @throws DomainError `not_found` if the thing is not shared */
  async get(userId: string, id: string): Promise<ShareLink> {
    const link = await this.#links.get({ userId, _id: id });
    if (!link) throw notFound('Link');
    return this.#shown(link);
  }

  /** Ends the link of a thing. @returns whether there was one */
  async end(userId: string, id: string): Promise<boolean> {
    return (await this.#links.delete({ userId, _id: id })) !== undefined;
  }

  /**
   * Finds what a secret shares. A secret with an invalid signature is refused before anything is read, so guesses cost nothing.
   *
   * @throws DomainError `not_found` for an unknown, ended or revoked link
   */
  async find(kind: SharedKind, secret: string, countOwner: CountOwner): Promise<Shared> {
    const read = readSecret(secret);
    if (!read || !this.#signature.isOf(read.given, kind, read.linkId)) throw notFound('Page');
    const link = await this.#links.findOne('byLink', { linkId: read.linkId });
    const isOver = link?.endsAt !== undefined && Date.parse(link.endsAt) <= this.#options.clock().getTime();
    if (link?.kind !== kind || isOver) throw notFound('Page');
    countOwner(link.userId);
    return { _id: link._id, userId: link.userId, owner: link.owner ?? null };
  }

  /** Counts an opening or a copy. A failure is logged: what was asked for is there without the count. */
  async count({ userId, _id }: Pick<Shared, 'userId' | '_id'>, what: 'opens' | 'copies'): Promise<void> {
    try {
      await this.#links.update({ userId, _id }, { increment: what === 'opens' ? { opens: 1 } : { copies: 1 } });
    } catch (error) {
      this.#options.log('warn', 'share.not-counted', { error });
    }
  }

  /** Lists all links of a learner, with the kinds and ids of what they share. */
  async list(userId: string): Promise<(ShareLink & Pick<ShareLinkDocument, '_id' | 'kind'>)[]> {
    const all: ShareLinkDocument[] = [];
    for (;;) {
      const after = all.at(-1)?._id;
      const page = await this.#links.find('byUser', { equals: { userId }, limit: linksPerRead, ...(after !== undefined && { after }) });
      all.push(...page);
      if (page.length < linksPerRead) return all.map((link) => ({ _id: link._id, kind: link.kind, ...this.#shown(link) }));
    }
  }

  /** Ends all links of a learner. */
  async erase(userId: string): Promise<void> {
    await this.#links.deleteWhere('byUser', { userId });
  }

  #shown(link: ShareLinkDocument): ShareLink {
    const { kind, linkId, endsAt = null } = link;
    const url = `${this.#options.publicUrl}${sharedPath(kind, `${linkId}${this.#signature.of(kind, linkId)}`)}`;
    return pick(ShareLink, { ...link, url, endsAt });
  }

  async #firstNameOf(userId: string): Promise<string | undefined> {
    const { firstName } = await this.#options.call({ to: 'auth', path: internalPaths.firstName, answer: FirstName, userId, timeoutMs });
    return firstName ?? undefined;
  }
}

/** Revokes the link of a thing. @throws DomainError `not_found` if it is not shared */
export async function endShare(links: ShareLinks, userId: string, id: string): Promise<{ _id: string }> {
  if (!(await links.end(userId, id))) throw notFound('Link');
  return { _id: id };
}
