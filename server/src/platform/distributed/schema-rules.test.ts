import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { type Database, openDatabase } from '../database/database.ts'
import { LOCAL_TABLES, REFERENCE_TABLES } from './distribute-tables.ts'
import { findSchemaFaults, listTables } from './schema-rules-harness.ts'

let created: TestDatabase
let db: Database

const NO_FAULTS = {
  primary_key_starts_with_merchant: [],
  unique_index_has_merchant: [],
  foreign_key_within_merchant: [],
  trigger_stays_within_merchant: [],
  function_reads_no_table: [],
}

beforeAll(async () => {
  created = await createTestDatabase()
  db = openDatabase(created.connectionString, { max: 1 })
})
afterAll(async () => {
  await db?.close()
  await created?.drop()
})

test('the rows of each merchant can be stored apart from those of others', async () => {
  expect(await findSchemaFaults(db)).toEqual(NO_FAULTS)
})

test('a table of no merchant is listed only as long as it exists', async () => {
  const tables = await listTables(db)
  const listed = [...Object.keys(REFERENCE_TABLES), ...Object.keys(LOCAL_TABLES)]
  expect(listed.filter((name) => !tables.includes(name))).toEqual([])
})

test.each([
  [
    'primary_key_starts_with_merchant',
    'shelves',
    'create table shelves (shelf_id text, merchant_id text, primary key (shelf_id, merchant_id))',
  ],
  [
    'unique_index_has_merchant',
    'shelves_name',
    'create table shelves (merchant_id text, name text, primary key (merchant_id, name)); create unique index shelves_name on shelves (name)',
  ],
  [
    'unique_index_has_merchant',
    'shelves_name',
    'create table shelves (merchant_id text, name text, primary key (merchant_id, name)); create unique index shelves_name on shelves (name) include (merchant_id)',
  ],
  [
    'foreign_key_within_merchant',
    'shelves_order',
    `create table shelves (merchant_id text primary key, seller_id text, order_id text,
       constraint shelves_order foreign key (seller_id, order_id) references orders)`,
  ],
  [
    'foreign_key_within_merchant',
    'plan_offers_order',
    `alter table plan_offers add merchant_id text, add order_id text,
       add constraint plan_offers_order foreign key (merchant_id, order_id) references orders`,
  ],
  [
    'trigger_stays_within_merchant',
    'wander',
    `create function wander() returns trigger language plpgsql as 'begin delete from orders where order_id = new.order_id; return new; end'`,
  ],
  [
    'trigger_stays_within_merchant',
    'wander',
    `create function wander() returns trigger language plpgsql as 'begin perform from api_keys where merchant_id = new.merchant_id; return new; end'`,
  ],
  [
    'trigger_stays_within_merchant',
    'wander',
    `create function wander() returns trigger language plpgsql as 'begin perform digest(new); return new; end'`,
  ],
  [
    'function_reads_no_table',
    'orders_of',
    `create function orders_of(merchant text) returns bigint language sql as 'select count(*) from orders where merchant_id = merchant'`,
  ],
  [
    'function_reads_no_table',
    'orders_of',
    `create function orders_of(merchant text) returns bigint language sql return (select count(*) from orders where merchant_id = merchant)`,
  ],
])('what breaks %s is found by the name %s', async (rule, name, statement) => {
  const undone = new Error('undone')
  await expect(
    db.transaction(async (tx) => {
      await tx.run({ name: '', text: `do $do$ begin ${statement}; end $do$`, values: [] })
      expect(await findSchemaFaults(tx)).toEqual({ ...NO_FAULTS, [rule]: [name] })
      throw undone
    }),
  ).rejects.toBe(undone)
})
