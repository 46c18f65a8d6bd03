import type { Store, StoreSettings } from '@delivery/contracts';
import { arrayOf, type Queryable, queryCount, queryValue, queryValues } from '@delivery/postgres';

/** A store `s` as answers and messages have it. */
export const storeJson = `
  json_build_object('ref', s.ref, 'name', s.name, 'phone', s.phone, 'address', s.address, 'default', s.is_default)`;

/**
 * The store of an order: the one that it names, else its merchant's default. An order whose content was erased has
 * none.
 */
export const storeRefOf = (orders: string): string => `
  case when ${orders}.content is not null then
    ${namedOrDefaultRef(`${orders}.content->>'store_ref'`, `${orders}.merchant_id`)} end`;

/** For an order that has its content. */
export const namedOrDefaultRef = (named: string, merchantId: string): string =>
  `coalesce(${named}, (select d.ref from stores d where d.merchant_id = ${merchantId} and d.is_default))`;

/** In the order of their refs. */
export const listStores = (
  client: Queryable,
  page: { merchantId: string; afterRef: string; rowMax: number },
): Promise<Store[]> =>
  queryValues(
    client,
    `select ${storeJson} as store from stores s where s.merchant_id = $1 and s.ref > $2 order by s.ref limit $3`,
    [page.merchantId, page.afterRef, page.rowMax],
  );

export const readStore = (client: Queryable, merchantId: string, ref: string): Promise<Store | undefined> =>
  queryValue(client, `select ${storeJson} as store from stores s where s.merchant_id = $1 and s.ref = $2`, [
    merchantId,
    ref,
  ]);

/** The first of these that the merchant does not have. */
export const findUnknownStore = (
  client: Queryable,
  merchantId: string,
  refs: readonly string[],
): Promise<string | undefined> =>
  queryValue(
    client,
    `select given.ref from unnest($2::text[]) with ordinality as given (ref, place)
     where not exists (select from stores s where s.merchant_id = $1 and s.ref = given.ref) order by place limit 1`,
    [merchantId, arrayOf('text', refs)],
  );

export const countStores = async (client: Queryable, merchantId: string): Promise<number> =>
  (await queryValue<number>(client, 'select count(*)::int as n from stores where merchant_id = $1', [merchantId])) ?? 0;

/** Under the merchant's lock: if this store becomes the default, the previous one no longer is. */
export const saveStore = async (
  client: Queryable,
  merchantId: string,
  ref: string,
  store: StoreSettings,
): Promise<void> => {
  if (store.default) {
    await client.query('update stores set is_default = false where merchant_id = $1 and ref <> $2 and is_default', [
      merchantId,
      ref,
    ]);
  }
  await client.query(
    `insert into stores (merchant_id, ref, name, phone, address, is_default) values ($1, $2, $3, $4, $5, $6)
     on conflict (merchant_id, ref) do update
     set name = excluded.name, phone = excluded.phone, address = excluded.address, is_default = excluded.is_default`,
    [merchantId, ref, store.name, store.phone, JSON.stringify(store.address), store.default],
  );
};

/** @returns whether it was there */
export const deleteStore = async (client: Queryable, merchantId: string, ref: string): Promise<boolean> =>
  (await queryCount(client, 'delete from stores where merchant_id = $1 and ref = $2', [merchantId, ref])) === 1;
