import ical from 'ical-generator';
import { counted, calendarFile, type Exam, type ReviewSummary } from '@lectern/contracts';
import { notFound, type CountOwner, type Creation } from '@lectern/service-kit';
import { currentExams } from '../exams/examList.ts';
import { getReviewSummary } from '../reviews/reviewSummary.ts';
import type { StudyContext } from '../StudyContext.ts';

/** How long a calendar is kept, and for how many learners: programs read every few minutes, from several devices. */
export const keptCalendars = { keptMs: 60_000, mostOwners: 500 };

/** The events of a learner: exams, and the days with something to review. */
const eventsOf = ({ forecast, new: fresh }: ReviewSummary, exams: readonly Pick<Exam, '_id' | 'name' | 'date'>[]) => [
  ...exams.map(({ _id, name, date }) => ({ id: `exam-${_id}`, date, summary: `Exam: ${name}` })),
  ...forecast
    // Today has new cards, too, as the learner sees it everywhere else.
    .map(({ date, due }, index) => ({ date, due: index === 0 ? due + fresh : due }))
    .filter(({ due }) => due > 0)
    .map(({ date, due }) => ({ id: `review-${date}`, date, summary: counted(due, 'review') })),
];

/** The address of a calendar. It is signed, so that a leaked database contains no valid address. */
const urlOf = ({ signatures, apiUrl }: StudyContext, userId: string, calendarId: string): string =>
  `${apiUrl}/reviews/calendars/${userId}.${calendarId}.${signatures.calendars.of(userId, calendarId)}.ics`;

/**
 * The learner of an address. One that was not made here is refused before anything is read.
 * @throws DomainError `not_found`, also for an address that was renewed; `rate_limited`
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
  // Exams without their plans, which take long and are not shown.
  for (const { id, date, summary } of eventsOf(await getReviewSummary(study, userId), await currentExams(study, userId)))
    calendar.createEvent({ id, start: new Date(date), allDay: true, summary, stamp: study.clock() });
  return new TextEncoder().encode(calendar.toString());
}

/** The address of the learner's calendar, if there is one. */
export async function getReviewCalendar(study: StudyContext, userId: string): Promise<{ url: string | null }> {
  const calendar = await study.store.calendars.get({ userId, _id: userId });
  return { url: calendar ? urlOf(study, userId, calendar.calendarId) : null };
}

/** Creates an address. The former one becomes invalid. */
export async function createReviewCalendar(study: StudyContext, userId: string, { newId: calendarId }: Creation): Promise<{ url: string }> {
  await study.store.calendars.upsert({ _id: userId, userId, calendarId });
  return { url: urlOf(study, userId, calendarId) };
}

/** The calendar as iCalendar (RFC 5545), up to a minute old. @throws DomainError `not_found`, `rate_limited` */
export async function readReviewCalendar(study: StudyContext, file: string, countOwner: CountOwner): Promise<Uint8Array<ArrayBuffer>> {
  const userId = await ownerOf(study, file, countOwner);
  return study.latestCalendars.get(userId, () => writeCalendar(study, userId));
}
