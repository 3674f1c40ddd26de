import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyCluster } from '@galla/embedded-postgres/cluster-template-harness'
import { findRunningPostgres, startEmbeddedPostgres } from '@galla/embedded-postgres/embedded-postgres'
import { Client } from 'pg'
import { afterEach, describe, expect, test } from 'vitest'
import { asSuperuserOf, createTestDatabase } from '../testing/database.ts'
import { freePort } from '../testing/free-port.ts'
import { createOn, postTo, registerOn } from '../testing/galla-client.ts'
import { type GallaProgram, startGalla } from '../testing/galla-program.ts'
import { superuserOf } from '../testing/superuser.ts'

const KEY = { APP_KEY: '07'.repeat(32) }

const endings: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

const freshFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'galla-role-'))
  endings.push(async () => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))
  return folder
}

/** As after a first start. */
const usedFolder = async (): Promise<string> => {
  const folder = freshFolder()
  await copyCluster(folder)
  return folder
}

const startServer = async (dataDir: string) => {
  const server = await startEmbeddedPostgres({ dataDir, log: () => {}, durable: false })
  endings.push(() => server.stop())
  return server
}

const query = async (connectionString: string, text: string): Promise<unknown[]> => {
  // Whatever the database's owner has set for all who connect to it.
  const client = new Client({ connectionString, options: '-c search_path=public' })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

const start = async (settings: Record<string, string>): Promise<{ program: GallaProgram; port: number }> => {
  const port = await freePort()
  const program = await startGalla({ PORT: String(port), ...KEY, ...settings })
  endings.push(async () => {
    program.kill('SIGKILL')
    await program.ended
  })
  return { program, port }
}

const stop = async ({ program }: { program: GallaProgram }): Promise<void> => {
  program.kill('SIGINT')
  expect(await program.ended).toBe(0)
}

/** A new merchant's order, created and paid in the simulator. */
const sellOn = async (port: number, email: string): Promise<void> => {
  const merchant = await registerOn(port, email)
  const created = await createOn(port, merchant, `SALE-${email}`)
  const { data } = (await created.json()) as { data: { upi_intent: { bhim_link: string } } }
  const paid = await postTo(port, '/simulator/pay', { upi: data.upi_intent.bhim_link, outcome: 'success' })
  expect(paid.status).toBe(200)
}

const paidOrders = (connectionString: string) =>
  query(connectionString, `select client_txn_id as id from orders where status = 'success' order by 1`)

/**
 * What was created after initdb and belongs to its superuser; the system's own objects have lower numbers. The members of a trusted
 * extension always belong to the superuser.
 */
const ownedBySuperuser = (connectionString: string) =>
  query(
    connectionString,
    `select kind, name from (
       select 'relation' as kind, oid, relname::text as name, relowner as owner from pg_class
       union all select 'routine', oid, proname, proowner from pg_proc
       union all select 'type', oid, typname, typowner from pg_type
       union all select 'schema', oid, nspname, nspowner from pg_namespace
       union all select 'database', oid, datname, datdba from pg_database where datname = current_database()
     ) as made where owner = 10 and oid >= 16384
       and not exists (select from pg_depend where objid = made.oid and deptype = 'e') order by 1, 2`,
  )

/** A folder as it was before there was the program's role: the superuser made everything in it, a sale included. */
const olderFolder = async (): Promise<string> => {
  const dataDir = await usedFolder()
  const server = await startServer(dataDir)
  const superuser = superuserOf(server.connectionString, dataDir)
  const other = new URL(superuser)
  other.pathname = '/postgres'
  for (const statement of ['drop database galla', 'drop role galla_app', 'create database galla'])
    await query(other.href, statement)
  rmSync(join(dataDir, 'postgres', 'data', 'galla_app.password'))
  const older = await start({ DATA_DIR: dataDir, DATABASE_URL: superuser })
  await sellOn(older.port, 'before@example.com')
  await stop(older)
  await query(
    superuser,
    `create schema "Odd schema"; set search_path = "Odd schema";
     create table "Odd table" (id serial, code int generated always as identity, at date) partition by range (at);
     create table part partition of "Odd table" for values from ('2026-01-01') to ('2027-01-01');
     create sequence alone; create view seen as table part; create materialized view kept as table part;
     create type mood as enum ('good'); create domain small as int; create type pair as (a int, b mood);
     create type spans as range (subtype = int);
     create function twice(n int, m mood) returns int language sql as 'select 2 * n';
     create procedure nothing() language sql as 'select 1';
     create aggregate total(int) (sfunc = int4pl, stype = int)`,
  )
  const made = await ownedBySuperuser(superuser)
  for (const name of [
    'galla',
    'Odd schema',
    'orders',
    'alone',
    'seen',
    'kept',
    'mood',
    'small',
    'twice',
    'total',
  ])
    expect(made).toContainEqual({ kind: expect.any(String), name })
  await server.stop()
  return dataDir
}

describe("the program's role", () => {
  test('has none of the powers of a superuser', async () => {
    const { connectionString } = await startServer(await usedFolder())
    expect(
      await query(
        connectionString,
        `select current_user as name, rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls as mighty,
           (select count(*)::int from pg_auth_members m where m.member = r.oid and m.roleid <> 'pg_database_owner'::regrole) as roles
         from pg_roles r where rolname = current_user`,
      ),
    ).toEqual([{ name: 'galla_app', mighty: false, roles: 0 }])
    const refused = [
      `select pg_read_file('galla.password')`,
      `select pg_ls_dir('.')`,
      'select rolpassword from pg_authid',
      `copy (select 1) to program 'true'`,
      `copy (select 1) to '/tmp/galla-role'`,
      `alter system set work_mem = '1MB'`,
      'set session_replication_role = replica',
      'alter role galla_app superuser',
      'create role other',
      'create database other',
      'set role galla',
      'create extension file_fdw',
    ]
    for (const statement of refused)
      await expect(query(connectionString, statement), statement).rejects.toThrow(
        /permission denied|must be/i,
      )
  })

  test('is repaired at each start, with the password of its file', async () => {
    const dataDir = await usedFolder()
    const first = await startServer(dataDir)
    await query(
      first.connectionString,
      `create table kept as select 42 as answer; alter role galla_app password 'x'`,
    )
    await query(superuserOf(first.connectionString, dataDir), 'alter role galla_app superuser')
    await first.stop()
    // As after a start that was cut off between the file and the role.
    rmSync(join(dataDir, 'postgres', 'data', 'galla_app.password'))
    const second = await startServer(dataDir)
    expect(second.connectionString).not.toBe(first.connectionString)
    expect(await query(second.connectionString, 'table kept')).toEqual([{ answer: 42 }])
    expect(
      await query(second.connectionString, 'select rolsuper from pg_roles where rolname = current_user'),
    ).toEqual([{ rolsuper: false }])
  })

  test('cannot make the superuser run its own functions at the next start', async () => {
    const dataDir = await usedFolder()
    const first = await startServer(dataDir)
    await query(
      first.connectionString,
      `create function public.format(text, name) returns text language sql as $$ select 'ROLE galla_app SUPERUSER --' $$;
       create table public.pg_class (oid oid);
       alter database galla set search_path = public, pg_catalog;
       alter database galla set default_transaction_read_only = on`,
    )
    await query(
      superuserOf(first.connectionString, dataDir),
      'begin read write; alter table public.pg_class owner to galla; commit',
    )
    await first.stop()
    const second = await startServer(dataDir)
    expect(await ownedBySuperuser(second.connectionString)).toEqual([])
  })
})

test('a data folder of the superuser is handed over completely', async () => {
  const dataDir = await olderFolder()
  const program = await start({ DATA_DIR: dataDir })
  const connectionString = findRunningPostgres(dataDir) ?? ''
  expect(new URL(connectionString).username).toBe('galla_app')
  expect(await ownedBySuperuser(connectionString)).toEqual([])
  await sellOn(program.port, 'after@example.com')
  const sold = [{ id: 'SALE-after@example.com' }, { id: 'SALE-before@example.com' }]
  expect(await paidOrders(connectionString)).toEqual(sold)

  // As an older program would leave it that ran on the folder once more.
  await stop(program)
  const between = await startServer(dataDir)
  await query(
    superuserOf(between.connectionString, dataDir),
    'alter table orders owner to galla; alter database galla owner to galla',
  )
  await between.stop()
  await start({ DATA_DIR: dataDir })
  expect(await ownedBySuperuser(connectionString)).toEqual([])
  await query(connectionString, 'drop schema "Odd schema" cascade')
})

test('in production the log warns only of a DATABASE_URL of a superuser', async () => {
  const database = await createTestDatabase()
  endings.push(() => database.drop())
  const production = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://pay.example.com',
    DATA_DIR: freshFolder(),
  }
  const plain = await start({ ...production, DATABASE_URL: database.connectionString })
  await stop(plain)
  const mighty = await start({ ...production, DATABASE_URL: asSuperuserOf(database.connectionString) })
  await stop(mighty)
  const warnings = ({ program }: typeof plain) =>
    program.printed.filter((text) => text.includes('the role in DATABASE_URL is a superuser'))
  expect(warnings(plain)).toEqual([])
  expect(warnings(mighty)).toHaveLength(1)
})
