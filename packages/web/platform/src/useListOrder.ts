import { useSearchParams } from './router';
import type { ListOrder } from './pagedList';
import { withParameters } from './useSearchText';

/** A sort order with its label. */
export interface NamedOrder<Item> extends ListOrder<Item> {
  /** 'Title' */
  label: string;
}

interface Titled {
  title?: string;
  name?: string;
  createdAt?: string | undefined;
}

const byText = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
const wordsOf = ({ title, name }: Titled): string => title ?? name ?? '';

/** The orders that every list offers besides "Newest first". */
export const commonOrders: readonly NamedOrder<Titled>[] = [
  { name: 'oldest', label: 'Oldest first', compare: (one, other) => (one.createdAt ?? '').localeCompare(other.createdAt ?? '') },
  { name: 'title', label: 'Title', compare: (one, other) => byText.compare(wordsOf(one), wordsOf(other)) },
];

export interface ListOrderChoice<Item> {
  /** Undefined is the service's order, newest first. */
  order: NamedOrder<Item> | undefined;
  /** The props of the sort field. */
  field: { value: string; options: readonly { value: string; label: string }[]; onChange: (value: string) => void };
}

/**
 * The sort order of a list, kept in the query string (`sort`), so that back, forward and reload restore it.
 *
 * @example
 * const { order, field } = useListOrder(commonOrders);
 * const { query, items } = useFolders(search.settled, order);
 * return <SortField {...field} />;
 */
export const useListOrder = <Item>(orders: readonly NamedOrder<Item>[]): ListOrderChoice<Item> => {
  const [parameters, setParameters] = useSearchParams();
  const order = orders.find(({ name }) => name === parameters.get('sort'));
  return {
    order,
    field: {
      value: order?.name ?? '',
      options: [{ value: '', label: 'Newest first' }, ...orders.map(({ name, label }) => ({ value: name, label }))],
      onChange: (value) => {
        setParameters((current) => withParameters(current, { sort: value || undefined }), { replace: true });
      },
    },
  };
};
