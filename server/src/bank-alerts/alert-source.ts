import { isDeepStrictEqual } from 'node:util'
import type { NamedDigits } from '@galla/contract/bank-alerts/account-digits'
import type { AccountRails, AlertSource, Understood } from '@galla/contract/bank-alerts/alerts'
import { DAY_MS } from '@galla/contract/durations'
import { toRupeeNumber } from '@galla/upi/rupees'
import { recordSecurityEvent } from '../auth/security-events/record-security-event.ts'
import type { SessionCaller } from '../merchants/caller.ts'
import { findPing } from '../payment-accounts/source-health-store.ts'
import { sha256 } from '../platform/crypto/crypto.ts'
import type { Platform } from '../platform/feature.ts'
import { Refusal } from '../platform/refusal.ts'
import { readingOf } from './alert-reading.ts'
import { countAlertsOfAccount } from './alert-store.ts'
import { type AlertTokenDeps, findAlertAddress } from './alert-token.ts'
import { findCurrentAccount, findTokenAccount } from './alert-token-store.ts'
import { findAccountDigits, lockNamedDigits, updateDigitsAnswer } from './digits/account-digits-store.ts'
import { type Forwarded, readForwarded } from './forwarded-alert.ts'
import { findAlertSettings, lockAlertSettings, updateLastDigits, updateRails } from './rails-store.ts'
import { readAlert } from './read-alert.ts'
import { listRefusedAlerts } from './refused-alert-store.ts'

/** Reads the state of the phone that forwards to the mode's current account. Creates no address. */
export const readAlertSource = async (
  deps: AlertTokenDeps,
  { merchantId, mode }: Pick<SessionCaller, 'merchantId' | 'mode'>,
): Promise<AlertSource> => {
  const account = await findCurrentAccount(deps.db, merchantId, mode)
  if (account === undefined) throw new Refusal('account_not_found')
  const { account_id: accountId, upi_id: upiId } = account
  const now = deps.clock.now()
  const since = new Date(now.getTime() - DAY_MS)
  const [address, { last, counts }, alertSettings, refused, { pingedAt, unusedSince }, { namedDigits }] =
    await Promise.all([
      findAlertAddress(deps, merchantId, accountId),
      countAlertsOfAccount(deps.db, { merchantId, mode, accountId }, since),
      findAlertSettings(deps.db, merchantId, mode),
      listRefusedAlerts(deps.db, { merchantId, accountId }, since),
      findPing(deps.db, { merchantId, accountId }, 'phone'),
      findAccountDigits(deps.db, { merchantId, accountId }, now),
    ])
  if (alertSettings === undefined) throw new Refusal('account_not_found')
  return {
    upiId,
    ...alertSettings,
    namedDigits: [...namedDigits],
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
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { merchantId, mode }: Pick<SessionCaller, 'merchantId' | 'mode'>,
  message: Omit<Forwarded, 'times'>,
): Promise<Understood> => {
  const account = await findCurrentAccount(db, merchantId, mode)
  if (account === undefined) return toPreview(message, false)
  const [settings, digits] = await Promise.all([
    findAlertSettings(db, merchantId, mode),
    findAccountDigits(db, { merchantId, accountId: account.account_id }, clock.now()),
  ])
  return toPreview({ ...message, ...digits }, settings?.rails.others === 'keep')
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
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  token: string,
  raw: string,
  contentType: string,
): Promise<Understood> => {
  const account = await findTokenAccount(db, sha256(token))
  if (account === undefined) throw new Refusal('not_found')
  const [message = { text: '', title: null, sender: null }] = readForwarded(raw, contentType)
  const digits = await findAccountDigits(db, account, clock.now())
  return toPreview({ ...message, ...digits }, account.keepsOtherRails)
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

/** Stores what the merchant says of an account number that messages named. What already waits stays with the merchant. */
export const answerNamedDigits = (
  deps: SettingDeps,
  { merchantId, mode, client }: SettingCaller,
  { digits, isShops }: { readonly digits: string; readonly isShops: boolean },
): Promise<NamedDigits> =>
  deps.db.transaction(async (tx) => {
    const account = await findCurrentAccount(tx, merchantId, mode)
    if (account === undefined) throw new Refusal('account_not_found')
    const key = { merchantId, accountId: account.account_id }
    const before = await lockNamedDigits(tx, key, digits)
    if (before === undefined) throw new Refusal('not_found')
    const answered: NamedDigits = { digits, standing: isShops ? 'own' : 'other' }
    if (before.isShops === isShops) return answered
    await updateDigitsAnswer(tx, key, digits, isShops)
    const subject = `${mode} mode, ${digits} is ${isShops ? '' : 'not '}the shop's`
    await recordSecurityEvent(tx, deps, { merchantId, client, kind: 'last_digits_changed', subject })
    return answered
  })
