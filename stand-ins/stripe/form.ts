import { StripeError } from './StripeError.ts';

/** A form-encoded body with Stripe's nesting, `items[0][price]=…`, as a tree. */
type FormValue = string | Form | readonly FormValue[];
/** The named values of one level. It has no prototype, so that fields such as `constructor` are only fields. */
export interface Form {
  readonly [name: string]: FormValue | undefined;
}

const DEPTH_MAX = 6;
const FIELDS_MAX = 1_000;

interface Branch {
  [name: string]: string | Branch;
}
const branch = (): Branch => Object.create(null) as Branch;

const settle = (node: Branch): Form | readonly FormValue[] => {
  const names = Object.keys(node);
  const settled = names.map((name): [string, FormValue] => {
    const value = node[name] ?? '';
    return [name, typeof value === 'string' ? value : settle(value)];
  });
  if (names.length > 0 && names.every((name) => /^\d+$/.test(name))) return settled.map(([, value]) => value);
  const form = Object.create(null) as Record<string, FormValue>;
  for (const [name, value] of settled) form[name] = value;
  return form;
};

/** Reads a form-encoded body or query. @throws StripeError for a malformed one */
export function parseForm(text: string): Form {
  const root = branch();
  let fields = 0;
  for (const [key, value] of new URLSearchParams(text)) {
    fields += 1;
    const path = [/^[^[]*/.exec(key)?.[0] ?? '', ...[...key.matchAll(/\[([^[\]]*)\]/g)].map(([, part = '']) => part)];
    if (fields > FIELDS_MAX || path.length > DEPTH_MAX || path[0] === '') throw new StripeError(`Invalid parameter: ${key.slice(0, 100)}`);
    let node = root;
    for (const [place, part] of path.entries()) {
      const name = part === '' ? String(Object.keys(node).length) : part;
      if (place === path.length - 1) {
        node[name] = value;
        break;
      }
      const next = node[name];
      const child = typeof next === 'object' ? next : branch();
      node[name] = child;
      node = child;
    }
  }
  const form = settle(root);
  if (Array.isArray(form)) throw new StripeError('Invalid request body.');
  return form as Form;
}

const childName = (param: string, name: string): string => (param === '' ? name : `${param}[${name}]`);

/** Reads one level of a form, with Stripe's errors for invalid values. */
export class FormReader {
  readonly #form: Form;
  readonly #param: string;

  constructor(form: Form, param = '') {
    this.#form = form;
    this.#param = param;
  }

  /** @throws StripeError for another name */
  only(known: readonly string[]): this {
    const unknown = Object.keys(this.#form).find((name) => !known.includes(name));
    if (unknown !== undefined) {
      const param = childName(this.#param, unknown);
      throw new StripeError(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param });
    }
    return this;
  }

  has(name: string): boolean {
    return this.#form[name] !== undefined;
  }

  /** A text; `undefined` when it is absent, empty when it is to be removed. */
  text(name: string): string | undefined {
    const value = this.#form[name];
    if (value === undefined || typeof value === 'string') return value;
    throw new StripeError('Invalid string', { param: childName(this.#param, name) });
  }

  required(name: string): string {
    const value = this.text(name);
    const param = childName(this.#param, name);
    if (value === undefined) throw new StripeError(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
    if (value === '') throw new StripeError(`You passed an empty string for '${param}'.`, { code: 'parameter_invalid_empty', param });
    return value;
  }

  oneOf<const Value extends string>(name: string, accepted: readonly Value[]): Value | undefined {
    const value = this.text(name);
    const found = accepted.find((each) => each === value);
    if (value !== undefined && found === undefined) {
      throw new StripeError(`Invalid ${name}: must be one of ${accepted.join(', ')}`, { param: childName(this.#param, name) });
    }
    return found;
  }

  flag(name: string): boolean | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    if (value !== 'true' && value !== 'false') throw new StripeError(`Invalid boolean: ${value}`, { param: childName(this.#param, name) });
    return value === 'true';
  }

  integer(name: string, [least, most]: readonly [number, number]): number | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    const param = childName(this.#param, name);
    if (!/^\d{1,15}$/.test(value)) throw new StripeError(`Invalid integer: ${value}`, { code: 'parameter_invalid_integer', param });
    const number = Number(value);
    if (number < least || number > most)
      throw new StripeError(`Invalid integer: must be ${least} to ${most}`, { code: 'parameter_invalid_integer', param });
    return number;
  }

  /** An http or https address, for redirects. */
  address(name: string): string | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    if (!URL.canParse(value) || !/^https?:\/\//.test(value))
      throw new StripeError('Not a valid URL', { code: 'url_invalid', param: childName(this.#param, name) });
    return value;
  }

  under(name: string): FormReader {
    const value = this.#form[name];
    const param = childName(this.#param, name);
    if (value === undefined) return new FormReader({}, param);
    if (typeof value === 'string' || Array.isArray(value)) throw new StripeError('Invalid object', { param });
    return new FormReader(value as Form, param);
  }

  /** A list of texts. */
  texts(name: string): string[] {
    const value = this.#form[name] ?? [];
    if (!Array.isArray(value) || value.some((each) => typeof each !== 'string'))
      throw new StripeError('Invalid array', { param: childName(this.#param, name) });
    return value as string[];
  }

  /** A list of objects. */
  each(name: string): FormReader[] {
    const value = this.#form[name] ?? [];
    const param = childName(this.#param, name);
    if (!Array.isArray(value)) throw new StripeError('Invalid array', { param });
    return (value as FormValue[]).map((item, place) => {
      if (typeof item === 'string' || Array.isArray(item)) throw new StripeError('Invalid object', { param: `${param}[${place}]` });
      return new FormReader(item as Form, `${param}[${place}]`);
    });
  }

  /** Metadata after this call. Keys with an empty value are removed; an empty `metadata` removes all. */
  metadata(before: Readonly<Record<string, string>> = {}): Record<string, string> {
    if (this.#form['metadata'] === '') return {};
    const merged: Record<string, string> = { ...before };
    const given = this.under('metadata');
    for (const key of Object.keys(given.#form)) {
      const value = given.text(key) ?? '';
      if (value === '') Reflect.deleteProperty(merged, key);
      else merged[key] = value;
    }
    return merged;
  }
}
