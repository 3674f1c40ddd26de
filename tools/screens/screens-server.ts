import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { systemClock } from '../../server/src/platform/clock.ts'
import { createPasswords } from '../../server/src/platform/crypto/password.ts'
import { openDatabase } from '../../server/src/platform/database/database.ts'
import { openData } from '../../server/src/platform/database/open-data.ts'
import { readSettings } from '../../server/src/platform/settings.ts'
import { freePort } from '../../server/testing/free-port.ts'
import { seedShop } from '../seed/seed-shop.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const MIGRATIONS_DIR = join(ROOT, 'server/migrations')
const READY_MS_MAX = 60_000
const END_MS_MAX = 30_000

export interface Login {
  readonly email: string
  readonly password: string
}

const OPERATOR: Login = { email: 'operator@galla.example', password: 'an operator of pictures' }

export interface SeededServer {
  readonly origin: string
  readonly merchant: Login
  readonly operator: Login
  stop(): Promise<void>
}

/** A server of its own on a fresh demo shop; both are gone afterwards. */
export const startSeededServer = async (): Promise<SeededServer> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'galla-screens-'))
  // As root the database runs as another user, who must be able to walk in.
  chmodSync(dataDir, 0o711)
  const remove = () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  try {
    const merchant = await sow(dataDir)
    const port = await freePort()
    const child = spawn(process.execPath, [join(ROOT, 'server/src/main.ts')], {
      cwd: ROOT,
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        PORT: `${port}`,
        DATA_DIR: dataDir,
        LOG_LEVEL: 'warn',
        OPERATOR_EMAIL: OPERATOR.email,
        OPERATOR_PASSWORD: OPERATOR.password,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const stop = async (): Promise<void> => {
      await end(child)
      remove()
    }
    process.once('exit', () => child.kill('SIGTERM'))
    const origin = `http://localhost:${port}`
    await untilReady(child, origin)
    return { merchant, operator: OPERATOR, origin, stop }
  } catch (error) {
    remove()
    throw error
  }
}

const sow = async (dataDir: string): Promise<Login> => {
  const data = await openData(readSettings({ DATA_DIR: dataDir }), {
    migrationsDir: MIGRATIONS_DIR,
    tell: () => {},
  })
  const db = openDatabase(data.connectionString)
  try {
    const { secrets } = data
    const passwords = createPasswords()
    const { email, password } = await seedShop({
      db,
      clock: systemClock,
      secrets,
      passwords,
      progress: () => {},
    })
    if (password === undefined) throw new Error('a fresh demo merchant has no password')
    return { email, password }
  } finally {
    await db.close()
    await data.stop()
  }
}

const untilReady = async (child: ChildProcess, origin: string): Promise<void> => {
  const untilMs = performance.now() + READY_MS_MAX
  while (performance.now() < untilMs) {
    if (child.exitCode !== null) throw new Error('The server ended.')
    const ready = await fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (ready) return
    await pause(50)
  }
  throw new Error(`The server was not ready after ${READY_MS_MAX} ms.`)
}

const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const killer = setTimeout(() => child.kill('SIGKILL'), END_MS_MAX)
  child.kill('SIGTERM')
  await ended
  clearTimeout(killer)
}
