import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, expectTypeOf, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { Refusal } from '../refusal.ts'
import { type Database, openDatabase, sql, type Transaction } from './database.ts'
import { databaseRefusal, violatedUnique } from './database-errors.ts'
import { columnsOf, fixed, joinParts, part } from './sql.ts'

let database: TestDatabase
let db: Database

beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.connectionString)
  await db.run(
    sql`create table purses (name text primary key, paise bigint not null, parent text references purses)`,
  )
})

afterAll(async () => {
  await db.close()
  await database.drop()
})

beforeEach(async () => {
  await db.run(sql`delete from purses`)
  await db.run(sql`insert into purses (name, paise) values ('a', 100), ('b', 100)`)
})

const paiseOf = (name: string): Promise<bigint> =>
  db.value<bigint>(sql`select paise from purses where name = ${name}`)

test('no statement is compiled by the server before it runs', async () => {
  expect(await db.one(sql`show jit`)).toEqual({ jit: 'off' })
})

describe('columns arrive without loss', () => {
  test('as bigint, Date, text of a day, bytes, parsed JSON and lists', async () => {
    const row = await db.one(sql`
      select 9007199254740993::int8 as big, array[1, null]::int8[] as bigs, '2026-11-21'::date as day,
        '2026-11-21T06:00:00Z'::timestamptz as at, '{"a": [1]}'::jsonb as json, '\\x00ff'::bytea as bytes, count(*) as n
      from purses`)
    expect(row).toEqual({
      big: 9007199254740993n,
      bigs: [1n, null],
      day: '2026-11-21',
      at: new Date('2026-11-21T06:00:00Z'),
      json: { a: [1] },
      bytes: Buffer.from([0, 255]),
      n: 2n,
    })
  })

  test('and a numeric or a time without zone is refused instead of guessed', async () => {
    await expect(db.rows(sql`select sum(paise) from purses`)).rejects.toThrow(/numeric/)
    await expect(db.rows(sql`select now()::timestamp`)).rejects.toThrow(/timestamptz/)
    expect(await db.one(sql`select sum(paise)::int8 as paise from purses`)).toEqual({ paise: 200n })
  })

  test('and go in as they came out', async () => {
    const values = {
      big: 2n ** 62n,
      at: new Date(0),
      json: { a: 'x' },
      bytes: Buffer.from([1]),
      texts: ['a', 'b,"'],
    }
    const { big, at, json, bytes, texts } = values
    expect(
      await db.one(sql`select ${big}::int8 as big, ${at}::timestamptz as at, ${json}::jsonb as json,
        ${bytes}::bytea as bytes, ${texts}::text[] as texts`),
    ).toEqual(values)
  })
})

test('an interpolated value is a parameter, whatever it contains', async () => {
  const evil = "'; drop table purses; --"
  expect(await db.maybeOne(sql`select name from purses where name = ${evil}`)).toBeUndefined()
  expect(await db.one(sql`select count(*) as n from purses`)).toEqual({ n: 2n })
})

test('a statement has one name, so a connection plans it once', () => {
  const read = (name: string) => sql`select paise from purses where name = ${name}`
  expect(read('a').name).toBe(read('b').name)
  expect(read('a').name).not.toBe(sql`select 1`.name)
  expect(read('a')).toMatchObject({ text: 'select paise from purses where name = $1', values: ['a'] })
})

test('a statement is put together from parts, each with its own parameters', async () => {
  const named = (name: string) => part`name = ${name}`
  const either = joinParts([named('a'), named("'; drop table purses; --")], ' or ')
  const statement = sql`select name from purses where (${either}) and paise >= ${0n} order by name`
  expect(statement).toEqual({
    name: '',
    text: 'select name from purses where (name = $1 or name = $2) and paise >= $3 order by name',
    values: ['a', "'; drop table purses; --", 0n],
  })
  expect(await db.rows(statement)).toEqual([{ name: 'a' }])
  expect(sql`select ${joinParts([], ' and ')}1`.text).toBe('select 1')
})

test('a statement whose parts are fixed has one name, too', async () => {
  const purse = columnsOf('p', { owner: 'name', amount: 'paise' })
  const read = (name: string) =>
    sql`select ${purse}, ${fixed`p.name <> ''`} as named from purses p where name = ${name}`
  expect(read('a')).toEqual({ ...read('b'), values: ['a'] })
  expect(read('a').name).toMatch(/^g_/)
  expect(sql`select ${purse} from purses p where ${part`name = ${'a'}`}`.name).toBe('')
  expect(await db.one(read('a'))).toMatchObject({ owner: 'a', named: true })
})

