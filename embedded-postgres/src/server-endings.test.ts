import { execFileSync, spawn } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, describe, expect, test } from 'vitest'
import { expectStartAfterKills, expectStartedAgain, isReachable } from './crash-harness.ts'
import {
  endEverything,
  launch,
  type Program,
  query,
  serversOn,
  start,
  usedFolder,
  waitUntil,
} from './server-harness.ts'

afterEach(endEverything)

async function started(program: Program): Promise<{ connectionString: string; pid: number }> {
  const reply = await program.reply
  if ('error' in reply) throw new Error(reply.error)
  return reply
}

describe('SIGTERM and SIGINT', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)(
    '%s shuts down cleanly and leaves nothing running',
    async (signal) => {
      const dataDir = await usedFolder()
      const program = launch({ dataDir })
      const { connectionString } = await started(program)
      const session = new Client({ connectionString })
      session.on('error', () => {})
      await session.connect()
      // As a terminal does at Ctrl-C: everything in the process group gets it, and still the program decides what happens.
      program.killGroup(signal)
      expect(await program.ended).toEqual({ code: 0, signal: null })
      expect(serversOn(dataDir)).toEqual([])
      const lines: string[] = []
      await start({ dataDir, log: (line) => lines.push(line) })
      expect(lines.join('\n')).toContain('database system was shut down at')
    },
  )

  test('cut off a session that does not end in time', async () => {
    const dataDir = await usedFolder()
    const server = await start({ dataDir, fastStopMsMax: 100 })
    const session = new Client({ connectionString: server.connectionString })
    session.on('error', () => {})
    await session.connect()
    const { rows } = await session.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    process.kill(rows[0]?.pid ?? 0, 'SIGSTOP')
    await server.stop()
    expect(serversOn(dataDir)).toEqual([])
  })
})

