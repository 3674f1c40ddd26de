import { describe, expect, it } from 'vitest'
import { findingsIn, type Tree } from './structure-harness.ts'

const STORE = 'server/src/orders/order-store.ts'
const store = (text: string): Tree => ({
  'server/migrations/0001-a.sql': [
    'plans (\n  name text',
    'orders (\n  merchant_id text',
    'credits (\n  merchant_id text',
  ]
    .map((table) => `create table ${table}\n);\n`)
    .join(''),
  [STORE]: `export const find = () => sql\`${text}\`\n`,
})
const findings = (tree: Tree): string[] => findingsIn(tree).map(({ path, what }) => `${path}: ${what}`)

describe('a statement names the merchant of each table', () => {
  it.each([
    'select * from orders where order_id = $1',
    'select merchant_id from orders where order_id = $1 order by merchant_id',
    'select 1 from orders o join credits c on c.order_id = o.order_id where o.merchant_id = $1',
    'select 1 from credits c, orders o where o.order_id = c.order_id and o.merchant_id = $1',
    'select 1 from orders where merchant_id = $1 and exists (select from credits where order_id = $2)',
    'select 1 from orders where merchant_id = $1 union all select 1 from credits',
    'with old as (delete from credits where utr = $1) select 1 from orders where merchant_id = $2',
    'update orders set status = $1 where order_id = $2',
    'delete from orders o using credits c where c.merchant_id = $1 and c.order_id = o.order_id',
    'insert into orders (order_id) values ($1)',
    'select o.order_id from orders o where o.merchant_id > $1',
  ])('and without it is found: %s', (text) => {
    expect(findings(store(text))).toEqual([expect.stringContaining(`${STORE}: find: `)])
  })

  it.each([
    'select name from plans where name = $1',
    'select 1 from orders o join credits c using (merchant_id) where o.merchant_id = $1',
    'select 1 from orders where (merchant_id, order_id) = ($1, $2)',
    'select 1 from orders o where merchant_id = $1 and exists (select from credits c where c.merchant_id = o.merchant_id)',
    'update orders set status = $1 where (merchant_id, order_id) in (select merchant_id, order_id from credits where merchant_id = $2)',
    'insert into orders (order_id, merchant_id) values ($1, $2)',
  ])('and with it is not: %s', (text) => {
    expect(findings(store(text))).toEqual([])
  })

  it('unless its function is listed; the list has no others', () => {
    const sweeps = { 'tools/structure/sweeps.json': JSON.stringify([`${STORE} find`]) }
    expect(findings({ ...store('select 1 from orders limit 1'), ...sweeps })).toEqual([])
    expect(findings({ ...store('select 1 from orders where merchant_id = $1'), ...sweeps })).toEqual([
      `tools/structure/sweeps.json: ${STORE} find names its merchant`,
    ])
  })

  it('in each part of a statement that names a table', () => {
    const part = { [STORE]: 'export const paid = () => part`from orders o where o.order_id = 1`\n' }
    expect(findings({ ...store(''), ...part })).toEqual([expect.stringContaining('paid: orders')])
  })
})
