import { execFileSync } from 'node:child_process'
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { findPackage } from './binaries.ts'
import { findRunningPostgres } from './embedded-postgres.ts'
import { endEverything, freshFolder, launch, query, serversOn, start, usedFolder } from './server-harness.ts'

afterEach(endEverything)

test('findRunningPostgres finds the database of a running program, and none if none runs', async () => {
  const dataDir = await usedFolder()
  expect(findRunningPostgres(dataDir)).toBeUndefined()
  const { connectionString, stop } = await start({ dataDir })
  const found = findRunningPostgres(dataDir)
  expect(found).toBe(connectionString)
  expect(await query(found ?? '', 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  await stop()
  expect(findRunningPostgres(dataDir)).toBeUndefined()
})

describe('a start', () => {
  test('creates a durable UTF-8 database once, and opens it again', async () => {
    const dataDir = freshFolder()
    const first = await start({ dataDir })
    const facts = `SELECT current_setting('server_version_num')::int / 10000 AS version, current_setting('data_checksums') AS checksums,
      current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit, current_setting('listen_addresses') AS listens,
      pg_encoding_to_char(encoding) AS encoding, datlocprovider::text AS provider, datcollate AS collation
      FROM pg_database WHERE datname = current_database()`
    expect(await query(first.connectionString, facts)).toEqual([
      {
        version: 18,
        checksums: 'on',
        fsync: 'on',
        commit: 'on',
        listens: '',
        encoding: 'UTF8',
        provider: 'b',
        collation: 'C',
      },
    ])
    await query(first.connectionString, 'CREATE TABLE kept AS SELECT 42 AS answer')
    await first.stop()
    const second = await start({ dataDir })
    expect(await query(second.connectionString, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
  })

  test.skipIf(process.platform === 'win32')(
    'puts widened permissions right, with which PostgreSQL does not start',
    async () => {
      const dataDir = await usedFolder()
      await (await start({ dataDir })).stop()
      const cluster = join(dataDir, 'postgres/data')
      execFileSync('chmod', ['-R', 'a+rwX', join(dataDir, 'postgres')])
      const { connectionString } = await start({ dataDir })
      expect(await query(connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
      const passwords = readdirSync(cluster).filter((name) => name.endsWith('.password'))
      expect(passwords).toHaveLength(2)
      for (const path of [cluster, ...passwords.map((name) => join(cluster, name))])
        expect(statSync(path).mode & 0o077, path).toBe(0)
    },
  )

  test('requires the password that is stored only in the folder', async () => {
    const { connectionString } = await start({ dataDir: await usedFolder() })
    const guess = new URL(connectionString)
    guess.password = 'guess'
    await expect(query(guess.href, 'SELECT 1')).rejects.toThrow('password authentication failed')
  })

  test('under a path too long for a socket puts the socket elsewhere, and removes it at the end', async () => {
    const dataDir = join(freshFolder(), 'long-'.repeat(20))
    const server = await start({ dataDir })
    const socketDir = new URL(server.connectionString).searchParams.get('host') ?? ''
    expect(socketDir.length).toBeLessThan(80)
    expect(statSync(socketDir).mode & 0o777).toBe(0o700)
    expect(await query(server.connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await server.stop()
    expect(existsSync(socketDir)).toBe(false)
  })

  test('writes no statement and no row into the log', async () => {
    const lines: string[] = []
    const server = await start({ dataDir: await usedFolder(), log: (line) => lines.push(line) })
    await query(server.connectionString, 'CREATE TABLE once (secret text PRIMARY KEY)')
    const insert = `INSERT INTO once VALUES ('planted-canary')`
    await query(server.connectionString, insert)
    await expect(query(server.connectionString, insert)).rejects.toThrow('duplicate key')
    await server.stop()
    expect(lines.join('\n')).toContain('ready to accept connections')
    expect(lines.join('\n')).not.toContain('planted-canary')
  })

  test('that is cut off while the database is created leaves nothing, and the next one creates it', async () => {
    const dataDir = freshFolder()
    const cut = launch({ dataDir })
    await cut.sees(() =>
      readdirSync(dataDir, { recursive: true }).some((name) => String(name).endsWith('/base')),
    )
    cut.kill('SIGKILL')
    await cut.ended
    expect(existsSync(join(dataDir, 'postgres', 'data'))).toBe(false)
    const server = await start({ dataDir })
    expect(await query(server.connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    expect(readdirSync(join(dataDir, 'postgres')).sort()).toEqual(['data', 'lock', 'run'])
  })

  test('on a folder of another major version is refused with the reason, and changes nothing', async () => {
    const dataDir = await usedFolder()
    const cluster = join(dataDir, 'postgres', 'data')
    writeFileSync(join(cluster, 'PG_VERSION'), '17\n')
    const look = () =>
      readdirSync(cluster, { recursive: true }).map((name) => [
        name,
        statSync(join(cluster, String(name))).mtimeMs,
      ])
    const before = look()
    await expect(start({ dataDir })).rejects.toThrow(
      /needs PostgreSQL 17, and this Galla includes PostgreSQL 18/,
    )
    expect(look()).toEqual(before)
  })

  test.each([
    ['PG_VERSION', '', /PG_VERSION is empty or damaged.*write 18/],
    ['PG_VERSION', '1', /PG_VERSION is empty or damaged.*write 18/],
    ['galla.password', '', /galla\.password, is empty or damaged\. Restore it from a copy/],
    ['galla.password', 'cut', /galla\.password, is empty or damaged\. Restore it from a copy/],
  ])('on a folder whose %s contains only "%s" is refused with the remedy', async (name, left, message) => {
    const dataDir = await usedFolder()
    writeFileSync(join(dataDir, 'postgres', 'data', name), left)
    await expect(start({ dataDir })).rejects.toThrow(message)
  })

  test.each(['', 'cut'])('replaces a password of its program that contains only "%s"', async (left) => {
    const dataDir = await usedFolder()
    writeFileSync(join(dataDir, 'postgres', 'data', 'galla_app.password'), left)
    const server = await start({ dataDir })
    expect(await query(server.connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  test('on a folder that is not a database is refused', async () => {
    const dataDir = freshFolder()
    mkdirSync(join(dataDir, 'postgres', 'data'), { recursive: true })
    writeFileSync(join(dataDir, 'postgres', 'data', 'letter.txt'), 'dear')
    await expect(start({ dataDir })).rejects.toThrow(/not a PostgreSQL data folder/)
    expect(readdirSync(join(dataDir, 'postgres', 'data'))).toEqual(['letter.txt'])
  })
})

describe('two concurrent starts', () => {
  test('in two processes: one succeeds, and the other reports that the folder is in use', async () => {
    const dataDir = freshFolder()
    const replies = await Promise.all([launch({ dataDir }).reply, launch({ dataDir }).reply])
    const refused = replies.filter((reply) => 'error' in reply)
    expect(refused).toEqual([
      { name: 'DatabaseStartError', error: expect.stringContaining(`The data folder ${dataDir} is in use`) },
    ])
    const winner = replies.find((reply) => 'connectionString' in reply)
    expect(await query(winner?.connectionString ?? '', 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  test('in one process: the second is refused, and the first continues', async () => {
    const dataDir = await usedFolder()
    const server = await start({ dataDir })
    await expect(start({ dataDir })).rejects.toThrow('is in use')
    // Refusing must not have dropped the lock.
    expect(await launch({ dataDir }).reply).toMatchObject({ error: expect.stringContaining('is in use') })
    expect(await query(server.connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })
})

describe('packages whose install scripts did not run', () => {
  test('get their library links, even from two concurrent starts', async () => {
    const packageDir = packageWithoutLinks(freshFolder())
    const replies = await Promise.all(
      [freshFolder(), freshFolder()].map((dataDir) => launch({ dataDir, packageDir }).reply),
    )
    for (const reply of replies) expect(reply).toHaveProperty('connectionString')
    expect(existsSync(join(packageDir, 'native', 'lib', 'libpq.so.5'))).toBe(true)
  })

  test.runIf(process.getuid?.() === 0)('are copied by a user who may not write to them', async () => {
    const packageDir = packageWithoutLinks(freshFolder())
    const dataDir = freshFolder()
    const uid = Number(execFileSync('id', ['-u', 'nobody'], { encoding: 'utf8' }))
    chownSync(dataDir, uid, uid)
    const reply = await launch({ dataDir, packageDir }, { uid, gid: uid }).reply
    expect(reply).toHaveProperty('connectionString')
    expect(existsSync(join(packageDir, 'native', 'lib', 'libpq.so.5'))).toBe(false)
    const version = readdirSync(join(dataDir, 'postgres')).filter((name) => name.startsWith('binaries-'))
    expect(version).toHaveLength(1)
  })
})

describe.runIf(process.getuid?.() === 0)('as root', () => {
  test('the server runs as a user with a passwd entry, and only that user can read the database', async () => {
    const dataDir = freshFolder()
    const server = await start({ dataDir })
    const uid = Number(readFileSync(`/proc/${server.pid}/status`, 'utf8').match(/^Uid:\s+(\d+)/m)?.[1])
    expect(uid).not.toBe(0)
    expect(execFileSync('getent', ['passwd', String(uid)], { encoding: 'utf8' })).toContain(`:${uid}:`)
    expect(statSync(dataDir).mode & 0o777).toBe(0o711)
    expect(statSync(join(dataDir, 'postgres', 'data'))).toMatchObject({ uid })
    expect(statSync(join(dataDir, 'postgres', 'data')).mode & 0o777).toBe(0o700)
  })

  test('the database and the binaries of a folder that their user cannot reach are stored elsewhere', async () => {
    const closed = join(freshFolder(), 'closed')
    mkdirSync(closed, { mode: 0o700 })
    const farHome = join(freshFolder(), 'far')
    const packageDir = packageWithoutLinks(closed)
    const dataDir = join(closed, 'data')
    const first = await start({ dataDir, packageDir, farHome })
    await query(first.connectionString, 'CREATE TABLE kept AS SELECT 42 AS answer')
    await first.stop()
    expect(statSync(closed).mode & 0o777).toBe(0o700)
    const [key = ''] = readdirSync(farHome)
    expect(key).toMatch(/^[0-9a-f]{16}$/)
    expect(readdirSync(join(farHome, key)).sort()).toEqual([
      expect.stringMatching(/^binaries-18/),
      'data',
      'lock',
      'run',
    ])
    const second = await start({ dataDir, packageDir, farHome })
    expect(await query(second.connectionString, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
    await second.stop()
    rmSync(farHome, { recursive: true })
    await expect(start({ dataDir, packageDir, farHome })).rejects.toThrow(/was in .*, which no longer exists/)
  })

  test('a database whose files belong to root is returned to its user', async () => {
    const dataDir = await usedFolder()
    const first = await start({ dataDir })
    await query(first.connectionString, 'CREATE TABLE kept AS SELECT 42 AS answer')
    await first.stop()
    execFileSync('chown', ['-R', 'root:root', dataDir])
    const second = await start({ dataDir })
    expect(await query(second.connectionString, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
  })

  test('an ordinary user gets the message that a database belongs to another user', async () => {
    const dataDir = await usedFolder()
    execFileSync('chmod', ['-R', 'a+rwX', dataDir])
    const reply = await launch({ dataDir }, { uid: 1, gid: 1 }).reply
    expect(reply).toMatchObject({
      name: 'DatabaseStartError',
      error: expect.stringContaining('belongs to uid'),
    })
    expect(serversOn(dataDir)).toEqual([])
  })
})

/** As npm leaves it with --ignore-scripts. */
function packageWithoutLinks(parent: string): string {
  const packageDir = join(parent, 'package')
  cpSync(findPackage(), packageDir, { recursive: true, verbatimSymlinks: true })
  const lib = join(packageDir, 'native', 'lib')
  for (const entry of readdirSync(lib, { withFileTypes: true })) {
    if (entry.isSymbolicLink()) unlinkSync(join(lib, entry.name))
  }
  return packageDir
}
