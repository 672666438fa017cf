import type * as z from 'zod';

/** The list of an answer whose elements are read individually. */
export interface AnswerList {
  key: string;
  element: z.ZodType;
}

/** The expected shape of an answer. Elements of `list` are validated individually. */
export interface AnswerShape<Answer> {
  schema: z.ZodType<Answer>;
  list?: AnswerList;
}

/** Extracts the JSON of an answer from code fences and prose; empty if there is none. Wraps a bare list. */
function jsonIn(text: string, list: AnswerList | undefined): string {
  // Reasoning models on local servers write `<think>` blocks before the answer.
  const answer = text.replace(/^\s*<think>[\s\S]*?(?:<\/think>|$)/, '');
  const fenced = /```(?:json)?([\s\S]*?)(?:```|$)/i.exec(answer)?.[1];
  const body = fenced !== undefined && /[{[]/.test(fenced) ? fenced : answer;
  const bare = list && /^[^{[]*\[\s*(?=\{)/.exec(body);
  if (bare) return `{${JSON.stringify(list.key)}:${body.slice(body.indexOf('['))}`;
  const start = body.indexOf('{');
  return start < 0 ? '' : body.slice(start);
}

/** The end of a JSON text, or where a truncated one can be closed. */
interface Scan {
  /** Index after the object; `undefined` if it is truncated. */
  end: number | undefined;
  /** Index after the last complete element of the object's list. */
  lastElement: number | undefined;
}

function scan(json: string): Scan {
  const stack: string[] = [];
  let inString = false;
  let lastElement: number | undefined;
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at];
    if (inString) {
      if (character === '\\') at += 1;
      else if (character === '"') inString = false;
      continue;
    }
    if (character === '"') inString = true;
    else if (character === '{' || character === '[') stack.push(character);
    else if (character === '}' || character === ']') {
      stack.pop();
      if (stack.length === 2 && stack[1] === '[' && character === '}') lastElement = at + 1;
      if (stack.length === 0) return { end: at + 1, lastElement };
    }
  }
  return { end: undefined, lastElement };
}

/** Parses an answer; a truncated one is reduced to its complete elements. `undefined` if there is nothing to parse. */
function valueIn(text: string, list: AnswerList | undefined): { value: Record<string, unknown>; isWhole: boolean } | undefined {
  const json = jsonIn(text, list);
  const { end, lastElement } = scan(json);
  const until = end ?? lastElement;
  if (until === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(end === undefined ? `${json.slice(0, until)}]}` : json.slice(0, until));
    return typeof value === 'object' && value !== null
      ? { value: value as Record<string, unknown>, isWhole: end !== undefined }
      : undefined;
  } catch {
    return undefined;
  }
}

/** The complete elements of a partial answer that match their schema. */
export function elementsIn(text: string, list: AnswerList): unknown[] {
  const elements = valueIn(text, list)?.value[list.key];
  return Array.isArray(elements) ? elements.filter((element) => list.element.safeParse(element).success) : [];
}

/** Reads an answer. Drops list elements that do not match their schema; `undefined` if nothing matches. */
export function readAnswer<Answer>(text: string, { schema, list }: AnswerShape<Answer>): Answer | undefined {
  const found = valueIn(text, list);
  if (!found) return undefined;
  const whole = schema.safeParse(found.value);
  if (whole.success && found.isWhole) return whole.data;
  if (!list) return undefined;
  const kept = elementsIn(text, list);
  const part = schema.safeParse({ ...found.value, [list.key]: kept });
  return kept.length > 0 && part.success ? part.data : undefined;
}
