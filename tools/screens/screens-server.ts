import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { systemClock } from '../../server/src/platform/clock.ts'
import { createPasswords } from '../../server/src/platform/crypto/password.ts'
import { openDatabase } from '../../server/src/platform/database/database.ts'
import { openData } from '../../server/src/platform/database/open-data.ts'
import { readSettings } from '../../server/src/platform/settings.ts'
import { freePort } from '../../server/testing/free-port.ts'
import { startGalla } from '../../server/testing/galla-program.ts'
import { seedShop } from '../seed/seed-shop.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const MIGRATIONS_DIR = join(ROOT, 'server/migrations')

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

/** Runs a server with a new demo shop, and deletes both afterwards. */
export const startSeededServer = async (): Promise<SeededServer> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'galla-screens-'))
  // When this runs as root, the database runs as another user, who needs access to the folder.
  chmodSync(dataDir, 0o711)
  const remove = () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  try {
    const merchant = await seedDemoShop(dataDir)
    const port = await freePort()
    const program = await startGalla({
      PORT: `${port}`,
      DATA_DIR: dataDir,
      OPERATOR_EMAIL: OPERATOR.email,
      OPERATOR_PASSWORD: OPERATOR.password,
    })
    process.once('exit', () => program.kill('SIGTERM'))
    const stop = async (): Promise<void> => {
      program.kill('SIGTERM')
      await program.ended
      remove()
    }
    return { merchant, operator: OPERATOR, origin: `http://localhost:${port}`, stop }
  } catch (error) {
    remove()
    throw error
  }
}

const seedDemoShop = async (dataDir: string): Promise<Login> => {
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
