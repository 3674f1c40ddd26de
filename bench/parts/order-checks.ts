import { setTimeout as pause } from 'node:timers/promises'
import { saveSource } from '../../server/src/payment-accounts/account-source-store.ts'
import { secretsFrom } from '../../server/src/platform/crypto/crypto.ts'
import { findDataKey } from '../../server/src/platform/crypto/data-key.ts'
import { type Database, sql } from '../../server/src/platform/database/database.ts'
import { randomIds } from '../../server/src/platform/ids.ts'
import { nextCheckAt, SCHEDULE_SECONDS } from '../../server/src/status-checks/polling-schedule.ts'
import { PAYTM_MERCHANT, startFakePaytm } from '../../server/testing/fake-paytm.ts'
import { residentMegabytes } from '../../server/testing/processor-time.ts'
import { databaseOf, transactionsOf } from '../galla-database.ts'
import { makeDataDir, removeDataDir, startGalla } from '../galla-process.ts'
import { type Chapter, digits, type Figure } from '../report.ts'
import { startUsage, usageFigures } from '../usage.ts'

const ORDERS = 10_000
const MERCHANTS = 500
const SPREAD_SECONDS = 20 * 60
const RAMP_SECONDS = 10
const SECONDS = 30
const SENT_GOAL = 0.98
const GROWTH_MB_GOAL = 256
/** When other programs use more of the machine than this, the delay is not judged. */
const OTHERS_MAX = 0.3
const QUERIES_GOAL = 8

/** Creates live merchants with Paytm as their source, each with its own rate limit. */
const addMerchants = async (db: Database, dataDir: string): Promise<string[]> => {
  const ids = Array.from({ length: MERCHANTS }, () => `mer_${randomIds.ulid(new Date()).toLowerCase()}`)
  await db.run(sql`
    insert into merchants (merchant_id, role, is_platform, name, email, mobile_number, password_hash, created_at)
    select id, 'owner', false, 'Tea', id || '@example.com', '9876543210', '$argon2id$none', now()
    from unnest(${ids}::text[]) id`)
  await db.run(sql`
    insert into accounts (merchant_id, account_id, mode, provider, merchant_name, upi_id, is_current, created_at)
    select id, 'acc_1', 'live', 'paytm', 'Tea', id || '@examplebank', true, now() from unnest(${ids}::text[]) id`)
  const secrets = secretsFrom((await findDataKey(db, { appKey: undefined, dataDir })).dataKey)
  const source = { source: 'paytm-v3', credentials: PAYTM_MERCHANT } as const
  for (const merchantId of ids)
    await db.transaction((tx) =>
      saveSource(tx, secrets, { merchantId, accountId: 'acc_1' }, source, new Date()),
    )
  return ids
}

/** Open orders whose pages were opened at any time of the last twenty minutes. Written without triggers. */
const addOrders = async (db: Database, merchants: readonly string[]): Promise<Date[]> => {
  const now = new Date()
  const rows = Array.from({ length: ORDERS }, (_, n) => {
    const from = new Date(now.getTime() - (n / ORDERS) * SPREAD_SECONDS * 1000)
    const expiresAt = new Date(from.getTime() + 2 * SPREAD_SECONDS * 1000)
    return {
      id: randomIds.ulid(from),
      merchant: merchants[n % merchants.length],
      n,
      from,
      expires: expiresAt,
      next: nextCheckAt({ checksFrom: from, expiresAt }, now),
    }
  })
  const client = await db.pool.connect()
  try {
    await client.query('set session_replication_role = replica')
    await client.query(
      `insert into orders (merchant_id, order_id, mode, account_id, client_txn_id, request_hash, status, version,
         amount_paise, payable_paise, purpose, customer_name, customer_email, customer_mobile, redirect_url, created_at,
         window_seconds, expires_at, opened_at, checks_from, next_check_at)
       select merchant, id, 'live', 'acc_1', 'CHECK-' || n, '\\x00', 'pending', 2, 49900 + n, 49900 + n, 'Tea', 'Asha Rao',
         'asha@example.com', '9876543210', 'https://shop.example.com/', "from", 2400, expires, "from", "from", next
       from json_to_recordset($1::json) as r (id text, merchant text, n int, "from" timestamptz, expires timestamptz,
         next timestamptz)`,
      [JSON.stringify(rows)],
    )
    await client.query('set session_replication_role = origin')
    await client.query('analyze orders')
  } finally {
    client.release()
  }
  return rows.map(({ from }) => from)
}

