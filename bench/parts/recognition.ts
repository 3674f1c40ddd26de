import { setTimeout as pause } from 'node:timers/promises'
import {
  CORPUS,
  type CorpusMessage,
  channelOf,
  ofAccount,
  paidNow,
  SOURCES_MIN,
  sourcesOf,
  withAmount,
} from '@galla/upi/corpus-harness'
import type { Database } from '../../server/src/platform/database/database.ts'
import { SCHEDULE_SECONDS } from '../../server/src/status-checks/claim-checks.ts'
import { startFakeDns } from '../../server/testing/fake-dns.ts'
import { PAYTM_MERCHANT, startFakePaytm } from '../../server/testing/fake-paytm.ts'
import { seededRandom } from '../../server/testing/seeded-random.ts'
import { type MailboxShop, openMailboxShop, WRITING_BANKS } from '../bank-mailbox.ts'
import { call } from '../call.ts'
import { databaseOf } from '../galla-database.ts'
import { makeDataDir, removeDataDir, startGalla } from '../galla-process.ts'
import { percentile } from '../percentile.ts'
import {
  newUtr,
  OPENED_OVER_MS,
  PAID_AFTER_MEDIAN_MS,
  PAID_AFTER_MS_MIN,
  type Payer,
  type Payment,
  payersOf,
  type Report,
  registerPayer,
  runPayments,
  type Setting,
  sendByPhone,
} from '../recognized-payments.ts'
import { type Chapter, digits, type Figure } from '../report.ts'

const WITHIN_MS = 10_000
const SHARE_GOAL = 0.99
const ONE_PHONE_GOAL = 0.95
const CHECK_EVERY_MS = 50
const CREDITS = CORPUS.filter(({ is }) => is.ignored === undefined && is.rail === 'upi')
const NO_CREDITS = CORPUS.filter(({ is }) => is.ignored !== undefined)
const OF_PHONES = CREDITS.filter(({ channel }) => channel !== 'email')

/** When each order was seen to be settled. */
const watchSettled = (
  db: Database,
  ending: AbortSignal,
): { settledMs: Map<string, number>; done: Promise<void> } => {
  const settledMs = new Map<string, number>()
  const watch = async (): Promise<void> => {
    while (!ending.aborted) {
      const { rows } = await db.pool.query(`select order_id from orders where status = 'success'`)
      for (const { order_id: id } of rows) if (!settledMs.has(id)) settledMs.set(id, performance.now())
      await pause(CHECK_EVERY_MS)
    }
  }
  return { settledMs, done: watch() }
}

/** When the payments that took longer were made, after the opening of their pages. */
const lateFigure = (payments: readonly Payment[], settledMs: ReadonlyMap<string, number>): Figure => {
  const late = payments
    .filter(
      ({ orderId, paidMs }) => !((settledMs.get(orderId) ?? Number.POSITIVE_INFINITY) - paidMs <= WITHIN_MS),
    )
    .map(({ waitedMs }) => Math.round(waitedMs / 1000))
    .toSorted((a, b) => a - b)
  return {
    what: 'phone and provider: the others were paid, after the opening of the page',
    measured: late.length === 0 ? 'none' : `after ${late.join(', ')} s`,
  }
}

interface Settled {
  readonly count: number
  readonly ofPaid: number
  readonly latencies: readonly number[]
}

const settledOf = (payments: readonly Payment[], settledMs: ReadonlyMap<string, number>): Settled => {
  const latencies = payments.flatMap(({ orderId, paidMs }) => {
    const ms = (settledMs.get(orderId) ?? Number.POSITIVE_INFINITY) - paidMs
    return ms <= WITHIN_MS ? [ms] : []
  })
  return { count: latencies.length, ofPaid: payments.length, latencies }
}