test('one() refuses no row and two rows', async () => {
  await expect(db.one(sql`select from purses where name = 'none'`)).rejects.toThrow(RangeError)
  await expect(db.maybeOne(sql`select from purses`)).rejects.toThrow(RangeError)
})

test('value() refuses two columns', async () => {
  expect(await db.value(sql`select null`)).toBe(null)
  await expect(db.value(sql`select 1 as one, 2 as two`)).rejects.toThrow(RangeError)
})

test('a database is not a transaction', () => {
  expectTypeOf<Database>().not.toExtend<Transaction>()
})

test('a transaction that throws writes nothing and skips afterCommit', async () => {
  let committed = 0
  await expect(
    db.transaction(async (tx) => {
      await tx.run(sql`update purses set paise = 0 where name = 'a'`)
      tx.afterCommit(() => {
        committed += 1
      })
      throw new Refusal('not_payable')
    }),
  ).rejects.toThrow(Refusal)
  expect(await paiseOf('a')).toBe(100n)
  expect(committed).toBe(0)
})

test('a transaction with a swallowed error does not count as committed', async () => {
  await expect(
    db.transaction(async (tx) => {
      await tx.run(sql`update purses set paise = 0 where name = 'a'`)
      await tx.run(sql`insert into purses (name, paise) values ('b', 1)`).catch(() => undefined)
    }),
  ).rejects.toThrow(/rolled back instead of committed/)
  expect(await paiseOf('a')).toBe(100n)
})

test('violatedUnique names the constraint that refused a row', async () => {
  const error = await db
    .run(sql`insert into purses (name, paise) values ('a', 1)`)
    .catch((caught: unknown) => caught)
  expect(violatedUnique(error)).toBe('purses_pkey')
  expect(violatedUnique(new Error('other'))).toBeUndefined()
})

test('a server that is away behind the one that is connected refuses its own rows only: the connection goes on', async () => {
  const one = openDatabase(database.connectionString, { max: 1 })
  const pidOf = () => one.value<number>(sql`select pg_backend_pid() as pid`)
  try {
    const before = await pidOf()
    for (const state of ['08006', '57P01', '58030']) {
      const text = `do $$ begin raise exception 'away' using errcode = '${state}'; end $$`
      await expect(one.run({ name: '', text, values: [] })).rejects.toThrow(Refusal)
    }
    expect(await pidOf()).toBe(before)
  } finally {
    await one.close()
  }
})

test('a server that panics is away, whatever state it reports', () => {
  const panic = new pg.DatabaseError('could not open file "pg_wal/0"', 0, 'error')
  Object.assign(panic, { code: '42501', severity: 'PANIC' })
  expect(databaseRefusal(panic)).toMatchObject({ code: 'overloaded', status: 503 })
  expect(databaseRefusal(Object.assign(panic, { severity: 'ERROR' }))).toBeUndefined()
})

test('violatedUnique leaves out the number of the part of a distributed table', async () => {
  await db.run(sql`create table shelves (name text constraint shelves_once_102008 unique)`)
  await db.run(sql`insert into shelves values ('a')`)
  const error = await db.run(sql`insert into shelves values ('a')`).catch((caught: unknown) => caught)
  expect(violatedUnique(error)).toBe('shelves_once')
})

test('a refused statement has its caller in the stack, inside and outside a transaction', async () => {
  const askForNothingThatIs = async (queries: Pick<Database, 'rows'>): Promise<unknown> =>
    await queries.rows(sql`select * from nothing_that_is`)
  const stackOf = (asked: Promise<unknown>): Promise<string> =>
    asked.then(
      () => 'it was answered',
      (error: Error) => error.stack ?? '',
    )
  expect(await stackOf(askForNothingThatIs(db))).toContain('askForNothingThatIs')
  expect(await stackOf(db.transaction(askForNothingThatIs))).toContain('askForNothingThatIs')
})

