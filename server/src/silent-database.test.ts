import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Now } from '@galla/contract/operator/operator-system'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@galla/embedded-postgres/embedded-postgres'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { freePort } from '../testing/free-port.ts'
import {
  createOn,
  logInOn,
  PORT_PASSWORD,
  type PortMerchant,
  postTo,
  registerOn,
} from '../testing/galla-client.ts'
import { type GallaProgram, startGalla } from '../testing/galla-program.ts'
import { copyMigratedCluster } from '../testing/migrated-cluster.ts'
import { lettersIn } from '../testing/outbox.ts'
import { type SilentProxy, startSilentProxy } from '../testing/silent-proxy.ts'
import { superuserOf } from '../testing/superuser.ts'
import { monotonicMs, waitRealMs } from './platform/clock.ts'

/** The whole program with its own limits, between it and its database a network that can fall silent. */
const ANSWER_MS_MAX = 5_000
const RECOVERY_MS_MAX = 15_000
/** How long requests are sent into the silence: longer than its being noticed takes. */
const SILENCE_MS = 6_000
const REQUEST_EVERY_MS = 150
const CALLERS_AT_ONCE = 50
const OPERATOR_EMAIL = 'operator@example.com'
/** Of what is served without the database. */
const NOW_MS_MAX = 2_000

let dataDir: string
let postgres: EmbeddedPostgres
let proxy: SilentProxy
let port: number
let program: GallaProgram
let merchant: PortMerchant
const received: string[] = []
const receiver = createServer((request, response) => {
  let body = ''
  request.on('data', (data) => {
    body += String(data)
  })
  request.on('end', () => {
    received.push(body)
    response.end('ok')
  })
})

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'galla-silent-'))
  await copyMigratedCluster(dataDir)
  postgres = await startEmbeddedPostgres({ dataDir, log: () => {}, durable: false })
  proxy = await startSilentProxy(postgres.connectionString)
  port = await freePort()
  program = await startGalla({
    PORT: String(port),
    DATA_DIR: join(dataDir, 'galla'),
    DATABASE_URL: proxy.connectionString,
    APP_KEY: '07'.repeat(32),
    API_RATE_PER_SECOND: '100000',
    OPERATOR_EMAIL,
    OPERATOR_PASSWORD: PORT_PASSWORD,
  })
  merchant = await registerOn(port, 'silent@example.com')
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const { port: receiverPort } = receiver.address() as AddressInfo
  await postTo(
    port,
    '/user/update-webhook-url',
    { webhookUrl: `http://127.0.0.1:${receiverPort}/` },
    merchant.session,
  )
})

afterAll(async () => {
  proxy?.restore()
  program?.kill('SIGTERM')
  expect(await program?.ended).toBe(0)
  await proxy?.close()
  await postgres?.stop()
  receiver.close()
  rmSync(dataDir, { recursive: true, force: true })
})

let round = 0
beforeEach(() => {
  round += 1
})

const sql = async (statement: string): Promise<unknown[]> => {
  const client = new Client({ connectionString: superuserOf(postgres.connectionString, dataDir) })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

interface Asked {
  readonly what: string
  readonly status: number
  readonly ms: number
}

const ask = async (what: string, send: () => Promise<Response>): Promise<Asked> => {
  const startedMs = monotonicMs()
  const answer = await send()
  await answer.arrayBuffer()
  return { what, status: answer.status, ms: monotonicMs() - startedMs }
}

const ready = () => fetch(`http://127.0.0.1:${port}/readyz`)
const statusOf = (clientTxnId: string) =>
  postTo(port, '/order/check-order-status', { client_txn_id: clientTxnId }, merchant.authorization)

/** An order that is paid in the simulator; its page and its notification come of it. */
const sellOne = async (clientTxnId: string): Promise<void> => {
  const created = await createOn(port, merchant, clientTxnId)
  expect([clientTxnId, created.status]).toEqual([clientTxnId, 200])
  const { data } = (await created.json()) as { data: { upi_intent: { bhim_link: string } } }
  const paid = await postTo(port, '/simulator/pay', { upi: data.upi_intent.bhim_link })
  expect(paid.status).toBe(200)
}

/** Every other one with an Idempotency-Key: these are created in a transaction, the others by one statement. */
const createAway = (n: number): Promise<Response> => {
  const clientTxnId = `AWAY-${round}-${n}`
  return createOn(port, merchant, clientTxnId, n % 2 === 0 ? { 'idempotency-key': clientTxnId } : {})
}

/** Everything that needs the database, again and again while it is away. */
const askMeanwhile = async (known: string, away: () => void, ms: number): Promise<Asked[]> => {
  const asked: Promise<Asked>[] = []
  const startedMs = monotonicMs()
  away()
  for (let n = 0; monotonicMs() - startedMs < ms; n += 1) {
    asked.push(ask('create', () => createAway(n)))
    asked.push(ask('status', () => statusOf(known)))
    asked.push(ask('readyz', ready))
    await waitRealMs(REQUEST_EVERY_MS)
  }
  return Promise.all(asked)
}

const expectRefusedInTime = (asked: readonly Asked[]): void => {
  expect(asked.filter(({ ms }) => ms > ANSWER_MS_MAX)).toEqual([])
  expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([503]))
}

