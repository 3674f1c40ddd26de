import { execFileSync, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, describe, expect, test } from 'vitest'
import {
  endEverything,
  freshFolder,
  launch,
  type Program,
  query,
  serversOn,
  start,
  waitUntil,
} from './embedded-postgres-harness.ts'

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
      const dataDir = freshFolder()
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

  test('a session that can not be ended is cut off when its time is over', async () => {
    const dataDir = freshFolder()
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
  test('during writes loses nothing that was acknowledged, and the server ends by itself', async () => {
    const dataDir = freshFolder()
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

  test('and a restart at once waits for the old server', async () => {
    const dataDir = freshFolder()
    const program = launch({ dataDir })
    const { connectionString, pid } = await started(program)
    await query(connectionString, 'CREATE TABLE kept AS SELECT 42 AS answer')
    program.kill('SIGKILL')
    await program.ended
    const server = await start({ dataDir })
    expect(server.pid).not.toBe(pid)
    expect(await query(server.connectionString, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
  })

  test('with the watching shell gone too leaves an orphan, which the next start stops', async () => {
    const dataDir = freshFolder()
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
  test('whose number now is a stranger does not hinder the start, and the stranger lives on', async () => {
    const dataDir = freshFolder()
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

  test('whose number now is the server of another folder leaves that one running', async () => {
    const dataDir = freshFolder()
    await (await start({ dataDir })).stop()
    const other = await start({ dataDir: freshFolder() })
    writeFileSync(join(dataDir, 'postgres', 'data', 'postmaster.pid'), `${other.pid}\n`)
    await start({ dataDir })
    expect(await query(other.connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })
})

describe('a server that ends by itself', () => {
  test('is told of, and its folder can be started again', async () => {
    const dataDir = freshFolder()
    let lastLines = ''
    const server = await start({ dataDir, onUnexpectedEnd: (lines) => (lastLines = lines) })
    process.kill(server.pid, 'SIGKILL')
    await waitUntil(() => lastLines !== '')
    const again = await start({ dataDir })
    expect(await query(again.connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })
})
