import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { freePort } from '../../../testing/free-port.ts'
import { type GallaProgram, startGalla } from '../../../testing/galla-program.ts'

const ORIGIN = 'https://pay.example.com'
const PASSWORD = 'nine brass kettles'

let database: TestDatabase
let dataDir: string
const running: GallaProgram[] = []
beforeEach(async () => {
  database = await createTestDatabase()
  dataDir = mkdtempSync(join(tmpdir(), 'galla-setup-'))
})
afterEach(async () => {
  for (const program of running.splice(0)) {
    program.kill('SIGKILL')
    await program.ended
  }
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

const start = async () => {
  const port = await freePort()
  const program = await startGalla({
    NODE_ENV: 'production',
    PUBLIC_URL: ORIGIN,
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: database.connectionString,
    APP_KEY: '07'.repeat(32),
  })
  running.push(program)
  const url = `http://127.0.0.1:${port}`
  return {
    token: /\/setup\?token=([\w-]{43})\s/.exec(`${program.printed.join('\n')}\n`)?.[1] ?? '',
    page: async () => (await fetch(`${url}/setup?token=x`)).status,
    async setUp(token: string, password: string): Promise<string> {
      const reply = await fetch(`${url}/api/v1/setup`, {
        method: 'POST',
        headers: { origin: ORIGIN, 'content-type': 'application/json' },
        body: JSON.stringify({ token, email: 'asha@example.com', password }),
      })
      const { code, errors } = (await reply.json()) as { code?: string; errors?: { field: string }[] }
      return [reply.status, errors?.[0]?.field ?? code].join(' ').trim()
    },
  }
}

test('the setup links of two processes work on either, until one of them has created the operator', async () => {
  const one = await start()
  const other = await start()
  expect(new Set([one.token, other.token, '']).size).toBe(3)
  for (const process of [one, other])
    for (const { token } of [one, other]) expect(await process.setUp(token, 'short')).toBe('400 password')
  expect([await one.page(), await other.page()]).toEqual([200, 200])

  expect(await other.setUp(one.token, PASSWORD)).toMatch(/^200/)
  expect(await one.setUp(other.token, PASSWORD)).toBe('404 not_found')
  expect([await one.page(), await other.page()]).toEqual([404, 404])
}, 120_000)