const expectBackInTime = async (): Promise<void> => {
  const startedMs = monotonicMs()
  const remaining = () => ({
    timeout: Math.max(1, RECOVERY_MS_MAX - (monotonicMs() - startedMs)),
    interval: 100,
  })
  const back = `BACK-${round}`
  await expect.poll(async () => (await ready()).status, remaining()).toBe(200)
  await expect.poll(async () => (await createOn(port, merchant, back)).status, remaining()).toBe(200)
  await sellOne(`SOLD-${round}`)
  const before = lettersIn(join(dataDir, 'galla')).length
  await registerOn(port, `after-${round}@example.com`)
  await expect.poll(() => lettersIn(join(dataDir, 'galla')).length, remaining()).toBeGreaterThan(before)
  await expect.poll(() => received.some((body) => body.includes(`SOLD-${round}`)), remaining()).toBe(true)
  expect((await statusOf(`SOLD-${round}`)).status).toBe(200)
  const dedicated = () =>
    sql(`select application_name as name from pg_stat_activity
      where application_name = 'galla listener'`)
  await expect.poll(dedicated, remaining()).toEqual([{ name: 'galla listener' }])
}

/** What was refused may have been done: the same request once more creates it, or finds it, and never makes a second. */
const expectExactlyOnce = async (asked: readonly Asked[]): Promise<void> => {
  const creates = asked.filter(({ what }) => what === 'create').length
  for (let n = 0; n < creates; n += 1) {
    const { status } = await createAway(n)
    // Without a key an order that is there already is a conflict.
    expect(n % 2 === 0 ? [200] : [200, 409]).toContain(status)
  }
  expect(
    await sql(`select count(*)::int as orders, count(distinct client_txn_id)::int as ids
      from orders where client_txn_id like 'AWAY-${round}-%'`),
  ).toEqual([{ orders: creates, ids: creates }])
}

const askNow = async (headers: Record<string, string>) => {
  const startedMs = monotonicMs()
  const reply = await fetch(`http://127.0.0.1:${port}/api/v1/operator/now`, { headers })
  const { data } = (await reply.json()) as { data?: Now }
  return { status: reply.status, data, ms: monotonicMs() - startedMs }
}

type Session = PortMerchant['session']
const hashOf = ({ cookie }: Session) => `sha256('${/galla_session=([^;]+)/.exec(String(cookie))?.[1]}')`

/** A session of the operator that a passkey opened, which was removed since. */
const endedWithPasskey = async (here: Session): Promise<Session> => {
  const opened = await logInOn(port, OPERATOR_EMAIL)
  await sql(`
    insert into passkeys (merchant_id, passkey_id, credential_id, public_key, counter, name, created_at)
    select merchant_id, '${'0'.repeat(26)}', 'x', 'x', 0, 'Phone', now() from sessions where token_hash = ${hashOf(opened)}`)
  await sql(`update sessions set passkey_id = '${'0'.repeat(26)}' where token_hash = ${hashOf(opened)}`)
  expect((await askNow(opened)).status).toBe(200)
  const removed = await postTo(port, `/auth/passkeys/${'0'.repeat(26)}/remove`, {}, here)
  expect(removed.status, await removed.text()).toBe(200)
  return opened
}

/** A session of another operator, who ended it from one that is in a shop. */
const endedFromShop = async (): Promise<Session> => {
  const email = `operator-${round}@example.com`
  const { session: far } = await registerOn(port, email)
  await sql(`update merchants set role = 'operator' where email = '${email}'`)
  expect((await askNow(far)).status).toBe(200)
  const near = await logInOn(port, email)
  await sql(`
    with joined as (
      insert into members (merchant_id, person_id, role, joined_at)
      select m.merchant_id, p.merchant_id, 'cashier', now() from merchants m, merchants p
      where m.email = 'silent@example.com' and p.email = '${email}' returning merchant_id)
    update sessions set shop_id = (select merchant_id from joined) where token_hash = ${hashOf(near)}`)
  const [row] = await sql(`select session_id as id from sessions where token_hash = ${hashOf(far)}`)
  const ended = await postTo(port, `/auth/sessions/${(row as { id: string }).id}/end`, {}, near)
  expect(ended.status, await ended.text()).toBe(200)
  return far
}

/** An operator who looked at Now, one who looked and logged out, and one who was logged out from elsewhere. */
const operatorSessions = async () => {
  const [here, left, ended] = [
    await logInOn(port, OPERATOR_EMAIL),
    await logInOn(port, OPERATOR_EMAIL),
    await logInOn(port, OPERATOR_EMAIL),
  ]
  for (const session of [here, left, ended]) expect((await askNow(session)).status).toBe(200)
  expect((await postTo(port, '/auth/logout', {}, left)).status).toBe(200)
  expect((await postTo(port, '/auth/sessions/logout-others', {}, here)).status).toBe(200)
  const others = [await endedWithPasskey(here), await endedFromShop()]
  expect((await askNow(here)).data?.troubles).toEqual([])
  return {
    here,
    refused: [
      ...others,
      left,
      ended,
      merchant.session,
      { cookie: String(here.cookie).replace('=', '=x') },
      {},
    ],
  }
}

