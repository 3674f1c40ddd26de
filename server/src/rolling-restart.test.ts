import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { freePort } from '../testing/free-port.ts'
import { createOn, registerOn } from '../testing/galla-client.ts'
import { type GallaProgram, startGalla } from '../testing/galla-program.ts'
import { makeNextVersion } from '../testing/next-version.ts'
import { startReadinessBalancer } from '../testing/readiness-balancer.ts'
import { waitRealMs } from './platform/clock.ts'

const GRACE_SECONDS = 4
const CLIENTS = 6
const PAUSE_MS = 40

let database: TestDatabase
let dataDir: string
let nextVersion: string | undefined
const running = new Map<number, GallaProgram>()

beforeAll(async () => {
  database = await createTestDatabase()
  dataDir = mkdtempSync(join(tmpdir(), 'galla-rolling-'))
})
afterAll(async () => {
  for (const program of running.values()) {
    program.kill('SIGKILL')
    await program.ended
  }
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
  if (nextVersion !== undefined) rmSync(nextVersion, { recursive: true, force: true })
})

const start = async (port: number, main?: string): Promise<GallaProgram> => {
  const program = await startGalla(
    {
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: database.connectionString,
      APP_KEY: '07'.repeat(32),
      API_RATE_PER_SECOND: '100000',
      SHUTDOWN_GRACE_SECONDS: String(GRACE_SECONDS),
    },
    main,
  )
  running.set(port, program)
  return program
}

test('after SIGTERM a process answers new connections for its grace period, and says that it is about to end', async () => {
  const port = await freePort()
  const program = await start(port)
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
  expect([(await get('/readyz')).status, (await get('/healthz')).headers.get('connection')]).toEqual([
    200,
    'keep-alive',
  ])
  program.kill('SIGTERM')
  await expect.poll(async () => (await get('/readyz')).status).toBe(503)
  for (let n = 0; n < 5; n += 1) {
    const answer = await get('/healthz')
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
  }
  expect(await program.ended).toBe(0)
  await expect(get('/healthz')).rejects.toThrow()
})

test('an upgrade of two processes one after the other to a version that migrates fails no request of keep-alive clients', async () => {
  const ports = [await freePort(), await freePort()]
  await Promise.all(ports.map((port) => start(port)))
  nextVersion = mkdtempSync(join(tmpdir(), 'galla-next-'))
  const next = makeNextVersion(nextVersion)
  const merchant = await registerOn(ports[0] ?? 0, 'rolling@example.com')
  const balancer = await startReadinessBalancer(ports)
  const failures: string[] = []
  let created = 0
  let restarting = true
  const client = async (name: number): Promise<void> => {
    for (let n = 0; restarting; n += 1) {
      // Enough is always under way; without a pause the clients would take the processor for themselves.
      await waitRealMs(PAUSE_MS)
      const reply = await createOn(balancer.port, merchant, `R${name}-${n}`)
      const text = await reply.text()
      if (reply.ok) created += 1
      else failures.push(`${reply.status} ${text}`)
    }
  }
  const clients = Array.from({ length: CLIENTS }, (_, name) => client(name))
  try {
    for (const port of ports) {
      running.get(port)?.kill('SIGTERM')
      expect(await running.get(port)?.ended).toBe(0)
      // From here on the schema is that of the next version, and the other process is still of this one.
      await start(port, next)
      // The balancer has to see it before the other one goes.
      await expect.poll(() => balancer.isReady(port)).toBe(true)
      const seen = created
      await expect.poll(() => created).toBeGreaterThan(seen + 20)
    }
  } finally {
    restarting = false
    await Promise.all(clients)
    await balancer.close()
  }
  expect(failures).toEqual([])
})
