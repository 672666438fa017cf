import * as z from '@lectern/contracts/schema';
import { Id, Time } from './primitives.ts';
import { rateLimitNames } from './rateLimits.ts';
import { Source } from './source.ts';
import { SubscriptionTier } from './subscription.ts';

/** study → library: the source to generate from. */
export const MaterialSource = z.object({ _id: Id, title: z.string(), source: Source });
export type MaterialSource = z.infer<typeof MaterialSource>;

/** study → library: which of these guides the learner has; and the answer, those that the learner has. */
export const OwnedMaterials = z.object({ ids: z.array(Id) });
export type OwnedMaterials = z.infer<typeof OwnedMaterials>;

/** study → library: the bytes of a picture, for an export to Anki. */
export const PictureFile = z.object({ base64: z.string() });
export type PictureFile = z.infer<typeof PictureFile>;

/** gateway → auth: how many further calls of a window a gateway wants to let through. */
export const ShareRequest = z.object({
  limit: z.enum(rateLimitNames),
  /** The learner's id, or the network. */
  subject: z.string().check(z.minLength(1), z.maxLength(200)),
  /** Calls that were let through and not reported yet. Below 0: granted calls that are given back. */
  used: z.int(),
  wanted: z.int().check(z.minimum(0)),
  /** How long ago the window began at the gateway, in milliseconds. */
  ageMs: z.int().check(z.minimum(0)),
});
export type ShareRequest = z.infer<typeof ShareRequest>;

/** auth → gateway: how many more may be made, what all gateways have now, and when the window ends. */
export const Share = z.object({ granted: z.int(), taken: z.int(), resetInMs: z.number() });
export type Share = z.infer<typeof Share>;

/** billing → library and study: a learner's number of resources of each kind. */
export const Usage = z.partial(z.object({ studyMaterials: z.int(), folders: z.int(), flashcards: z.int(), quizzes: z.int() }));
export type Usage = z.infer<typeof Usage>;

/** A learner's plan, as billing answers it. */
export const PlanState = z.object({
  userId: Id,
  tier: SubscriptionTier,
  status: z.nullable(z.string()),
  /** Set only when the subscription is to end. */
  premiumUntil: z.nullable(Time),
  /** Grows with every change; the highest wins. */
  version: z.int(),
});
export type PlanState = z.infer<typeof PlanState>;

/** library and study ↔ billing: the tokens of the language model that were used in this month. */
export const ModelTokens = z.object({ learner: z.int(), site: z.int() });
export type ModelTokens = z.infer<typeof ModelTokens>;

/** library and study → billing: tokens that were used. */
export const UsedModelTokens = z.object({ tokens: z.int().check(z.minimum(0)) });
export type UsedModelTokens = z.infer<typeof UsedModelTokens>;

/** The events that services send through the outbox: each at least once, so receivers are idempotent. */
export const ServiceEvent = z.discriminatedUnion('type', [
  z.extend(PlanState, { type: z.literal('plan.changed'), eventId: Id }),
  z.object({
    type: z.literal('study-material.changed'),
    eventId: Id,
    userId: Id,
    studyMaterialId: Id,
    title: z.string(),
    version: z.int(),
  }),
  z.object({ type: z.literal('study-material.deleted'), eventId: Id, userId: Id, studyMaterialId: Id, title: z.string() }),
  z.object({ type: z.literal('account.deleted'), eventId: Id, userId: Id }),
  /** billing → auth, which knows the address: a payment of this learner failed. Sent once for each attempt at each invoice. */
  z.object({
    type: z.literal('payment.failed'),
    eventId: Id,
    userId: Id,
    /** The amount to pay, in the currency's smallest unit. */
    amount: z.int(),
    /** Three letters, lower case. */
    currency: z.string(),
  }),
  /** study → auth, which knows the address: this learner wants to be reminded of reviews. Told once a day at most, under an id of the day. */
  z.object({
    type: z.literal('reviews.due'),
    eventId: Id,
    userId: Id,
    /** How much is to be reviewed today, new cards included. */
    due: z.int(),
    /** The address that switches reminders off. It can do nothing else. */
    unsubscribeUrl: z.string().check(z.regex(/^https?:\/\/[!-;=?-~]{1,500}$/, 'Not an address')),
    /** A reminder that could not be sent until then is dropped. */
    validUntil: Time,
  }),
]);
export type ServiceEvent = z.infer<typeof ServiceEvent>;

/** auth → gateway: ended sessions, ordered by their sequence numbers in the feed. */
export const Revocations = z.object({
  sessions: z.array(z.object({ _id: Id, sessionId: Id })),
  next: z.nullable(Id),
  /** The last assigned sequence number. It is lower than the reader's cursor after the store was restored to an earlier state. */
  latest: z.optional(Id),
});
export type Revocations = z.infer<typeof Revocations>;

/**
 * A line of a service's part of an account's export, as newline-delimited JSON: a file begins, a part of its content, or the end. An answer without
 * the end was cut off.
 */
export const AccountExportLine = z.discriminatedUnion('type', [
  z.object({ type: z.literal('file'), name: z.string() }),
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('bytes'), base64: z.string() }),
  z.object({ type: z.literal('end') }),
]);
export type AccountExportLine = z.infer<typeof AccountExportLine>;

/** The paths of internal calls. The gateway never forwards these. */
export const internalPaths = {
  materialSource: (id: string) => `/internal/study-materials/${encodeURIComponent(id)}/source`,
  /** Which of these guides the learner has: `{ ids }` both ways. */
  ownedMaterials: '/internal/study-materials/owned',
  materialPictures: (id: string) => `/internal/study-materials/${encodeURIComponent(id)}/pictures`,
  materialPicture: (id: string, pictureId: string) =>
    `/internal/study-materials/${encodeURIComponent(id)}/pictures/${encodeURIComponent(pictureId)}`,
  usage: (userId: string) => `/internal/usage/${encodeURIComponent(userId)}`,
  /** GET: `ModelTokens`. POST: `UsedModelTokens`. */
  modelTokens: (userId: string) => `/internal/model-tokens/${encodeURIComponent(userId)}`,
  plan: (userId: string) => `/internal/plan/${encodeURIComponent(userId)}`,
  /** Everything that a service keeps of a learner, as lines of `AccountExportLine`. */
  accountExport: '/internal/account-export',
  events: '/internal/events',
  revocations: '/internal/revocations',
  /** `ShareRequest` in, `Share` out. */
  shares: '/internal/shares',
  version: '/internal/version',
  openApi: '/internal/openapi.json',
} as const;