/** Counts the banks and apps of which all, some or none of these payments were settled in time. */
const banksFigure = (
  what: string,
  payments: readonly Payment[],
  settledMs: ReadonlyMap<string, number>,
): Figure => {
  const of = { all: 0, some: 0, none: 0 }
  for (const own of Map.groupBy(payments, ({ message }) => message.bank).values()) {
    const { count, ofPaid } = settledOf(own, settledMs)
    of[count === ofPaid ? 'all' : count > 0 ? 'some' : 'none'] += 1
  }
  return {
    what: `${what}: banks and apps by how many of their wordings settle`,
    measured: `all in ${of.all}, some in ${of.some}, none in ${of.none}`,
  }
}

const shareFigure = (what: string, settled: Settled, goal: number | undefined): Figure => {
  const share = settled.count / settled.ofPaid
  const [p50, p95] = [percentile(settled.latencies, 0.5), percentile(settled.latencies, 0.95)]
  return {
    what,
    measured: `${digits(100 * share, 1)} %: ${settled.count} of ${settled.ofPaid} (p50 ${digits(p50 / 1000, 1)} s, p95 ${digits(p95 / 1000, 1)} s)`,
    ...(goal !== undefined && { goal: `≥ ${digits(100 * goal, 0)} %`, met: share >= goal }),
  }
}

/** Lists the orders that a wrong payment settled. */
const countWrong = async (db: Database, payments: readonly Payment[]): Promise<number> => {
  const { rows } = await db.pool.query<{ order_id: string; utr: string | null }>(
    `select o.order_id, c.utr from orders o
     join credits c on c.merchant_id = o.merchant_id and c.credit_id = o.settled_by_credit_id`,
  )
  const utrs = new Map(rows.map(({ order_id: id, utr }) => [id, utr]))
  return payments.filter(({ orderId, message }) => {
    const { utr } = message.is
    return utr !== undefined && utrs.has(orderId) && utrs.get(orderId) !== utr
  }).length
}

/** Counts the messages of these merchants by outcome. */
const outcomesOf = async (db: Database, payers: Iterable<Payer>): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await db.pool.query<{ outcome: string; n: string }>(
    `select case when a.outcome = 'credit' and c.utr is null then 'credit without a UTR' else a.outcome end as outcome,
       count(*) as n
     from alerts a left join credits c on c.merchant_id = a.merchant_id and c.credit_id = a.credit_id
     where a.merchant_id = any($1) group by 1`,
    [[...payers].map(({ merchant }) => merchant.merchantId)],
  )
  return new Map(rows.map(({ outcome, n }) => [outcome, Number(n)]))
}

/** The merchant's screen shows the amount as soon as the message is stored. */
const readFigure = (outcomes: ReadonlyMap<string, number>): Figure => {
  const read = [...outcomes].reduce(
    (sum, [outcome, n]) => (/^(?:credit|untrusted)/.test(outcome) ? sum + n : sum),
    0,
  )
  const share = read / OF_PHONES.length
  return {
    what: 'one phone: settled, or shown to the merchant to be matched',
    measured: `${digits(100 * share, 1)} %: ${read} of ${OF_PHONES.length}`,
    goal: `≥ ${digits(100 * SHARE_GOAL, 0)} %`,
    met: share >= SHARE_GOAL,
  }
}

type Payers = ReadonlyMap<string, Payer>

/** The ends of the account numbers of shops with unique amounts. */
const DIGITS = '1234'
/** Below the amount that one source proves. */
const priceBelowCap = (_message: CorpusMessage, n: number): string => `${400 + (n % 4_000)}.00`

/** As the merchant says of the first heard payment: this account, this app. */
const giveUniqueAmounts = async (db: Database, origin: string, payers: Payers): Promise<void> => {
  for (const [bank, { merchant }] of payers) {
    const app = OF_PHONES.find((message) => message.bank === bank && message.channel === 'app')?.sender
    await db.pool.query('update accounts set unique_amounts = true, heard_app = $2 where merchant_id = $1', [
      merchant.merchantId,
      app ?? null,
    ])
    await call(origin, '/api/v1/user/account-last-digits', {
      body: { lastDigits: DIGITS },
      headers: merchant.headers,
    })
  }
}

