import type * as z from 'zod';

/** The JSON of an answer, without code fences and without the prose before it; empty where there is none. */
function jsonIn(text: string): string {
  // Reasoning models on local servers write `<think>` blocks before the answer.
  const answer = text.replace(/^\s*<think>[\s\S]*?<\/think>/, '');
  const fenced = /```(?:json)?([\s\S]*?)(?:```|$)/i.exec(answer)?.[1];
  const body = fenced !== undefined && fenced.includes('{') ? fenced : answer;
  const start = body.indexOf('{');
  return start < 0 ? '' : body.slice(start);
}

/** What a scan of a JSON text found: its end, or where an unfinished text can be closed. */
interface Scan {
  /** The index behind the object; `undefined` where the object is not finished. */
  end: number | undefined;
  /** The index behind the last whole element of the object's list. */
  lastElement: number | undefined;
  /** How many whole elements the object's lists have. */
  elements: number;
}

function scan(json: string): Scan {
  const stack: string[] = [];
  let inString = false;
  const found: Scan = { end: undefined, lastElement: undefined, elements: 0 };
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
      if (stack.length === 2 && stack[1] === '[' && character === '}') {
        found.lastElement = at + 1;
        found.elements += 1;
      }
      if (stack.length === 0) return { ...found, end: at + 1 };
    }
  }
  return found;
}

/** How many whole elements an unfinished answer has so far. */
export const elementsIn = (text: string): number => scan(jsonIn(text)).elements;

/** The value of an answer; of an unfinished one its whole elements. `undefined` where there is none. */
function valueIn(text: string): { value: unknown; isWhole: boolean } | undefined {
  const json = jsonIn(text);
  const { end, lastElement } = scan(json);
  try {
    if (end !== undefined) return { value: JSON.parse(json.slice(0, end)), isWhole: true };
    return lastElement === undefined ? undefined : { value: JSON.parse(`${json.slice(0, lastElement)}]}`), isWhole: false };
  } catch {
    return undefined;
  }
}

/** How an answer is read: strictly by its schema; elements of its list one by one. */
export interface AnswerShape<Answer> {
  schema: z.ZodType<Answer>;
  /** The list of the answer, whose elements are kept although others are broken. */
  list?: { key: string; element: z.ZodType };
}

/** The content of an answer. Elements of its list that do not match their schema are left out. `undefined` where nothing matches. */
export function readAnswer<Answer>(text: string, { schema, list }: AnswerShape<Answer>): Answer | undefined {
  const found = valueIn(text);
  if (!found || typeof found.value !== 'object' || found.value === null) return undefined;
  const whole = schema.safeParse(found.value);
  if (whole.success && found.isWhole) return whole.data;
  if (!list) return undefined;
  const elements = (found.value as Record<string, unknown>)[list.key];
  if (!Array.isArray(elements)) return undefined;
  const kept = elements.filter((element) => list.element.safeParse(element).success);
  const part = schema.safeParse({ ...found.value, [list.key]: kept });
  return kept.length > 0 && part.success ? part.data : undefined;
}
