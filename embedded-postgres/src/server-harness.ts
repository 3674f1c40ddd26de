import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { copyCluster } from './cluster-template-harness.ts'
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from './embedded-postgres.ts'

/** What the tests of the launcher share: folders, servers and whole programs that are ended with the test. */
const folders: string[] = []
const servers: EmbeddedPostgres[] = []
const programs: Program[] = []
const WAIT_MS_MAX = 20_000

export async function endEverything(): Promise<void> {
  for (const program of programs.splice(0)) {
    program.kill('SIGKILL')
    await program.ended
  }
  for (const server of servers.splice(0)) await server.stop()
  for (const folder of folders.splice(0)) {
    await waitUntil(() => serversOn(folder).length === 0)
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** A new folder that other users may walk through. */
export function freshFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'galla-launcher-')))
  chmodSync(folder, 0o711)
  folders.push(folder)
  return folder
}

/** A folder on which a database was started before, and ended in order. */
export async function usedFolder(): Promise<string> {
  const folder = freshFolder()
  await copyCluster(folder)
  return folder
}

type Options = Omit<EmbeddedPostgresOptions, 'log'> & Partial<Pick<EmbeddedPostgresOptions, 'log'>>

export async function start(options: Options): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ log: () => {}, ...options })
  servers.push(server)
  return server
}

export async function query(connectionString: string, statement: string): Promise<unknown[]> {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

export type Reply = { connectionString: string; pid: number } | { error: string; name: string }

export type Program = {
  readonly pid: number
  /** The first line it prints: started, or why not. */
  readonly reply: Promise<Reply>
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
  kill(signal: NodeJS.Signals): void
  /** Sends the signal to the program and all that share its process group, as Ctrl-C in a terminal does. */
  killGroup(signal: NodeJS.Signals): void
  /** Waits until something is so; fails when the program ends first. */
  sees(condition: () => boolean): Promise<void>
}

/** A program as ours: starts the database, and stops it on SIGTERM and SIGINT. */
const PROGRAM = `
import { startEmbeddedPostgres } from ${JSON.stringify(new URL('./embedded-postgres.ts', import.meta.url).href)}
try {
  const server = await startEmbeddedPostgres({ ...JSON.parse(process.argv[1]), log: () => {} })
  const stop = () => server.stop().then(() => process.exit(0))
  process.on('SIGTERM', stop).on('SIGINT', stop)
  console.log(JSON.stringify({ connectionString: server.connectionString, pid: server.pid }))
} catch (error) {
  console.log(JSON.stringify({ error: error.message, name: error.name }))
  process.exitCode = 1
}`

export function launch(options: Options, user: { uid?: number; gid?: number } = {}): Program {
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
    ...user,
  })
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal }))
  })
  let over = false
  ended.then(() => {
    over = true
  })
  const pid = child.pid
  if (pid === undefined) throw new Error('The program could not be started.')
  const program: Program = {
    pid,
    reply: firstLine(child),
    ended,
    kill: (signal) => child.kill(signal),
    killGroup: (signal) => process.kill(-pid, signal),
    sees: (condition) =>
      waitUntil(() => {
        if (over) throw new Error('The program has ended.')
        return condition()
      }),
  }
  // A test that does not use the reply ignores its failure.
  program.reply.catch(() => {})
  programs.push(program)
  return program
}

function firstLine(child: ChildProcess): Promise<Reply> {
  return new Promise((resolve, reject) => {
    let text = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      text += String(chunk)
      if (text.includes('\n')) resolve(JSON.parse(text.split('\n')[0] ?? ''))
    })
    child.once('close', () => reject(new Error(`The program ended before it answered: ${text}`)))
  })
}

export async function waitUntil(condition: () => boolean): Promise<void> {
  const CHECK_EVERY_MS = 20
  for (let waitedMs = 0; waitedMs < WAIT_MS_MAX; waitedMs += CHECK_EVERY_MS) {
    if (condition()) return
    await pause(CHECK_EVERY_MS)
  }
  throw new Error('It did not become so.')
}

/** The processes of PostgreSQL that work below a folder. */
export function serversOn(folder: string): number[] {
  if (process.platform !== 'linux') {
    const lines = execFileSync('ps', ['-axo', 'pid=,command='], { encoding: 'utf8' }).split('\n')
    return lines
      .filter((line) => line.includes('postgres') && line.includes(folder))
      .map((line) => Number.parseInt(line, 10))
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && worksIn(name, folder))
    .map(Number)
}

function worksIn(pid: string, folder: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`).startsWith(`${folder}/`)
  } catch {
    return false
  }
}