const sourceOf = (message: CorpusMessage): string =>
  `${channelOf(message)}, ${sourcesOf(message.shape) >= SOURCES_MIN ? 'two sources' : 'one source or our own'}`

interface Shops {
  /** With unique amounts. */
  readonly lowered: Payers
  readonly alone: Payers
  readonly withProvider: Payers
  readonly providerAlone: Payers
  readonly withMailbox: readonly MailboxShop[]
  /** Gets messages that report no payment. */
  readonly stranger: Payer
}

/** Payments that are reported by a phone alone, by phone and provider, by the provider alone, and by phone and mailbox. */
const payAll = async (
  setting: Setting,
  { lowered, alone, withProvider, providerAlone, withMailbox, stranger }: Shops,
) => {
  const { origin, paytm } = setting
  const byPhone: Report = (payer, message) => sendByPhone(origin, payer, message)
  const byProvider: Report = async (_payer, message, order) => {
    const { amount = '', utr = newUtr() } = message.is
    paytm.setPayment(order.order_id, { status: 'TXN_SUCCESS', amount, utr })
  }
  const payingByPhone = (payers: Payers, report: Report) =>
    runPayments(setting, OF_PHONES, ({ bank }) => payers.get(bank), report)
  const payingByMailbox = withMailbox.map(({ bank, payer, deliver }) => {
    const messages = CREDITS.filter((message) => message.bank === bank.id && message.channel !== 'app')
    return runPayments(
      setting,
      messages,
      () => payer,
      async (_payer, message, order) => {
        await deliver(message)
        const hasSms = message.channel === 'sms' && Number(message.is.amount) > bank.smsAboveRupees
        if (hasSms) await byPhone(payer, message, order)
      },
    )
  })
  const [byLowered, byPhones, byBoth, byProviders] = await Promise.all([
    runPayments(
      setting,
      OF_PHONES,
      ({ bank }) => lowered.get(bank),
      (payer, message, { amount }) =>
        sendByPhone(origin, payer, ofAccount(paidNow(withAmount(message, amount), new Date()), DIGITS)),
      priceBelowCap,
    ),
    payingByPhone(alone, byPhone),
    payingByPhone(withProvider, async (payer, message, order) => {
      await byProvider(payer, message, order)
      await byPhone(payer, message, order)
    }),
    payingByPhone(providerAlone, byProvider),
    sendOthers(setting, stranger),
  ])
  return {
    byLowered,
    byPhones,
    byBoth,
    byProviders,
    byMailboxes: (await Promise.all(payingByMailbox)).flat(),
  }
}

