import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase, sql } from '../src/platform/database/database.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { rowsReadBy } from './rows-read.ts'

let database: TestDatabase
let db: Database
beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.connectionString, { max: 1 })
  await db.run(sql`create table cups (n int primary key, tea text)`)
  await db.run(sql`create table jars (n int)`)
  await db.run(sql`insert into cups select n, 'masala' from generate_series(1, 1000) n`)
  await db.run(sql`insert into jars select n from generate_series(1, 100) n`)
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

test('rows that are read through are counted, and what was read before is not', async () => {
  await db.rows(sql`select tea from cups`)
  expect(await rowsReadBy(db, ['cups'], () => db.rows(sql`select tea from cups`))).toBe(1_000)
})

test('entries of an index are counted, and of the tables asked for only', async () => {
  const both = async () => {
    await db.rows(sql`select tea from cups where n = 7`)
    await db.rows(sql`select n from jars`)
  }
  expect(await rowsReadBy(db, ['cups'], both)).toBe(1)
  expect(await rowsReadBy(db, ['cups', 'jars'], both)).toBe(101)
})

test('a call that reads nothing counts nothing', async () => {
  expect(await rowsReadBy(db, ['cups', 'jars'], () => db.rows(sql`select 1`))).toBe(0)
})

test('a table that is not there, and a pool of several connections, are no silent nothing', async () => {
  await expect(rowsReadBy(db, ['cups', 'saucers'], async () => {})).rejects.toThrow('cups, saucers')
  const pool = openDatabase(database.connectionString, { max: 2 })
  await expect(rowsReadBy(pool, ['cups'], async () => {})).rejects.toThrow('one connection')
  await pool.close()
})