/** Served at once, with what was known before; nobody else gets anything. */
const expectNowServed = async ({ here, refused }: Awaited<ReturnType<typeof operatorSessions>>) => {
  const { status, data, ms } = await askNow(here)
  expect(status).toBe(200)
  expect(ms).toBeLessThan(NOW_MS_MAX)
  expect(data?.troubles).toMatchObject([{ kind: 'database_silent', merchants: expect.any(Number) }])
  expect(data?.waiting).toMatchObject({ kyc: 0 })
  expect(data?.readAt).not.toBeNull()
  for (const asked of await Promise.all(refused.map(askNow))) {
    expect([401, 503]).toContain(asked.status)
    expect(asked.data).toBeUndefined()
  }
  const page = await fetch(`http://127.0.0.1:${port}/operator`)
  expect([page.status, (await page.text()).includes('<div id="root"')]).toEqual([200, true])
}

const processesOf = (pid: number): number[] => [
  pid,
  ...readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] === String(pid)
      } catch {
        return false
      }
    })
    .map(Number),
]

/** The event of each line of the log so far. */
const logLines = (): string[] =>
  program.printed
    .join('')
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => String(JSON.parse(line).msg))

describe('a database that does not answer is refused as 503 within 5 s, and everything works again 15 s after it is back', () => {
  test.each(['everything', 'replies'] as const)('a network that silently holds %s', async (what) => {
    await sellOne(`KNOWN-${round}`)
    const linesBefore = logLines().length
    const asked = await askMeanwhile(`KNOWN-${round}`, () => proxy.silence(what), SILENCE_MS)
    const lines = logLines().slice(linesBefore)
    proxy.restore()
    expectRefusedInTime(asked)
    // The outage of the test before may not be over for the log.
    expect(lines.length).toBeLessThanOrEqual(2)
    expect(['the database is unavailable', 'the database is available again']).toEqual(
      expect.arrayContaining(lines),
    )
    await expectBackInTime()
    await expectExactlyOnce(asked)
  })

  test.skipIf(process.platform !== 'linux')('a database whose processes are stopped', async () => {
    await sellOne(`KNOWN-${round}`)
    let stopped = [postgres.pid]
    const signal = (name: NodeJS.Signals) => {
      for (const pid of stopped) {
        try {
          process.kill(pid, name)
        } catch (error) {
          // A worker of autovacuum may end between two looks.
          if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
        }
      }
    }
    const stop = () => {
      // First the process that starts the others, so that none is missing in the list.
      signal('SIGSTOP')
      stopped = processesOf(postgres.pid)
      signal('SIGSTOP')
    }
    const sessions = await operatorSessions()
    const away = askMeanwhile(`KNOWN-${round}`, stop, SILENCE_MS)
    const [asked] = await Promise.all([away, expectNowServed(sessions)]).finally(() => signal('SIGCONT'))
    expectRefusedInTime(asked)
    await expectBackInTime()
    await expectExactlyOnce(asked)
  })
})

// A machine that stalls for a second is late by itself, but not three times in a row.
test('a database that refuses connections keeps no caller for 5 s, however many wait at once', {
  retry: 2,
}, async () => {
  await sellOne(`KNOWN-${round}`)
  const { authorization, session } = merchant
  const sessions = await operatorSessions()
  await proxy.refuse()
  await expectNowServed(sessions)
  const orders = () => fetch(`http://127.0.0.1:${port}/api/v1/user/all-transactions`, { headers: session })
  const asked = await Promise.all(
    Array.from({ length: CALLERS_AT_ONCE }, (_, n) => [
      ask('create', () => createAway(n)),
      ask('status', () => statusOf(`KNOWN-${round}`)),
      // A key that nobody knows is looked up too.
      ask('key', () =>
        postTo(
          port,
          '/order/check-order-status',
          {},
          { authorization: `${authorization.authorization}${n}` },
        ),
      ),
      ask('list', orders),
    ]).flat(),
  ).finally(proxy.restore)
  expectRefusedInTime(asked.filter(({ what }) => what !== 'key'))
  expect(asked.filter(({ what, ms }) => what === 'key' && ms > ANSWER_MS_MAX)).toEqual([])
  await expectBackInTime()
  await expectExactlyOnce(asked)
})

test('a database that takes no writes is refused as 503, is not ready, and is used again when it takes them', async () => {
  await sql('alter system set default_transaction_read_only = on')
  await sql('select pg_reload_conf()')
  await expect.poll(async () => (await ready()).status).toBe(503)
  for (let n = 0; n < 5; n += 1) {
    expect((await createAway(n)).status).toBe(503)
    expect((await postTo(port, '/simulator/pay', { upi: 'upi://pay?pa=x' })).status).not.toBe(500)
  }
  await sql('alter system reset default_transaction_read_only')
  await sql('select pg_reload_conf()')
  await expectBackInTime()
})
