import { isDeepStrictEqual } from 'node:util'
import type { AccountRails, AlertSource, Understood } from '@galla/contract/bank-alerts/alerts'
import { toRupeeNumber } from '@galla/upi/rupees'
import { recordSecurityEvent } from '../auth/security-events/record-security-event.ts'
import type { SessionCaller } from '../merchants/caller.ts'
import { findPing } from '../payment-accounts/source-health-store.ts'
import { sha256 } from '../platform/crypto/crypto.ts'
import type { Database } from '../platform/database/database.ts'
import { Refusal } from '../platform/refusal.ts'
import { readingOf } from './alert-reading.ts'
import { countAlertsOfAccount } from './alert-store.ts'
import { type AlertTokenDeps, findAlertAddress } from './alert-token.ts'
import { findCurrentAccount, findTokenAccount } from './alert-token-store.ts'
import { type Forwarded, readForwarded } from './forwarded-alert.ts'
import { findAlertSettings, lockAlertSettings, updateLastDigits, updateRails } from './rails-store.ts'
import { readAlert } from './read-alert.ts'
import { listRefusedAlerts } from './refused-alert-store.ts'

const DAY_MS = 86_400_000

/** Reads the state of the phone that forwards to the mode's current account. Creates no address. */
export const readAlertSource = async (
  deps: AlertTokenDeps,
  { merchantId, mode }: Pick<SessionCaller, 'merchantId' | 'mode'>,
): Promise<AlertSource> => {
  const account = await findCurrentAccount(deps.db, merchantId, mode)
  if (account === undefined) throw new Refusal('account_not_found')
  const { account_id: accountId, upi_id: upiId } = account
  const since = new Date(deps.clock.now().getTime() - DAY_MS)
  const [address, { last, counts }, alertSettings, refused, { pingedAt, unusedSince }] = await Promise.all([
    findAlertAddress(deps, merchantId, accountId),
    countAlertsOfAccount(deps.db, { merchantId, mode, accountId }, since),
    findAlertSettings(deps.db, merchantId, mode),
    listRefusedAlerts(deps.db, { merchantId, accountId }, since),
    findPing(deps.db, { merchantId, accountId }, 'phone'),
  ])
  if (alertSettings === undefined) throw new Refusal('account_not_found')
  return {
    upiId,
    ...alertSettings,
    alertUrl: address?.url ?? null,
    addressSince: address?.since.toISOString() ?? null,
    lastReceivedAt: last?.toISOString() ?? null,
    lastPingAt: pingedAt?.toISOString() ?? null,
    unusedSince: unusedSince?.toISOString() ?? null,
    lastDay: { credit: 0, ignored: 0, unread: 0, untrusted: 0, ...counts },
    signedSince: address?.signedSince?.toISOString() ?? null,
    refused: refused.map(({ reason, messages, last: at }) => ({
      reason,
      messages,
      lastAt: at.toISOString(),
    })),
  }
}

/** Shows how a message would be read for the mode's current account. Stores nothing. */
export const previewAlert = async (
  { db }: { readonly db: Database },
  { merchantId, mode }: Pick<SessionCaller, 'merchantId' | 'mode'>,
  message: Omit<Forwarded, 'times'>,
): Promise<Understood> => {
  const { rails, lastDigits = null } = (await findAlertSettings(db, merchantId, mode)) ?? {}
  return toPreview({ ...message, lastDigits }, rails?.others === 'keep')
}

const toPreview = (message: Omit<Forwarded, 'times'>, keepsOtherRails: boolean): Understood => {
  const read = readAlert(message)
  const credit = read.reading.kind === 'credit' ? read.reading : undefined
  return {
    outcome: keepsOtherRails ? read.outcomeIfKept : read.outcome,
    reading: readingOf(read),
    amount: credit === undefined ? null : toRupeeNumber(credit.amount),
    utr: credit?.utr ?? null,
    payerUpiId: credit?.payerVpa ?? null,
    payerName: credit?.payerName ?? null,
  }
}

/** Shows how a message would be read for a forwarder that sends a test request. Stores nothing. */
export const previewForwarded = async (
  { db }: { readonly db: Database },
  token: string,
  raw: string,
  contentType: string,
): Promise<Understood> => {
  const account = await findTokenAccount(db, sha256(token))
  if (account === undefined) throw new Refusal('not_found')
  const [message = { text: '', title: null, sender: null }] = readForwarded(raw, contentType)
  return toPreview({ ...message, lastDigits: account.last_digits }, account.keeps_other_rails)
}

type SettingDeps = Pick<AlertTokenDeps, 'db' | 'clock' | 'ids'>
type SettingCaller = Pick<SessionCaller, 'merchantId' | 'mode' | 'client'>

/** Changes the rails of the mode's current account. Earlier messages stay as they are. */
export const changeRails = (
  deps: SettingDeps,
  { merchantId, mode, client }: SettingCaller,
  rails: AccountRails,
): Promise<AccountRails> =>
  deps.db.transaction(async (tx) => {
    const before = await lockAlertSettings(tx, merchantId, mode)
    if (before === undefined) throw new Refusal('account_not_found')
    if (isDeepStrictEqual(before.rails, rails)) return rails
    await updateRails(tx, merchantId, mode, rails)
    const counted = ['UPI', ...(rails.imps ? ['IMPS'] : []), ...(rails.unknown ? ['unknown'] : [])].join(', ')
    const subject = `${mode} mode, ${counted} settle, others: ${rails.others}`
    await recordSecurityEvent(tx, deps, { merchantId, client, kind: 'rails_changed', subject })
    return rails
  })

/** Changes the last digits of the current account's number. */
export const changeLastDigits = (
  deps: SettingDeps,
  { merchantId, mode, client }: SettingCaller,
  lastDigits: string | null,
): Promise<void> =>
  deps.db.transaction(async (tx) => {
    const before = await lockAlertSettings(tx, merchantId, mode)
    if (before === undefined) throw new Refusal('account_not_found')
    if (before.lastDigits === lastDigits) return
    await updateLastDigits(tx, merchantId, mode, lastDigits)
    const subject = `${mode} mode, ${before.lastDigits ?? 'all accounts'} to ${lastDigits ?? 'all accounts'}`
    await recordSecurityEvent(tx, deps, { merchantId, client, kind: 'last_digits_changed', subject })
  })
