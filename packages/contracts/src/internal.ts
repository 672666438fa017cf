import * as z from '@lectern/contracts/schema';
import { Id, Time } from './primitives.ts';
import { rateLimitNames } from './rateLimits.ts';
import { Source } from './source.ts';
import { SubscriptionTier } from './subscription.ts';

/** study → library: the source for a generation. */
export const MaterialSource = z.object({ _id: Id, title: z.string(), source: Source });
export type MaterialSource = z.infer<typeof MaterialSource>;

/** study → library: ids of guides. The answer contains the ids that belong to the learner. */
export const OwnedMaterials = z.object({ ids: z.array(Id) });
export type OwnedMaterials = z.infer<typeof OwnedMaterials>;

/** study → library: the bytes of a picture, for an Anki export. */
export const PictureFile = z.object({ base64: z.string() });
export type PictureFile = z.infer<typeof PictureFile>;

/** gateway → auth: a request for further calls within a rate-limit window. */
export const ShareRequest = z.object({
  limit: z.enum(rateLimitNames),
  /** The learner's id, or the network. */
  subject: z.string().check(z.minLength(1), z.maxLength(200)),
  /** The number of allowed calls that were not reported yet. Negative: unused calls that the gateway returns. */
  used: z.int(),
  wanted: z.int().check(z.minimum(0)),
  /** The age of the window at the gateway, in milliseconds. */
  ageMs: z.int().check(z.minimum(0)),
});
export type ShareRequest = z.infer<typeof ShareRequest>;

/** auth → gateway: the number of granted calls, the number held by all gateways, and the time until the window ends. */
export const Share = z.object({ granted: z.int(), taken: z.int(), resetInMs: z.number() });
export type Share = z.infer<typeof Share>;

/** billing → library and study: the number of a learner's resources of each kind. */
export const Usage = z.partial(z.object({ studyMaterials: z.int(), folders: z.int(), flashcards: z.int(), quizzes: z.int() }));
export type Usage = z.infer<typeof Usage>;

/** A learner's plan, as stored by billing. */
export const PlanState = z.object({
  userId: Id,
  tier: SubscriptionTier,
  status: z.nullable(z.string()),
  /** Set only if the subscription is going to end. */
  premiumUntil: z.nullable(Time),
  /** Incremented with every change; the highest version wins. */
  version: z.int(),
});
export type PlanState = z.infer<typeof PlanState>;

/** library and study ↔ billing: the language model tokens used this month, by the learner and by the whole site. */
export const ModelTokens = z.object({ learner: z.int(), site: z.int() });
export type ModelTokens = z.infer<typeof ModelTokens>;

/** library and study → billing: newly used tokens. */
export const UsedModelTokens = z.object({ tokens: z.int().check(z.minimum(0)) });
export type UsedModelTokens = z.infer<typeof UsedModelTokens>;

/** The events that services send through the outbox. Delivery is at least once, so receivers are idempotent. */
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
  /** billing → auth, which has the e-mail address: a learner's payment failed. Sent once per payment attempt. */
  z.object({
    type: z.literal('payment.failed'),
    eventId: Id,
    userId: Id,
    /** The amount to pay, in the currency's smallest unit. */
    amount: z.int(),
    /** Three letters, lower case. */
    currency: z.string(),
  }),
  /** study → auth, which has the e-mail address: a learner's review reminder is due. Sent at most once a day, with an id for the day. */
  z.object({
    type: z.literal('reviews.due'),
    eventId: Id,
    userId: Id,
    /** The number of items to review today, including new cards. */
    due: z.int(),
    /** The address that turns reminders off, and does nothing else. */
    unsubscribeUrl: z.string().check(z.regex(/^https?:\/\/[!-;=?-~]{1,500}$/, 'Not an address')),
    /** A reminder that was not sent by this time is dropped. */
    validUntil: Time,
  }),
]);
export type ServiceEvent = z.infer<typeof ServiceEvent>;

/** auth → library and study: a learner's first name; `null` without one that readers may see. */
export const FirstName = z.object({ firstName: z.nullable(z.string()) });
export type FirstName = z.infer<typeof FirstName>;

/** auth → gateway: ended sessions, ordered by sequence number. */
export const Revocations = z.object({
  sessions: z.array(z.object({ _id: Id, sessionId: Id })),
  next: z.nullable(Id),
  /** The last assigned sequence number. Lower than the reader's cursor after the store was restored from a backup. */
  latest: z.optional(Id),
});
export type Revocations = z.infer<typeof Revocations>;

/**
 * A line of a service's part of an account export, as newline-delimited JSON: the start of a file, a part of its content, or the end. An answer
 * without the end is incomplete.
 */
export const AccountExportLine = z.discriminatedUnion('type', [
  z.object({ type: z.literal('file'), name: z.string() }),
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('bytes'), base64: z.string() }),
  z.object({ type: z.literal('end') }),
]);
export type AccountExportLine = z.infer<typeof AccountExportLine>;

/** The paths of internal calls. The gateway never forwards them. */
export const internalPaths = {
  materialSource: (id: string) => `/internal/study-materials/${encodeURIComponent(id)}/source`,
  /** The subset of `ids` that belongs to the learner: `{ ids }` both ways. */
  ownedMaterials: '/internal/study-materials/owned',
  materialPictures: (id: string) => `/internal/study-materials/${encodeURIComponent(id)}/pictures`,
  materialPicture: (id: string, pictureId: string) =>
    `/internal/study-materials/${encodeURIComponent(id)}/pictures/${encodeURIComponent(pictureId)}`,
  usage: (userId: string) => `/internal/usage/${encodeURIComponent(userId)}`,
  /** GET: `ModelTokens`. POST: `UsedModelTokens`. */
  modelTokens: (userId: string) => `/internal/model-tokens/${encodeURIComponent(userId)}`,
  plan: (userId: string) => `/internal/plan/${encodeURIComponent(userId)}`,
  /** All data that a service stores about a learner, as lines of `AccountExportLine`. */
  accountExport: '/internal/account-export',
  events: '/internal/events',
  /** The first name of the learner, for those who read what the learner shares: `FirstName`. */
  firstName: '/internal/first-name',
  revocations: '/internal/revocations',
  /** `ShareRequest` in, `Share` out. */
  shares: '/internal/shares',
  version: '/internal/version',
  openApi: '/internal/openapi.json',
} as const;
