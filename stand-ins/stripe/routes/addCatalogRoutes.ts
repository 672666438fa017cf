import type { Hono } from 'hono';
import { localPrice, localProduct } from '../catalog.ts';
import { listOf } from '../shapes.ts';
import { found, PAGE, type RouteTools } from './RouteTools.ts';

/** Calls about the one price and its product. */
export function addCatalogRoutes(app: Hono, { call }: RouteTools): void {
  app.get(
    '/v1/prices',
    call([...PAGE, 'active', 'created', 'currency', 'lookup_keys', 'product', 'recurring', 'type'], (form) => {
      const keys = form.texts('lookup_keys');
      const fits =
        form.flag('active') !== false &&
        (!form.has('product') || form.text('product') === localPrice.product) &&
        (keys.length === 0 || keys.includes(localPrice.lookup_key ?? '')) &&
        form.text('type') !== 'one_time';
      return listOf(fits ? [localPrice] : [], '/v1/prices');
    }),
  );
  app.get(
    '/v1/prices/:id',
    call(['expand'], (_, id) => found('price', id === localPrice.id ? localPrice : undefined, id)),
  );
  app.get(
    '/v1/products',
    call([...PAGE, 'active', 'ids'], () => listOf([localProduct], '/v1/products')),
  );
  app.get(
    '/v1/products/:id',
    call(['expand'], (_, id) => found('product', id === localProduct.id ? localProduct : undefined, id)),
  );
}