const measure = async (
  setting: Setting,
  db: Database,
  mailboxes: readonly MailboxShop[],
): Promise<Figure[]> => {
  const { origin } = setting
  const lowered = await payersOf(origin, OF_PHONES, false)
  await giveUniqueAmounts(db, origin, lowered)
  const shops: Shops = {
    lowered,
    alone: await payersOf(origin, OF_PHONES, false),
    withProvider: await payersOf(origin, OF_PHONES, true),
    providerAlone: await payersOf(origin, OF_PHONES, true),
    withMailbox: mailboxes,
    stranger: await registerPayer(origin, false),
  }
  const watching = new AbortController()
  const { settledMs, done } = watchSettled(db, watching.signal)
  const paid = await payAll(setting, shops).catch(async (error: unknown) => {
    // The watcher reads the database, which the caller closes.
    watching.abort()
    await done
    throw error
  })
  const { byLowered, byPhones, byBoth, byProviders, byMailboxes } = paid
  await pause(WITHIN_MS + 1_000)
  watching.abort()
  await done
  const outcomes = await outcomesOf(db, shops.alone.values())
  const wrong = await countWrong(db, [...byLowered, ...byPhones, ...byBoth, ...byProviders, ...byMailboxes])
  const { rows } = await db.pool.query('select count(*) as n from credits where merchant_id = $1', [
    shops.stranger.merchant.merchantId,
  ])
  const share = (what: string, payments: readonly Payment[], hasGoal: boolean): Figure =>
    shareFigure(
      `${what}: settled within 10 s`,
      settledOf(payments, settledMs),
      hasGoal ? SHARE_GOAL : undefined,
    )
  const banks = (what: string, payments: readonly Payment[]): Figure => banksFigure(what, payments, settledMs)
  return [
    share('phone and provider', byBoth, true),
    banks('phone and provider', byBoth),
    lateFigure(byBoth, settledMs),
    share('phone and mailbox, HDFC Bank and Axis Bank', byMailboxes, true),
    ...[...Map.groupBy(byLowered, ({ message }) => sourceOf(message))]
      .toSorted()
      .map(([source, payments]) =>
        shareFigure(
          `one phone, lowered amounts, ${source}: settled within 10 s`,
          settledOf(payments, settledMs),
          source.endsWith('two sources') ? ONE_PHONE_GOAL : undefined,
        ),
      ),
    share('one phone, prices as in the messages', byPhones, false),
    banks('one phone, prices as in the messages', byPhones),
    readFigure(outcomes),
    {
      what: 'one phone, prices as in the messages: what became of them',
      measured: [...outcomes].map(([outcome, n]) => `${n} ${outcome}`).join(', '),
    },
    share('provider alone', byProviders, false),
    { what: 'orders settled by another payment', measured: digits(wrong, 0), goal: '0', met: wrong === 0 },
    {
      what: `credits from ${NO_CREDITS.length} messages that report no payment`,
      measured: rows[0].n,
      goal: '0',
      met: Number(rows[0].n) === 0,
    },
  ]
}

/** Sends messages that report no payment, between the payments. */
const sendOthers = async ({ origin, random }: Setting, payer: Payer): Promise<void> => {
  await Promise.all(
    NO_CREDITS.map(async (message) => {
      await pause(random() * OPENED_OVER_MS)
      await sendByPhone(origin, payer, message)
    }),
  )
}

/** Measures the time from a payment to the settlement of its order, with the messages of the corpus. */
export const measureRecognition = async (ending: AbortSignal): Promise<Chapter> => {
  const dns = await startFakeDns()
  const paytm = await startFakePaytm(PAYTM_MERCHANT, () => new Date())
  const dataDir = makeDataDir()
  // Mailboxes at private addresses and without TLS are refused in production.
  const galla = await startGalla(dataDir, ending, [], {
    NODE_ENV: 'development',
    PUBLIC_URL: '',
    IMAP_TLS: 'off',
    DNS_SERVERS: dns.server,
    PAYTM_URL: paytm.url,
  })
  const db = databaseOf(galla.database)
  const mailboxes: MailboxShop[] = []
  try {
    const { origin } = galla
    for (const bank of WRITING_BANKS) mailboxes.push(await openMailboxShop(origin, dns, bank))
    const setting: Setting = { origin, paytm, random: seededRandom(2026) }
    const figures = await measure(setting, db, mailboxes)
    return {
      title: 'Payments recognized within ten seconds',
      how: `Each UPI credit of the corpus (${CREDITS.length} of ${CORPUS.length} messages, of ${new Set(CREDITS.map(({ bank: id }) => id)).size} banks and apps) pays an order of its amount; with one phone also one of a lowered amount below Rs 5,000, by the same message with that amount, the shop's account and the time of now. Pages are opened over ${OPENED_OVER_MS / 60_000} minutes and paid after ${PAID_AFTER_MEDIAN_MS / 1000} s (median; at least ${PAID_AFTER_MS_MIN / 1000} s; some take minutes). Counted from the payment; messages and the provider (a stand-in for Paytm, asked on its schedule, from ${SCHEDULE_SECONDS[0]} s after the opening, and when a message settles nothing by itself) know of it at once. Left out: how long banks and phone networks take, messages that never come, mailboxes of other banks, and statements, which come days later.`,
      figures,
    }
  } finally {
    await db.close()
    await galla.stop()
    for (const mailbox of mailboxes) await mailbox.close()
    await paytm.close()
    dns.close()
    removeDataDir(dataDir)
  }
}