test('both deadlocked transactions commit in the end, and afterCommit runs once each', async () => {
  const bothHold = Promise.withResolvers<void>()
  let holding = 0
  let committed = 0
  let attempts = 0
  const move = (from: string, to: string) =>
    db.transaction(async (tx) => {
      attempts += 1
      await tx.run(sql`update purses set paise = paise - 1 where name = ${from}`)
      holding += 1
      if (holding === 2) bothHold.resolve()
      await bothHold.promise
      await tx.run(sql`update purses set paise = paise + 1 where name = ${to}`)
      tx.afterCommit(() => {
        committed += 1
      })
    })
  await Promise.all([move('a', 'b'), move('b', 'a')])
  expect(attempts).toBeGreaterThan(2)
  expect(committed).toBe(2)
  expect([await paiseOf('a'), await paiseOf('b')]).toEqual([100n, 100n])
})

test('transactions with serialization failures are retried until they commit', async () => {
  const increment = () =>
    db.transaction(async (tx) => {
      await tx.run(sql`set transaction isolation level serializable`)
      const paise = await tx.value<bigint>(sql`select paise from purses where name = 'a'`)
      await tx.run(sql`update purses set paise = ${paise + 1n} where name = 'a'`)
    })
  await Promise.all([increment(), increment(), increment()])
  expect(await paiseOf('a')).toBe(103n)
})

test('a transaction that never serializes gives up after ATTEMPTS_MAX attempts', async () => {
  let attempts = 0
  await expect(
    db.transaction(async (tx) => {
      attempts += 1
      await tx.run(sql`do $$ begin raise exception 'again' using errcode = '40001'; end $$`)
    }),
  ).rejects.toThrow()
  expect(attempts).toBe(6)
})

describe('a busy or absent database is refused as overloaded, with a time to come again', () => {
  const overloaded = { code: 'overloaded', status: 503, retryAfterSeconds: 1 }

  test('when every connection is taken', async () => {
    const small = openDatabase(database.connectionString, { max: 1, connectTimeoutMs: 50 })
    // So short a time is too short for a new connection on a busy machine; the transaction finds one that stands.
    await expect.poll(() => small.rows(sql`select 1`).then(Boolean, () => false)).toBe(true)
    const release = Promise.withResolvers<void>()
    const holds = Promise.withResolvers<void>()
    const holding = small.transaction(async () => {
      holds.resolve()
      await release.promise
    })
    await holds.promise
    await expect(small.rows(sql`select 1`)).rejects.toMatchObject(overloaded)
    await expect(small.transaction(async () => undefined)).rejects.toMatchObject(overloaded)
    release.resolve()
    await holding
    await small.close()
  })

  test('when a statement takes too long', async () => {
    const impatient = openDatabase(database.connectionString, { statementTimeoutMs: 50 })
    await expect(impatient.rows(sql`select pg_sleep(5)`)).rejects.toMatchObject(overloaded)
    await impatient.close()
  })

  test('when a transaction does nothing for too long, and the connection is replaced', async () => {
    const impatient = openDatabase(database.connectionString, { max: 1, idleInTransactionTimeoutMs: 50 })
    const ended = impatient.transaction(async (tx) => {
      const pid = await tx.value<number>(sql`select pg_backend_pid() as pid`)
      let alive = true
      while (alive) {
        const seen = await db.one<{ alive: boolean }>(
          sql`select exists (select from pg_stat_activity where pid = ${pid}) as alive`,
        )
        alive = seen.alive
      }
      await tx.rows(sql`select 1`)
    })
    await expect(ended).rejects.toMatchObject(overloaded)
    // For a moment after a lost connection nobody tries.
    await expect.poll(() => impatient.rows(sql`select 1 as one`).catch(() => undefined)).toEqual([{ one: 1 }])
    await impatient.close()
  })

  test('when nobody listens', async () => {
    const absent = openDatabase('postgres://galla@127.0.0.1:1/galla')
    await expect(absent.rows(sql`select 1`)).rejects.toMatchObject(overloaded)
    await absent.close()
  })
})

test('idle connections that the server closes are replaced, and the process survives', async () => {
  const lost = Promise.withResolvers<void>()
  const other = openDatabase(database.connectionString, { max: 1, onConnectionLost: () => lost.resolve() })
  const pid = await other.value<number>(sql`select pg_backend_pid() as pid`)
  await db.rows(sql`select pg_terminate_backend(${pid}::int)`)
  await lost.promise
  expect(await other.one(sql`select 1 as one`)).toEqual({ one: 1 })
  await other.close()
})
