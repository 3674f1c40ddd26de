import { setTimeout as pause } from 'node:timers/promises'
import type { CreatedOrder } from '@galla/contract/orders/orders'
import type { Database } from '../../server/src/platform/database/database.ts'
import { createBankMail, creditText, SHOP_ADDRESS } from '../../server/testing/bank-mail.ts'
import { startFakeDns } from '../../server/testing/fake-dns.ts'
import { type FakeImap, startFakeImap } from '../../server/testing/fake-imap.ts'
import { call, dataOf } from '../call.ts'
import { databaseOf } from '../galla-database.ts'
import { makeDataDir, removeDataDir, startGalla } from '../galla-process.ts'
import { type BenchMerchant, CREATE_ORDER_PATH, ORDER_FIELDS, registerMerchant } from '../merchants.ts'
import { percentile } from '../percentile.ts'
import { type Chapter, digits } from '../report.ts'
import { startUsage, usageFigures } from '../usage.ts'

const EMAILS = 100
const EVERY_MS = 200
const P95_MS_GOAL = 2_000
const OTHERS_MAX = 0.3
const CONNECTED_MS_MAX = 20_000
const SETTLED_MS_MAX = 30_000
const FIRST_UTR = 920_000_000_000
const CHECK_EVERY_MS = 5

const amountOf = (n: number): string => `${1_000 + n}.00`

/** Connects a merchant's mailbox at `imap`, and waits until the program watches it. */
export const connectMailbox = async (
  origin: string,
  { headers }: BenchMerchant,
  imap: FakeImap,
): Promise<void> => {
  const server = { host: '127.0.0.1', port: imap.port, username: SHOP_ADDRESS, password: imap.password }
  const body = { ...server, folder: 'INBOX', bankWritesTo: SHOP_ADDRESS }
  await call(origin, '/api/v1/user/connect-mailbox', { body, headers })
  const untilMs = performance.now() + CONNECTED_MS_MAX
  while (performance.now() < untilMs) {
    const { mailbox } = dataOf<{ mailbox: { state: string } | null }>(
      await call(origin, '/api/v1/user/bank-email', { headers }),
    )
    if (mailbox?.state === 'connected') return
    await pause(CHECK_EVERY_MS)
  }
  throw new Error('the mailbox was not connected')
}

const createOrders = async (origin: string, { key }: BenchMerchant): Promise<string[]> => {
  const ids: string[] = []
  for (let n = 0; n < EMAILS; n += 1) {
    const body = { ...ORDER_FIELDS, amount: amountOf(n), client_txn_id: `email-${n}` }
    const headers = { authorization: `Bearer ${key}` }
    ids.push(dataOf<CreatedOrder>(await call(origin, CREATE_ORDER_PATH, { body, headers })).order_id)
  }
  return ids
}

/** Delivers the e-mail of each order, and returns the times until the orders were settled. */
const deliverAll = async (
  imap: FakeImap,
  db: Database,
  emails: readonly Buffer[],
  orders: readonly string[],
): Promise<number[]> => {
  const arrivedMs = new Map<string, number>()
  const settledMs = new Map<string, number>()
  const delivering = (async () => {
    for (const [n, email] of emails.entries()) {
      arrivedMs.set(orders[n] ?? '', performance.now())
      imap.deliver(email)
      await pause(EVERY_MS)
    }
  })()
  const untilMs = performance.now() + EMAILS * EVERY_MS + SETTLED_MS_MAX
  while (settledMs.size < EMAILS && performance.now() < untilMs) {
    const { rows } = await db.pool.query(`select order_id from orders where status = 'success'`)
    for (const { order_id: id } of rows) if (!settledMs.has(id)) settledMs.set(id, performance.now())
    await pause(CHECK_EVERY_MS)
  }
  await delivering
  return [...settledMs].map(([id, ms]) => ms - (arrivedMs.get(id) ?? 0))
}

/** Measures the time from the arrival of a bank's e-mail to the settlement of its order. */
export const measureBankEmails = async (ending: AbortSignal): Promise<Chapter> => {
  const dns = await startFakeDns()
  const imap = await startFakeImap({ now: () => new Date() })
  const dataDir = makeDataDir()
  // Mailboxes at private addresses and without TLS are refused in production.
  const galla = await startGalla(dataDir, ending, [], {
    NODE_ENV: 'development',
    PUBLIC_URL: '',
    IMAP_TLS: 'off',
    DNS_SERVERS: dns.server,
  })
  const db = databaseOf(galla.database)
  try {
    const merchant = await registerMerchant(galla.origin, 1)
    await connectMailbox(galla.origin, merchant, imap)
    const orders = await createOrders(galla.origin, merchant)
    // The date of an e-mail is in whole seconds, and a payment comes after its order.
    await pause(1_000)
    const bank = createBankMail(dns, () => new Date())
    const emails: Buffer[] = []
    for (let n = 0; n < EMAILS; n += 1)
      emails.push(await bank.write({ text: creditText(amountOf(n), String(FIRST_UTR + n)) }))
    const endUsage = startUsage(galla.pid)
    const latencies = await deliverAll(imap, db, emails, orders)
    const usage = endUsage()
    const p95 = percentile(latencies, 0.95)
    const isQuiet = usage === undefined || usage.others <= OTHERS_MAX
    return {
      title: 'E-mails of a bank',
      how: `${EMAILS} signed e-mails, one each ${EVERY_MS} ms, arrive in a mailbox that Galla watches by IDLE; each pays an order.`,
      figures: [
        {
          what: 'orders that were settled',
          measured: `${digits(latencies.length, 0)} of ${EMAILS}`,
          goal: 'each',
          met: latencies.length === EMAILS,
        },
        {
          what: 'from arrival to settlement, p95',
          measured: `${digits(p95, 0)} ms (p50 ${digits(percentile(latencies, 0.5), 0)})`,
          goal: `< ${P95_MS_GOAL} ms`,
          ...(p95 < P95_MS_GOAL || isQuiet ? { met: p95 < P95_MS_GOAL } : {}),
        },
        ...usageFigures('an e-mail', EMAILS, usage),
      ],
    }
  } finally {
    await db.close()
    await galla.stop()
    await imap.close()
    dns.close()
    removeDataDir(dataDir)
  }
}
