import ical from 'ical-generator';
import { counted, calendarFile, type Exam, type ReviewSummary } from '@lectern/contracts';
import { notFound, type CountOwner, type Creation } from '@lectern/service-kit';
import { createSignature } from '../createSignature.ts';
import type { ExamList } from '../exams/createExamList.ts';
import type { ReviewStore } from '../reviews/reviewCollections.ts';
import { createLatestResults } from './createLatestResults.ts';

export interface ReviewCalendarDependencies {
  reviewStore: ReviewStore;
  getSummary: (userId: string) => Promise<ReviewSummary>;
  /** Without plans, which take long and which the calendar does not show. */
  examList: Pick<ExamList, 'current'>;
  /** The secret that the key of the signatures is derived from. */
  secret: string;
  /** The address of the gateway, as browsers see it. */
  apiUrl: string;
  clock: () => Date;
}

/** Calendar programs read every few minutes at most, from several devices. */
const kept = { keptMs: 60_000, mostOwners: 500 };

/** The events of a learner: exams, and the days with something to review. */
const eventsOf = ({ forecast, new: fresh }: ReviewSummary, exams: readonly Pick<Exam, '_id' | 'name' | 'date'>[]) => [
  ...exams.map(({ _id, name, date }) => ({ id: `exam-${_id}`, date, summary: `Exam: ${name}` })),
  ...forecast
    // Today has new cards, too, as the learner sees it everywhere else.
    .map(({ date, due }, index) => ({ date, due: index === 0 ? due + fresh : due }))
    .filter(({ due }) => due > 0)
    .map(({ date, due }) => ({ id: `review-${date}`, date, summary: counted(due, 'review') })),
];

/** The calendar that other programs read without a session. Its address is signed, so that a leaked database contains no valid address. */
export function createReviewCalendar({
  reviewStore: { calendars },
  getSummary,
  examList,
  secret,
  apiUrl,
  clock,
}: ReviewCalendarDependencies) {
  const signature = createSignature(secret, 'lectern: addresses of calendars');
  const urlOf = (userId: string, calendarId: string): string =>
    `${apiUrl}/reviews/calendars/${userId}.${calendarId}.${signature.of(userId, calendarId)}.ics`;

  const latest = createLatestResults<Uint8Array<ArrayBuffer>>({ ...kept, clock });

  /**
   * The learner of an address. One that was not made here is refused before anything is read.
   * @throws DomainError `not_found`, also for an address that was renewed; `rate_limited`
   */
  const ownerOf = async (file: string, countOwner: CountOwner): Promise<string> => {
    const [, userId = '', calendarId = '', given = ''] = calendarFile.exec(file) ?? [];
    if (!signature.isOf(given, userId, calendarId)) throw notFound('Calendar');
    countOwner(userId);
    if ((await calendars.get({ userId, _id: userId }))?.calendarId !== calendarId) throw notFound('Calendar');
    return userId;
  };

  const write = async (userId: string): Promise<Uint8Array<ArrayBuffer>> => {
    const calendar = ical({ name: 'Review', prodId: { company: 'Lectern', product: 'Review' }, ttl: 3_600 });
    for (const { id, date, summary } of eventsOf(await getSummary(userId), await examList.current(userId)))
      calendar.createEvent({ id, start: new Date(date), allDay: true, summary, stamp: clock() });
    return new TextEncoder().encode(calendar.toString());
  };

  return {
    async get(userId: string): Promise<{ url: string | null }> {
      const calendar = await calendars.get({ userId, _id: userId });
      return { url: calendar ? urlOf(userId, calendar.calendarId) : null };
    },

    /** Creates an address. The former one becomes invalid. */
    async create(userId: string, { newId: calendarId }: Creation): Promise<{ url: string }> {
      await calendars.upsert({ _id: userId, userId, calendarId });
      return { url: urlOf(userId, calendarId) };
    },

    /** The calendar as iCalendar (RFC 5545), up to a minute old. @throws DomainError `not_found`, `rate_limited` */
    async read(file: string, countOwner: CountOwner): Promise<Uint8Array<ArrayBuffer>> {
      const userId = await ownerOf(file, countOwner);
      return latest.get(userId, () => write(userId));
    },
  };
}
