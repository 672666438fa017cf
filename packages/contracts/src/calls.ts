/**
 * Every public call of specification section 7, of the contract, and those by which a learner corrects single questions and cards.
 * Imported as one namespace (`calls.getQuiz`); a file each service, so that a page carries only what it calls.
 */
export * from './calls/authCalls.ts';
export * from './calls/libraryCalls.ts';
export * from './calls/studyCalls.ts';
export * from './calls/billingCalls.ts';
