import * as z from '@lectern/contracts/schema';
import { defineCall } from '../call.ts';
import { calendarFile } from '../primitives.ts';

/** The address of a learner's calendar; `null` until it is created. Anyone with the address can read the calendar. */
const CalendarAddress = z.object({ url: z.nullable(z.string()) });

export const getReviewCalendar = defineCall({
  id: 'getReviewCalendar',
  service: 'study',
  method: 'GET',
  path: '/reviews/calendar',
  summary: 'The address at which calendar programs read what is to be reviewed on the next 30 days, and the exams',
  access: 'learner',
  status: 200,
  answer: CalendarAddress,
  errors: [],
});

export const createReviewCalendar = defineCall({
  id: 'createReviewCalendar',
  service: 'study',
  method: 'POST',
  path: '/reviews/calendar',
  summary: 'Make the address of the calendar, or another one in its place: the one before it ends',
  access: 'learner',
  creates: true,
  status: 201,
  answer: CalendarAddress,
  errors: [],
});

export const readReviewCalendar = defineCall({
  id: 'readReviewCalendar',
  service: 'study',
  method: 'GET',
  path: '/reviews/calendars/:file',
  pathPattern: calendarFile,
  summary: 'A calendar, by its address; 404 for every other address',
  access: 'public',
  networkLimit: 'calendars',
  ownerLimit: 'calendars',
  answerType: 'text/calendar',
  answerChanges: true,
  status: 200,
  answer: z.unknown(),
  errors: [409],
});