describe('kill -9 of the program', () => {
  test('during writes loses nothing that was acknowledged, and the server ends', async () => {
    const dataDir = await usedFolder()
    const program = launch({ dataDir })
    const { connectionString } = await started(program)
    await query(connectionString, 'CREATE TABLE written (id int PRIMARY KEY)')
    const writer = new Client({ connectionString })
    writer.on('error', () => {})
    await writer.connect()
    let acknowledged = 0
    const writing = (async () => {
      for (;;) {
        await writer.query('INSERT INTO written VALUES ($1)', [acknowledged + 1])
        acknowledged += 1
        if (acknowledged === 50) program.kill('SIGKILL')
      }
    })()
    await expect(writing).rejects.toThrow()
    expect(acknowledged).toBeGreaterThanOrEqual(50)
    await waitUntil(() => serversOn(dataDir).length === 0)
    const again = await start({ dataDir })
    const rows = await query(
      again.connectionString,
      `SELECT count(*)::int AS n FROM written WHERE id <= ${acknowledged}`,
    )
    expect(rows).toEqual([{ n: acknowledged }])
  })

  test('followed by an immediate restart waits for the old server', async () => {
    const dataDir = await usedFolder()
    const program = launch({ dataDir })
    const { connectionString, pid } = await started(program)
    await query(connectionString, 'CREATE TABLE kept AS SELECT 42 AS answer')
    program.kill('SIGKILL')
    await program.ended
    const server = await start({ dataDir })
    expect(server.pid).not.toBe(pid)
    expect(await query(server.connectionString, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
  })

  test('together with the watching shell leaves an orphan, which the next start stops', async () => {
    const dataDir = await usedFolder()
    const program = launch({ dataDir })
    const { connectionString, pid } = await started(program)
    await query(connectionString, 'CREATE TABLE kept AS SELECT 42 AS answer')
    const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(program.pid)], { encoding: 'utf8' })
    for (const child of children.trim().split(/\s+/).map(Number))
      if (child !== pid) process.kill(child, 'SIGKILL')
    program.kill('SIGKILL')
    await program.ended
    expect(await query(connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    const messages: string[] = []
    const server = await start({ dataDir, log: (message) => messages.push(message) })
    expect(messages[0]).toBe(`An earlier database server (pid ${pid}) was left running and is being stopped.`)
    expect(serversOn(dataDir)).not.toContain(pid)
    expect(await query(server.connectionString, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
  })
})

describe('a stale pid file', () => {
  test('whose number now belongs to another program does not prevent the start, and the program continues', async () => {
    const dataDir = await usedFolder()
    const pidFile = join(dataDir, 'postgres', 'data', 'postmaster.pid')
    const first = await start({ dataDir })
    const contents = readFileSync(pidFile, 'utf8')
    await first.stop()
    const stranger = spawn('sleep', ['60'])
    try {
      writeFileSync(pidFile, contents.replace(/^\d+/, String(stranger.pid)))
      const server = await start({ dataDir })
      expect(await query(server.connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
      expect(stranger.exitCode).toBeNull()
      expect(stranger.signalCode).toBeNull()
    } finally {
      stranger.kill()
    }
  })

  test('whose number now belongs to the server of another folder leaves that server running', async () => {
    const dataDir = await usedFolder()
    const other = await start({ dataDir: await usedFolder() })
    writeFileSync(join(dataDir, 'postgres', 'data', 'postmaster.pid'), `${other.pid}\n`)
    await start({ dataDir })
    expect(await query(other.connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })
})

describe('a server that ends unexpectedly', () => {
  test.each(['SIGKILL', 'SIGTERM'] as const)(
    'by %s is started again at the same address, with all that was stored',
    expectStartedAgain,
  )

  test('is restarted even if one of its children hangs and keeps its output open', async () => {
    const server = await start({ dataDir: await usedFolder() })
    const first = server.pid
    const session = new Client({ connectionString: server.connectionString })
    session.on('error', () => {})
    await session.connect()
    const { rows } = await session.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    process.kill(rows[0]?.pid ?? 0, 'SIGSTOP')
    process.kill(first, 'SIGKILL')
    await waitUntil(() => server.pid !== first)
    await expect.poll(() => isReachable(server.connectionString)).toBe(true)
  })

  test('is retried until it starts, and stays stopped if it is stopped meanwhile', async () => {
    const dataDir = await usedFolder()
    const lines: string[] = []
    const server = await start({ dataDir, log: (line) => lines.push(line) })
    const version = join(dataDir, 'postgres', 'data', 'PG_VERSION')
    const failures = () => lines.filter((line) => line.includes('did not start')).length
    const original = readFileSync(version, 'utf8')
    writeFileSync(version, 'spoiled')
    const first = server.pid
    process.kill(first, 'SIGKILL')
    await waitUntil(() => failures() >= 3)
    writeFileSync(version, original)
    await expect.poll(() => server.pid).not.toBe(first)
    await expect.poll(() => isReachable(server.connectionString)).toBe(true)
    const before = failures()
    writeFileSync(version, 'spoiled')
    process.kill(server.pid, 'SIGKILL')
    await waitUntil(() => failures() > before)
    await server.stop()
    writeFileSync(version, original)
    expect(serversOn(dataDir)).toEqual([])
    const again = await start({ dataDir })
    expect(await query(again.connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })
})

/** The server's children may end before they are killed. */
const killIfAlive = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    expect(error).toHaveProperty('code', 'ESRCH')
  }
}

describe('the first start after a power cut', () => {
  test('succeeds after killed processes, even if another program has the number of one of them', async () => {
    const dataDir = await usedFolder()
    const program = launch({ dataDir })
    const { connectionString, pid } = await started(program)
    await query(connectionString, 'CREATE TABLE kept AS SELECT 42 AS answer')
    const socketLock = join(dataDir, 'postgres', 'run', '.s.PGSQL.5432.lock')
    const pidFile = join(dataDir, 'postgres', 'data', 'postmaster.pid')
    const contents = [socketLock, pidFile].map((file) => [file, readFileSync(file, 'utf8')] as const)
    for (const each of [program.pid, ...serversOn(dataDir)]) killIfAlive(each)
    await program.ended
    await waitUntil(() => serversOn(dataDir).length === 0)
    // Its number is that of a process that lives.
    for (const [file, text] of contents) writeFileSync(file, text.replace(String(pid), String(process.pid)))
    const server = await start({ dataDir })
    expect(await query(server.connectionString, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
  })

  test('waits for children that are ending, and ends the others', async () => {
    const dataDir = await usedFolder()
    const program = launch({ dataDir })
    const { pid } = await started(program)
    const stuck = serversOn(dataDir).filter((each) => each !== pid)
    expect(stuck.length).toBeGreaterThan(0)
    for (const each of stuck) process.kill(each, 'SIGSTOP')
    for (const each of [program.pid, pid]) process.kill(each, 'SIGKILL')
    // Only its children show that a server worked here.
    rmSync(join(dataDir, 'postgres', 'data', 'postmaster.pid'), { force: true })
    const server = await start({ dataDir })
    expect(await query(server.connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    for (const each of stuck) expect(serversOn(dataDir)).not.toContain(each)
  })

  test('waits for a program that has the folder and is ending', async () => {
    const dataDir = await usedFolder()
    const program = launch({ dataDir })
    await started(program)
    const again = launch({ dataDir })
    // It meets the lock before this signal can have ended its holder.
    await again.sees(() => readFileSync(`/proc/${again.pid}/cmdline`).length > 0)
    program.kill('SIGTERM')
    expect(await again.reply).toHaveProperty('connectionString')
  })

  test.each([
    ['garbage', 'no lock at all, but longer than the head of a database'.repeat(50)],
    ['a damaged database', `SQLite format 3\0${'\0'.repeat(4096)}`],
  ])('replaces a lock file that is %s, and the lock works', async (_, contents) => {
    const dataDir = await usedFolder()
    writeFileSync(join(dataDir, 'postgres', 'lock'), contents)
    const server = await start({ dataDir })
    expect(await query(server.connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    expect(await launch({ dataDir }).reply).toMatchObject({ error: expect.stringContaining('is in use') })
  })

  test('reports that the password of the database is missing', async () => {
    const dataDir = await usedFolder()
    rmSync(join(dataDir, 'postgres', 'data', 'galla.password'))
    expect(await launch({ dataDir }).reply).toEqual({
      name: 'DatabaseStartError',
      error: expect.stringMatching(
        /^The password of the database, .*galla\.password, can't be read\. Restore it/,
      ),
    })
    expect(serversOn(dataDir)).toEqual([])
  })
})

test.skipIf(process.platform !== 'linux')(
  'the first start succeeds after kill -9 at any moment, even during a start',
  () => expectStartAfterKills([0, 120, 240]),
)
