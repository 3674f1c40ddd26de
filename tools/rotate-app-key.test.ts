import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../server/testing/database.ts'
import { freePort } from '../server/testing/free-port.ts'
import { PROGRAM_ENVIRONMENT } from '../server/testing/program-environment.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const PASSWORD = 'correct horse battery'
/** Lines after which the command is killed; the test of the rotation stops after every step. */
const KILLED_AFTER = 3

let database: TestDatabase
let restored: TestDatabase
let dataDir: string
let server: ChildProcess | undefined
let origin: string
/** The merchant's API key. */
let key: string

beforeAll(async () => {
  database = await createTestDatabase()
  restored = await createEmptyDatabase()
  dataDir = mkdtempSync(join(tmpdir(), 'galla-rotate-'))
})
afterAll(async () => {
  server?.kill('SIGKILL')
  await database.drop()
  await restored.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

const run = (
  file: string,
  environment: Record<string, string> = {},
  args: readonly string[] = [],
): ChildProcess =>
  spawn(process.execPath, [join(ROOT, file), ...args], {
    env: {
      ...PROGRAM_ENVIRONMENT,
      DATA_DIR: dataDir,
      DATABASE_URL: database.connectionString,
      LOG_LEVEL: 'warn',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })

/** Its lines on both outputs and its exit code; killed as soon as it has printed so many. */
const outcome = async (
  child: ChildProcess,
  killAfter = 100,
): Promise<{ said: string; code: number | null }> => {
  const said: string[] = []
  const read = (stream: ChildProcess['stdout']) =>
    stream &&
    createInterface(stream).on('line', (line) => {
      if (said.push(line) === killAfter) child.kill('SIGKILL')
    })
  read(child.stdout)
  read(child.stderr)
  await once(child, 'close')
  return { said: said.join('\n'), code: child.exitCode }
}

const startServer = async (environment: Record<string, string> = {}): Promise<void> => {
  const port = await freePort()
  origin = `http://localhost:${port}`
  const child = run('server/src/main.ts', { PORT: String(port), ...environment })
  server = child
  const errors: string[] = []
  child.stderr?.on('data', (text) => errors.push(String(text)))
  for await (const line of createInterface(child.stdout ?? process.stdin))
    if (line.startsWith('Galla is ready')) return void child.stdout?.resume()
  throw new Error(`the server ended before it was ready: ${errors.join('')}`)
}

const stopServer = async (): Promise<void> => {
  server?.kill('SIGTERM')
  if (server) await once(server, 'exit')
  server = undefined
}

const post = (path: string, payload: object, headers: Record<string, string> = {}) =>
  fetch(`${origin}/api/v1${path}`, {
    method: 'POST',
    body: JSON.stringify(payload),
    headers: { 'content-type': 'application/json', origin, ...headers },
  })

const readKey = async (): Promise<string> => {
  const login = await post('/auth/login', { email: 'asha@example.com', password: PASSWORD })
  const cookie = login.headers
    .getSetCookie()
    .map((text) => text.split(';', 1)[0])
    .join('; ')
  const details = await post('/user/get-api-details', {}, { cookie })
  return ((await details.json()) as { data: { apiKey: string } }).data.apiKey
}

const listEvents = async (key: string): Promise<number> =>
  (await fetch(`${origin}/api/v1/events`, { headers: { authorization: `Bearer ${key}` } })).status

test('rotate-app-key replaces the key while the server runs, survives a kill, and the next start opens every secret', async () => {
  await startServer()
  await post('/auth/register', {
    name: 'Sharma Tea',
    email: 'asha@example.com',
    mobileNumber: '9876543210',
    password: PASSWORD,
  })
  key = await readKey()
  const first = readFileSync(join(dataDir, 'app.key'), 'utf8')
  await outcome(run('tools/rotate-app-key.ts'), KILLED_AFTER)
  expect(await listEvents(key)).toBe(200)
  // Checks, as a start does, whether the key in the folder opens the database, and completes the rotation.
  const { said, code } = await outcome(run('tools/rotate-app-key.ts'))
  expect(code, said).toBe(0)
  expect(said).toContain('The old key no longer decrypts the data.')
  expect(await readKey()).toBe(key)
  await stopServer()
  await startServer()
  expect(await readKey()).toBe(key)
  expect(await listEvents(key)).toBe(200)
  await stopServer()

  const current = readFileSync(join(dataDir, 'app.key'), 'utf8')
  expect(readdirSync(dataDir).filter((name) => name.includes('.next'))).toEqual([])
  writeFileSync(join(dataDir, 'app.key'), first)
  const refused = await outcome(run('server/src/main.ts', { PORT: String(await freePort()) }))
  expect(refused.code).toBe(1)
  expect(refused.said).toMatch(/^.*app\.key is not the key of this database; put the right one back.*$/)
  writeFileSync(join(dataDir, 'app.key'), current)
})

test('a backup that was made after a rotation has the new key', async () => {
  const archive = join(dataDir, 'galla.age')
  const passphrase = join(dataDir, 'passphrase')
  writeFileSync(passphrase, 'a sentence that is long enough')
  const made = await outcome(run('tools/backup.ts', {}, [archive, '--passphrase-file', passphrase]))
  expect(made.code, made.said).toBe(0)
  const place = { DATA_DIR: join(dataDir, 'restored'), DATABASE_URL: restored.connectionString }
  mkdirSync(place.DATA_DIR)
  const done = await outcome(run('tools/restore.ts', place, [archive, '--passphrase-file', passphrase]))
  expect(done.code, done.said).toBe(0)
  const verified = await outcome(run('tools/verify-ledger.ts', place))
  expect(verified.code, verified.said).toBe(0)
  await startServer(place)
  expect(await readKey()).toBe(key)
  expect(await listEvents(key)).toBe(200)
  await stopServer()
})
