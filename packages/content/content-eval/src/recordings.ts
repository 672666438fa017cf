import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord } from '@lectern/contracts';
import { ExchangeError, type Exchange, type ModelRequest } from '@lectern/study-content/openai';

/** Serialises a value deterministically, with sorted keys. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (!isRecord(value)) return JSON.stringify(value) ?? 'null';
  const fields = Object.keys(value)
    .filter((key) => value[key] !== undefined)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key])}`);
  return `{${fields.join(',')}}`;
}

/** The part of a request that identifies its recording. The model's name is ignored, because a recording answers the prompt. */
const questionOf = ({ messages, response_format: format }: ModelRequest) => ({
  messages,
  ...(format !== undefined && { response_format: format }),
});

/** The name of a request's recording: the first 16 hex digits of the SHA-256 of its canonical JSON. */
export const hashOf = (request: ModelRequest): string =>
  createHash('sha256')
    .update(canonicalJson(questionOf(request)))
    .digest('hex')
    .slice(0, 16);

/** Parses a JSON answer, so that reviewers can read it; keeps any other text. */
function readable(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : text;
  } catch {
    return text;
  }
}

const fileOf = (directory: string, request: ModelRequest): string => join(directory, `${hashOf(request)}.json`);

/** The content of a recording file. */
interface Recording {
  request: ModelRequest;
  answer: unknown;
}

const readRecording = (file: string): Recording => JSON.parse(readFileSync(file, 'utf8')) as Recording;
const textOf = ({ answer }: Recording): string => (typeof answer === 'string' ? answer : JSON.stringify(answer));

function writeRecording(directory: string, request: ModelRequest, answer: unknown): void {
  const recording = { request: { model: request.model, ...questionOf(request) }, answer };
  writeFileSync(fileOf(directory, request), `${JSON.stringify(recording, undefined, 2)}\n`);
}

/** Creates an exchange that sends each request and records it with its answer. Requests contain no keys. */
export function recordingExchange(directory: string): Exchange {
  mkdirSync(directory, { recursive: true });
  return async (request, send) => {
    const text = await send();
    writeRecording(directory, request, readable(text));
    return text;
  };
}

function existing(directory: string): string {
  if (!existsSync(directory)) throw new Error(`No such folder of recordings: ${directory}`);
  return directory;
}

const missing = (directory: string, request: ModelRequest): ExchangeError => {
  const asked = String(request.messages.at(-1)?.content).slice(0, 80);
  return new ExchangeError(`No recording ${hashOf(request)} in ${directory} for the request that starts with: ${asked}`);
};

/** Creates an exchange that answers from recordings, without a network. */
export function replayingExchange(directory: string): Exchange {
  const folder = existing(directory);
  return (request) => {
    const file = fileOf(folder, request);
    return existsSync(file) ? Promise.resolve(textOf(readRecording(file))) : Promise.reject(missing(folder, request));
  };
}

/** Identifies a request independently of the prompt's wording: by material, answer format and style preference. */
const subjectOf = ({ messages, response_format: format }: ModelRequest): string =>
  canonicalJson([
    messages.at(-1)?.content,
    format?.type === 'json_schema' ? format.json_schema.name : format?.type,
    /The learner wishes this style[^\n]*/.exec(String(messages[0]?.content))?.[0] ?? '',
  ]);

/** Creates an exchange that renames recordings for the current prompts: each request takes over the recording with the same subject. */
export function rekeyingExchange(directory: string): Exchange {
  const folder = existing(directory);
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  const bySubject = new Map(files.map((name) => [subjectOf(readRecording(join(folder, name)).request), join(folder, name)]));
  return (request) => {
    const before = bySubject.get(subjectOf(request));
    if (before === undefined) return Promise.reject(missing(folder, request));
    const recording = readRecording(before);
    const now = fileOf(folder, request);
    if (now !== before) {
      writeRecording(folder, request, recording.answer);
      rmSync(before, { force: true });
      bySubject.set(subjectOf(request), now);
    }
    return Promise.resolve(textOf(recording));
  };
}
