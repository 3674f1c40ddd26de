import type { listAlerts as endpoint, AlertRow as Row } from '@galla/contract/bank-alerts/alerts'
import { EMAIL_REFUSALS } from '@galla/contract/bank-emails/bank-emails'
import type { QueryOf, ReplyOf } from '@galla/contract/endpoint'
import { alertHints } from '@galla/upi/alert-hints'
import { toRupeeNumber } from '@galla/upi/rupees'
import { findMerchantCredit } from '../ledger/credit-store.ts'
import type { SessionCaller } from '../merchants/caller.ts'
import type { Secrets } from '../platform/crypto/crypto.ts'
import { COUNTED_MAX, paginationOf } from '../platform/cursor.ts'
import type { Platform } from '../platform/feature.ts'
import { Refusal } from '../platform/refusal.ts'
import { readingOf } from './alert-reading.ts'
import {
  type AlertRow,
  countAlerts,
  findAlert,
  findLastAlertAt,
  listAlerts,
  listAlertsOfCredit,
} from './alert-store.ts'
import { openAlert } from './stored-alert.ts'

type Deps = Pick<Platform, 'db' | 'secrets'>
type Caller = Pick<SessionCaller, 'merchantId' | 'mode'>

const rowFrom = (secrets: Secrets, row: AlertRow): Row => {
  const stored = openAlert(secrets, row)
  const { email, isSecret = false, text, title, sender } = stored
  const message = { text, title, sender }
  const { amount, utr } = alertHints(message.text === '' ? (message.title ?? '') : message.text)
  return {
    id: row.alertId,
    ...message,
    receivedAt: row.receivedAt.toISOString(),
    channel: row.channel,
    outcome: row.outcome,
    refusal: email !== undefined && 'refusal' in email ? EMAIL_REFUSALS[email.refusal] : null,
    reading: readingOf(stored.read),
    isSecret,
    creditId: row.creditId,
    found: { amount: amount === undefined ? null : toRupeeNumber(amount), utr: utr ?? null },
  }
}

/** Returns a page of received messages, the newest first. */
export const readAlerts = async (
  { db, secrets }: Deps,
  { merchantId, mode }: Caller,
  query: QueryOf<typeof endpoint>,
): Promise<ReplyOf<typeof endpoint>> => {
  const { outcome, page, limit } = query
  const [rows, counted, last] = await Promise.all([
    listAlerts(db, merchantId, mode, outcome, { offset: (page - 1) * limit, limit }),
    countAlerts(db, merchantId, mode, outcome, COUNTED_MAX),
    findLastAlertAt(db, merchantId, mode),
  ])
  return {
    data: rows.map((row) => rowFrom(secrets, row)),
    lastReceivedAt: last?.toISOString() ?? null,
    pagination: paginationOf(counted, query),
  }
}

export const readAlertRow = async (
  { db, secrets }: Deps,
  { merchantId, mode }: Caller,
  alertId: string,
): Promise<Row> => {
  const row = await findAlert(db, merchantId, mode, alertId)
  if (row === undefined) throw new Refusal('not_found')
  return rowFrom(secrets, row)
}

const SHOWN_OF_CREDIT_MAX = 20

/** Lists the messages that report one payment, in the bank's own words. */
export const readAlertsOfCredit = async (
  { db, secrets }: Deps,
  { merchantId, mode }: Caller,
  creditId: string,
): Promise<Row[]> => {
  if ((await findMerchantCredit(db, merchantId, mode, creditId)) === undefined)
    throw new Refusal('credit_not_found')
  const rows = await listAlertsOfCredit(db, merchantId, mode, creditId, SHOWN_OF_CREDIT_MAX)
  return rows.map((row) => rowFrom(secrets, row))
}