/** Counts the status calls that the schedule requires in that time. */
const countDue = (opened: readonly Date[], from: number, to: number): number =>
  opened.reduce(
    (sum, at) =>
      sum +
      SCHEDULE_SECONDS.filter((step) => at.getTime() + step * 1000 >= from && at.getTime() + step * 1000 < to)
        .length,
    0,
  )

interface Checked {
  readonly sent: number
  readonly due: number
  readonly seconds: number
  /** Database transactions a second, under load and idle. */
  readonly transactions: number
  readonly idleTransactions: number
  readonly megabytes: number | undefined
  readonly idleMegabytes: number | undefined
  readonly isQuiet: boolean
}

const figuresOf = (checked: Checked): Figure[] => {
  const { sent, due, seconds, transactions, idleTransactions, megabytes, idleMegabytes, isQuiet } = checked
  const growth = (megabytes ?? 0) - (idleMegabytes ?? 0)
  const perCall = transactions / Math.max(1, sent / seconds)
  const isMet = sent / due >= SENT_GOAL
  return [
    {
      what: 'status calls sent of those that the schedule wants',
      measured: `${digits(sent / due, 3)}: ${digits(sent / seconds, 0)} a second`,
      goal: `≥ ${SENT_GOAL}`,
      ...(isMet || isQuiet ? { met: isMet } : {}),
    },
    {
      what: 'memory of the server, beyond that of an idle one',
      measured: `${digits(growth, 0)} MB (${digits(megabytes ?? 0, 0)} MB in all)`,
      goal: `< ${GROWTH_MB_GOAL} MB`,
      ...(megabytes === undefined ? {} : { met: growth < GROWTH_MB_GOAL }),
    },
    {
      what: 'database transactions a status call',
      measured: `${digits(perCall, 1)} (${digits(transactions, 0)} a second, ${digits(idleTransactions, 1)} when idle)`,
      goal: `≤ ${QUERIES_GOAL}`,
      met: perCall <= QUERIES_GOAL,
    },
  ]
}

export const measureOrderChecks = async (ending: AbortSignal): Promise<Chapter> => {
  const paytm = await startFakePaytm(PAYTM_MERCHANT, () => new Date())
  const dataDir = makeDataDir()
  const galla = await startGalla(dataDir, ending, [], { PAYTM_URL: paytm.url })
  const db = databaseOf(galla.database)
  try {
    const merchants = await addMerchants(db, dataDir)
    const idleMegabytes = residentMegabytes(galla.pid)
    const idleFrom = await transactionsOf(db)
    await pause(5_000)
    const idleTransactions = ((await transactionsOf(db)) - idleFrom) / 5
    const opened = await addOrders(db, merchants)
    await pause(RAMP_SECONDS * 1000)
    const endUsage = startUsage(galla.pid)
    const [transactionsFrom, callsFrom, from] = [await transactionsOf(db), paytm.requests.length, Date.now()]
    await pause(SECONDS * 1000)
    const [sent, to] = [paytm.requests.length - callsFrom, Date.now()]
    const seconds = (to - from) / 1000
    const transactions = ((await transactionsOf(db)) - transactionsFrom) / seconds
    const usage = endUsage()
    const checked = {
      sent,
      due: countDue(opened, from, to),
      seconds,
      transactions,
      idleTransactions,
      megabytes: residentMegabytes(galla.pid),
      idleMegabytes,
      isQuiet: usage === undefined || usage.others <= OTHERS_MAX,
    }
    return {
      title: 'Open orders under check',
      how: `${digits(ORDERS, 0)} open orders of ${MERCHANTS} live accounts, opened evenly over the last ${SPREAD_SECONDS / 60} minutes, asked about at a stand-in for Paytm in the bench's own process, for ${SECONDS} s after ${RAMP_SECONDS} s that are not counted.`,
      figures: [...figuresOf(checked), ...usageFigures('a status call', sent, usage)],
    }
  } finally {
    await db.close()
    await galla.stop()
    await paytm.close()
    removeDataDir(dataDir)
  }
}
