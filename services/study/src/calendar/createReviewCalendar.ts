import ical from 'ical-generator';
import { calendarFile, type Exam, type ReviewSummary } from '@lectern/contracts';
import { notFound, type Creation } from '@lectern/service-kit';
import { createSignature } from '../domain/createSignature.ts';
import type { ReviewStore } from '../reviews/reviewCollections.ts';

export interface ReviewCalendarDependencies {
  reviewStore: ReviewStore;
  getSummary: (userId: string) => Promise<ReviewSummary>;
  listExams: (userId: string) => Promise<Exam[]>;
  /** The secret that the key of the signatures is derived from. */
  secret: string;
  /** The address of the gateway, as browsers see it. */
  apiUrl: string;
  clock: () => Date;
}

/** The events of a learner: exams, and the days with something to review. */
const eventsOf = ({ forecast }: ReviewSummary, exams: readonly Exam[]) => [
  ...exams.map(({ _id, name, date }) => ({ id: `exam-${_id}`, date, summary: `Exam: ${name}` })),
  ...forecast
    .filter(({ due }) => due > 0)
    .map(({ date, due }) => ({ id: `review-${date}`, date, summary: due === 1 ? '1 review' : `${due} reviews` })),
];

/** The calendar that other programs read without a session. Its address is signed, so that a leaked database contains no valid address. */
export function createReviewCalendar({
  reviewStore: { calendars },
  getSummary,
  listExams,
  secret,
  apiUrl,
  clock,
}: ReviewCalendarDependencies) {
  const signature = createSignature(secret, 'lectern: addresses of calendars');
  const urlOf = (userId: string, calendarId: string): string =>
    `${apiUrl}/reviews/calendars/${userId}.${calendarId}.${signature.of(userId, calendarId)}.ics`;

  /** @throws DomainError `not_found` for an address that was not made here, or that was renewed */
  const ownerOf = async (file: string): Promise<string> => {
    const [, userId = '', calendarId = '', given = ''] = calendarFile.exec(file) ?? [];
    if (!signature.isOf(given, userId, calendarId) || (await calendars.get({ userId, _id: userId }))?.calendarId !== calendarId)
      throw notFound('Calendar');
    return userId;
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

    /** The calendar as iCalendar (RFC 5545). @throws DomainError `not_found` */
    async read(file: string): Promise<Uint8Array<ArrayBuffer>> {
      const userId = await ownerOf(file);
      const calendar = ical({ name: 'Review', prodId: { company: 'Lectern', product: 'Review' }, ttl: 3_600 });
      for (const { id, date, summary } of eventsOf(await getSummary(userId), await listExams(userId)))
        calendar.createEvent({ id, start: new Date(date), allDay: true, summary, stamp: clock() });
      return new TextEncoder().encode(calendar.toString());
    },
  };
}
export type ReviewCalendar = ReturnType<typeof createReviewCalendar>;
