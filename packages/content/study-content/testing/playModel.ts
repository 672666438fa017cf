import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourceOfText } from '@lectern/documents';
import { createModelServer, virtualClock, type ChatRequest, type ModelServerOptions } from '@lectern/test-servers';
import { sourceTexts } from './sourceTexts.ts';
import { openaiEngine, realDependencies, type OpenaiSettings } from '../src/engines/model/openaiEngine.ts';

const recorded = (name: string): string => readFileSync(join(import.meta.dirname, 'answers', `${name}.json`), 'utf8');
/** Valid answers about `pharmacology`. */
export const soundAnswers = { quiz: recorded('quiz'), cards: recorded('cards'), guide: recorded('guide') };
export const pharmacology = sourceOfText(sourceTexts.pharmacology);

/** All messages of a request. */
export const textOf = ({ messages }: ChatRequest): string => messages.map(({ content }) => String(content)).join('\n');
/** The last message of a request. */
export const userTextOf = ({ messages }: ChatRequest): string => String(messages.at(-1)?.content);

/** Gives a valid answer to each kind of request. */
export const soundAnswer = (request: ChatRequest): string => {
  const text = textOf(request);
  if (text.includes('<refused>')) return JSON.stringify({ statements: [], questions: [], cards: [] });
  if (text.includes('entry of "sections"')) return soundAnswers.guide;
  return text.includes('flashcards') ? soundAnswers.cards : soundAnswers.quiz;
};

/** A simulated server in virtual time with an engine that uses it. */
export function playModel(server: ModelServerOptions = {}, settings: Partial<OpenaiSettings> = {}) {
  const clock = virtualClock();
  const played = createModelServer({ answer: soundAnswer, clock, ...server });
  const createEngine = (more: Partial<OpenaiSettings> = {}) =>
    openaiEngine(
      { model: 'played-model', baseURL: 'http://model.test/v1', contextTokens: 8_000, maxCalls: 1, ...settings, ...more },
      { ...realDependencies, now: clock.now, random: () => 0.5, sleep: clock.sleep, fetch: played.fetch },
    );
  return { clock, played, createEngine, engine: createEngine(), run: clock.runUntil };
}
