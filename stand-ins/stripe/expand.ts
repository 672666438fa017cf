import type { PaymentProvider } from './PaymentProvider.ts';
import { StripeError } from './StripeError.ts';

/** The most levels of a property that is expanded. */
const LEVELS_MAX = 4;

/** Replaces ids by their objects in a copy of an answer, along one path such as `data.customer`. */
const expandPath = (value: unknown, path: readonly string[], whole: string, lookUp: (id: string) => object | undefined): unknown => {
  const [name, ...rest] = path;
  if (name === undefined || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => expandPath(item, path, whole, lookUp));
  if (typeof value !== 'object') return value;
  const here: unknown = Reflect.get(value, name);
  const found = typeof here === 'string' ? lookUp(here) : here;
  if (found === undefined) throw new StripeError(`This property cannot be expanded (${whole}).`, { param: 'expand' });
  return { ...value, [name]: expandPath(found, rest, whole, lookUp) };
};

const isCheckoutSession = (answer: unknown): answer is { readonly id: string } =>
  typeof answer === 'object' && answer !== null && Reflect.get(answer, 'object') === 'checkout.session';

/** Expands one path of an answer. @throws StripeError for a path that cannot be expanded */
export function expand(answer: unknown, path: string, provider: PaymentProvider): unknown {
  const parts = path.split('.');
  if (parts.length > LEVELS_MAX) throw new StripeError('You cannot expand more than 4 levels of a property.', { param: 'expand' });
  if (parts.at(-1) === 'line_items' && isCheckoutSession(answer)) return { ...answer, line_items: provider.sessionLines(answer.id) };
  return expandPath(answer, parts, path, (id) => provider.lookUp(id));
}
