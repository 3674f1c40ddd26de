import { execFile, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../server/testing/database.ts'
import { type FakeSmtp, startFakeSmtp } from '../server/testing/fake-smtp.ts'
import { freePort } from '../server/testing/free-port.ts'
import { type GallaProgram, startGalla } from '../server/testing/galla-program.ts'
import { copyMigratedCluster } from '../server/testing/migrated-cluster.ts'
import { PROGRAM_ENVIRONMENT } from '../server/testing/program-environment.ts'

const DOCTOR = fileURLToPath(new URL('doctor.ts', import.meta.url))
const LONG_MS = 120_000

let folder: string
let dataDir: string
let database: TestDatabase
let galla: GallaProgram
let smtp: FakeSmtp
let provider: Server
let environment: Record<string, string>

/** A fake payment provider, whose time the test sets. */
let providerDate = (): Date => new Date()

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'galla-doctor-'))
  // The database's user needs access to it.
  chmodSync(folder, 0o711)
  dataDir = join(folder, 'data')
  mkdirSync(dataDir)
  // A separate one, because the one of the tests does not flush to disk, which is a finding.
  await copyMigratedCluster(dataDir)
  database = await createTestDatabase()
  smtp = await startFakeSmtp()
  provider = createServer((_request, reply) => {
    reply.setHeader('date', providerDate().toUTCString())
    reply.end()
  }).listen(0, '127.0.0.1')
  await once(provider, 'listening')
  const port = await freePort()
  environment = {
    DATA_DIR: dataDir,
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    RAZORPAY_URL: `http://127.0.0.1:${(provider.address() as AddressInfo).port}`,
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    MAIL_FROM: 'galla@example.com',
  }
  galla = await startGalla(environment)
}, LONG_MS)
afterAll(async () => {
  galla?.kill('SIGTERM')
  await galla?.ended
  provider?.close()
  await smtp?.close()
  await database?.drop()
  rmSync(folder, { recursive: true, force: true })
})

/** The exit code and the line of each check. */
const examine = (
  over: Record<string, string> = {},
): Promise<{ code: number | string | null; lines: Record<string, string>; text: string }> =>
  new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [DOCTOR],
      { env: { ...PROGRAM_ENVIRONMENT, ...environment, ...over }, timeout: LONG_MS },
      (_error, stdout, stderr) => {
        const text = stdout + stderr
        const found = [...stdout.matchAll(/^(ok|WRONG|skipped) +(\w+(?: \w+)?) {2,}(.*)$/gm)]
        const lines = Object.fromEntries(
          found.map(([, state, name, said]) => [name ?? '', `${state}: ${said}`]),
        )
        resolve({ code: child.exitCode, lines, text })
      },
    )
  })

test(
  'a working installation has no faults, and the doctor changes and sends nothing',
  async () => {
    const { code, lines, text } = await examine()
    expect(text).toContain('All checks passed.')
    expect(code).toBe(0)
    expect(Object.keys(lines)).toEqual([
      'settings',
      'disk',
      'files',
      'database',
      'app key',
      'operator',
      'clock',
      'DNS',
      'public address',
      'mail',
      'outgoing calls',
    ])
    expect(lines.clock).toMatch(/agrees with the database's and a payment provider's/)
    expect(smtp.lines.filter(({ line }) => /^(MAIL|RCPT|DATA)/i.test(line))).toEqual([])
    expect(text).not.toContain(readFileSync(join(dataDir, 'app.key'), 'utf8').trim())
  },
  LONG_MS,
)

test(
  'each failure has a line that says what to do, and the exit code is 1',
  async () => {
    const closed = await freePort()
    providerDate = () => new Date(Date.now() + 3_600_000)
    const { code, lines } = await examine({
      PUBLIC_URL: 'http://nobody.invalid',
      SMTP_URL: `smtp://127.0.0.1:${closed}`,
      APP_KEY: '08'.repeat(32),
    })
    providerDate = () => new Date()
    expect(code).toBe(1)
    expect(lines).toMatchObject({
      clock: expect.stringMatching(/^WRONG: This machine's clock is 3[56]\d\d s behind a payment provider's/),
      DNS: expect.stringMatching(/^WRONG: nobody.invalid is not in the DNS/),
      mail: expect.stringMatching(/^WRONG: Nothing listens at the host and port of SMTP_URL/),
      'app key': expect.stringMatching(/^WRONG: APP_KEY is not the key of this database/),
      'public address': expect.stringMatching(/^skipped/),
      database: expect.stringMatching(/^ok/),
    })
  },
  LONG_MS,
)

test(
  'a database that cannot be used has one wrong line, and the checks that need it are skipped',
  async () => {
    const url = new URL(database.connectionString)
    url.password = 'not-it'
    url.pathname = '/no_such_database'
    const missing = await examine({ DATABASE_URL: url.href })
    expect(missing.code).toBe(1)
    expect(missing.lines.database).toMatch(
      /^WRONG: The database (rejects the password|in DATABASE_URL does not exist)/,
    )
    expect(missing.lines.operator).toMatch(/^skipped/)
    expect(missing.text).not.toContain('not-it')
    const refused = await examine({ DATABASE_URL: `postgres://a:b@127.0.0.1:${await freePort()}/galla` })
    expect(refused.lines.database).toMatch(/^WRONG: Nothing listens at the host and port of DATABASE_URL/)
  },
  LONG_MS,
)

test(
  'a database whose settings lose payments is wrong, and an empty one gets its key at the first start',
  async () => {
    const empty = await createEmptyDatabase()
    const url = new URL(empty.connectionString)
    url.searchParams.set('options', '-c synchronous_commit=off -c default_transaction_read_only=on')
    const { code, lines } = await examine({ DATABASE_URL: url.href })
    await empty.drop()
    expect(code).toBe(1)
    expect(lines.database).toMatch(/^WRONG: fsync .*synchronous_commit is off.*It is a standby/)
    expect(lines['app key']).toMatch(/^ok: created at the first start/)
    expect(lines.operator).toMatch(/^skipped: the database is empty/)
  },
  LONG_MS,
)

test(
  'invalid settings are named without their values',
  async () => {
    const { code, text } = await examine({ PORT: 'secret-port', ROLE: 'secret-role' })
    expect(code).toBe(1)
    expect(text).toMatch(/WRONG +settings +PORT must be[\s\S]*WRONG +settings +ROLE must be/)
    expect(text).not.toContain('secret')
  },
  LONG_MS,
)

test(
  'a mail server that stops responding does not delay the doctor',
  async () => {
    const silent = createTcpServer(() => {}).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { code, lines } = await examine({
      SMTP_URL: `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`,
    })
    silent.close()
    expect([code, lines.mail]).toEqual([1, expect.stringMatching(/^WRONG: The mail server does not respond/)])
  },
  LONG_MS,
)

const canMount = process.platform === 'linux' && process.getuid?.() === 0

test.skipIf(!canMount)(
  'a disk that is almost full is wrong',
  async (context) => {
    const disk = join(folder, 'disk')
    mkdirSync(disk)
    chmodSync(disk, 0o755)
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', disk], { stdio: 'pipe' })
    } catch {
      // A container without the right to mount.
      return context.skip()
    }
    try {
      writeFileSync(join(disk, 'filler'), Buffer.alloc(3 * 2 ** 20))
      const { code, lines } = await examine({ DATA_DIR: disk })
      expect([code, lines.disk]).toEqual([1, expect.stringMatching(/^WRONG: Only 0\.0 of 0\.0 GB free/)])
    } finally {
      execFileSync('umount', [disk])
    }
  },
  LONG_MS,
)
