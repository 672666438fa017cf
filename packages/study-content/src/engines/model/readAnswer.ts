import type * as z from 'zod';

/** What is left of a text once its fences, and the prose before its JSON, are taken off. */
function jsonIn(text: string): string {
  // Reasoning models on local servers think aloud in front of their answer.
  const answer = text.replace(/^\s*<think>[\s\S]*?<\/think>/, '');
  const fenced = /```(?:json)?([\s\S]*?)(?:```|$)/i.exec(answer)?.[1];
  const body = fenced !== undefined && fenced.includes('{') ? fenced : answer;
  const start = body.indexOf('{');
  return start < 0 ? '' : body.slice(start);
}

/** Where a JSON text stands at its end: what is open, and the last place at which it can be closed without a half value. */
interface Scan {
  /** One past the object's end, where it ends. */
  end: number | undefined;
  /** One past the last whole element of a list that the object holds. */
  lastElement: number | undefined;
  /** How many elements the object's lists hold whole. */
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

/** How many whole elements a running answer holds so far. */
export const elementsIn = (text: string): number => scan(jsonIn(text)).elements;

/** The answer as a value, whatever stands around it; of a half one its whole elements. `undefined` where there is nothing to save. */
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

/** How an answer is read: strictly by its schema, its list's elements one by one. */
export interface AnswerShape<Answer> {
  schema: z.ZodType<Answer>;
  /** The list whose elements may be kept without the others, and what each of them is. */
  list?: { key: string; element: z.ZodType };
}

/** An answer that holds to its schema; elements of its list that do not are left out. `undefined` where nothing does. */
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
