import { describe, expect, it } from 'vitest'
import { tablesOfStatement } from './merchants-of-statement.ts'
import { describeRules, findingsIn, type RuleCase, type Tree } from './structure-harness.ts'

const MIGRATIONS = {
  'server/migrations/0001-a.sql':
    'create table plans (name text);\ncreate table orders (merchant_id text, order_id text);\n',
}
const STORE = 'server/src/orders/order-store.ts'
const store = (statement: string): Tree => ({
  ...MIGRATIONS,
  [STORE]: `export const find = () => sql\`${statement}\`\n`,
})
const storeWith = (part: string, statement: string): Tree => ({
  ...MIGRATIONS,
  [STORE]: `${part}\nexport const find = () => sql\`${statement}\`\n`,
})
const SWEEP = { 'tools/structure/sweeps.json': JSON.stringify([`${STORE} find`]) }

const RULES: RuleCase[] = [
  {
    rule: "a statement on a merchant's table names the merchant",
    bad: store('select * from orders where order_id = $' + '{id}'),
    finding: `${STORE} find:1: orders without`,
    good: store('select * from orders where merchant_id = $' + '{merchant} and order_id = $' + '{id}'),
  },
  {
    rule: 'a batch for the merchants of given rows is listed',
    bad: store('select 1 from unnest($' + '{ids}::text[]) k (m) join orders o on o.merchant_id = k.m'),
    finding: 'orders for the merchants of given rows',
    good: store(
      'select 1 from unnest($' +
        '{ids}::text[]) k (id) join orders o on o.merchant_id = $' +
        '{merchant} and o.order_id = k.id',
    ),
  },
  {
    rule: 'what a node knows only of itself is not read beside a merchant',
    bad: store('delete from orders where merchant_id = $' + '{m} and ctid = $' + '{c}'),
    finding: 'ctid beside orders',
    good: store('delete from orders where merchant_id = $' + '{m} and order_id = $' + '{c}'),
  },
  {
    rule: 'a part stands where a value could stand',
    bad: store('select 1 from plans $' + '{where}'),
    finding: 'a part in place of a clause',
    good: store('select 1 from plans where $' + '{condition}'),
  },
  {
    rule: 'a statement is read with the parts of its file',
    bad: storeWith(
      'const rows = (of) => part`select 1 from orders o where o.order_id = $' + '{of}`',
      '$' + '{rows(id)} and true',
    ),
    finding: `${STORE} find:2: orders without`,
    good: storeWith(
      'const rows = (of) => part`from orders o where $' + '{of}.merchant_id = $' + '{m}`',
      'select 1 $' + '{rows(part`o`)}',
    ),
  },
  {
    rule: 'a statement is read with both sides of a conditional part',
    bad: storeWith(
      '',
      'select 1 from orders where $' + '{m === null ? part`true` : part`merchant_id = $' + '{m}`}',
    ),
    finding: `${STORE} find:2: orders without`,
    good: storeWith(
      '',
      'select 1 from orders where merchant_id = $' +
        '{m} and $' +
        '{n === null ? part`true` : part`n = $' +
        '{n}`}',
    ),
  },
  {
    rule: 'SQL carries its tag',
    bad: { ...MIGRATIONS, [STORE]: "export const text = 'select 1 from orders'\n" },
    finding: 'a statement without the tag `sql`',
    good: { ...MIGRATIONS, [STORE]: "export const text = 'select an item from plans'\n" },
  },
]

describeRules('statements', RULES)

describe('the list of sweeps', () => {
  it('permits a function to read the rows of all merchants with a limit and without a lock, and nothing else', () => {
    const findings = (tree: Tree): string[] => findingsIn(tree).map(({ what }) => what)
    expect(findings({ ...store('select 1 from orders limit 1'), ...SWEEP })).toEqual([])
    expect(findings({ ...store('select 1 from orders limit 1 for update'), ...SWEEP })).toEqual([
      'orders without `merchant_id = `',
      'a listed sweep that is none',
    ])
    expect(findings({ ...store('select 1 from orders'), ...SWEEP })).toEqual([
      'orders without `merchant_id = `',
      'a listed sweep that is none',
    ])
  })
})

describe('the merchant of each table', () => {
  it.each([
    ['select 1 from orders o join credits c using (merchant_id) where o.merchant_id = $1', 'one one'],
    ['select 1 from orders o join credits c on c.merchant_id = o.merchant_id', 'all all'],
    ['select 1 from orders where merchant_id = $1 or order_id = $2', 'all'],
    ['select 1 from orders where (merchant_id, order_id) = ($1, $2)', 'one'],
    [
      'select 1 from orders where merchant_id = $1 and exists (select from credits where order_id = $2)',
      'one all',
    ],
    [
      'select 1 from orders o where merchant_id = $1 and exists (select from credits c where c.merchant_id = o.merchant_id)',
      'one one',
    ],
    [
      'with a as (select merchant_id from orders where merchant_id = $1) delete from credits c using a where c.merchant_id = a.merchant_id',
      'one one',
    ],
    [
      'with a as (select merchant_id from orders) update credits c set a = 1 from a where c.merchant_id = a.merchant_id',
      'all all',
    ],
    ['insert into orders (order_id, merchant_id) values ($1, $2)', 'one'],
    ['insert into orders (merchant_id) select merchant_id from credits where merchant_id = $1', 'one one'],
    ['insert into orders (merchant_id) select m from unnest($1::text[]) k (m)', 'rows'],
    [
      'update orders set a = 1 where (merchant_id, order_id) in (select merchant_id, order_id from credits where merchant_id = $1)',
      'one one',
    ],
    ['select 1 from orders where merchant_id = $1 union all select 1 from credits', 'one all'],
    [
      'select 1 from orders o, lateral (select 1 from credits c where c.merchant_id = o.merchant_id limit 1) l where o.merchant_id = $1',
      'one one',
    ],
    ['select o.order_id from orders o where o.merchant_id > $1', 'all'],
    ['select 1 from orders where merchant_id = any($1::text[])', 'one'],
  ])('%s', (text, expected) => {
    const tables = tablesOfStatement(text, new Set(['orders', 'credits']))
    expect(tables.map(({ merchant }) => merchant).sort()).toEqual(expected.split(' ').sort())
  })
})
