import ical from 'ical-generator';
import { counted, calendarFile, type Exam, type ReviewSummary } from '@lectern/contracts';
import { notFound, type CountOwner, type Creation } from '@lectern/service-kit';
import { currentExams } from '../exams/examList.ts';
import { getReviewSummary } from '../reviews/reviewQueue.ts';
import type { StudyContext } from '../StudyContext.ts';

/** How long a calendar is cached, and for how many learners: programs poll every few minutes, from several devices. */
export const keptCalendars = { keptMs: 60_000, mostOwners: 500 };

/** Returns a learner's events: exams, and the days with items to review. */
const eventsOf = ({ forecast, new: fresh }: ReviewSummary, exams: readonly Pick<Exam, '_id' | 'name' | 'date'>[]) => [
  ...exams.map(({ _id, name, date }) => ({ id: `exam-${_id}`, date, summary: `Exam: ${name}` })),
  ...forecast
    // Today includes new cards, as everywhere else on the site.
    .map(({ date, due }, index) => ({ date, due: index === 0 ? due + fresh : due }))
    .filter(({ due }) => due > 0)
    .map(({ date, due }) => ({ id: `review-${date}`, date, summary: counted(due, 'review') })),
];

/** Returns the address of a calendar. It is signed, so that a leaked database contains no valid address. */
const urlOf = ({ signatures, apiUrl }: StudyContext, userId: string, calendarId: string): string =>
  `${apiUrl}/reviews/calendars/${userId}.${calendarId}.${signatures.calendars.of(userId, calendarId)}.ics`;

/**
 * Returns the learner of an address. An address with an invalid signature is refused before anything is read.
 *
 * @throws DomainError `not_found`, also for a renewed address; `rate_limited`
 */
async function ownerOf({ store, signatures }: StudyContext, file: string, countOwner: CountOwner): Promise<string> {
  const [, userId = '', calendarId = '', given = ''] = calendarFile.exec(file) ?? [];
  if (!signatures.calendars.isOf(given, userId, calendarId)) throw notFound('Calendar');
  countOwner(userId);
  if ((await store.calendars.get({ userId, _id: userId }))?.calendarId !== calendarId) throw notFound('Calendar');
  return userId;
}

async function writeCalendar(study: StudyContext, userId: string): Promise<Uint8Array<ArrayBuffer>> {
  const calendar = ical({ name: 'Review', prodId: { company: 'Lectern', product: 'Review' }, ttl: 3_600 });
  // Exams without their plans, which are slow and not shown.
  for (const { id, date, summary } of eventsOf(await getReviewSummary(study, userId), await currentExams(study, userId)))
    calendar.createEvent({ id, start: new Date(date), allDay: true, summary, stamp: study.clock() });
  return new TextEncoder().encode(calendar.toString());
}

/** Returns the address of the learner's calendar, if there is one. */
export async function getReviewCalendar(study: StudyContext, userId: string): Promise<{ url: string | null }> {
  const calendar = await study.store.calendars.get({ userId, _id: userId });
  return { url: calendar ? urlOf(study, userId, calendar.calendarId) : null };
}

/** Creates an address. The previous one becomes invalid. */
export async function createReviewCalendar(study: StudyContext, userId: string, { newId: calendarId }: Creation): Promise<{ url: string }> {
  await study.store.calendars.upsert({ _id: userId, userId, calendarId });
  return { url: urlOf(study, userId, calendarId) };
}

/** Returns the calendar as iCalendar (RFC 5545), cached for a minute. @throws DomainError `not_found`, `rate_limited` */
export async function readReviewCalendar(study: StudyContext, file: string, countOwner: CountOwner): Promise<Uint8Array<ArrayBuffer>> {
  const userId = await ownerOf(study, file, countOwner);
  return study.latestCalendars.get(userId, () => writeCalendar(study, userId));
}
