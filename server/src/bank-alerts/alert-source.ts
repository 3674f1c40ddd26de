import { isDeepStrictEqual } from 'node:util'
import type { NamedDigits } from '@galla/contract/bank-alerts/account-digits'
import type { AccountRails, AlertSource } from '@galla/contract/bank-alerts/alerts'
import { DAY_MS } from '@galla/contract/durations'
import { recordSecurityEvent } from '../auth/security-events/record-security-event.ts'
import type { SessionCaller } from '../merchants/caller.ts'
import { findPing } from '../payment-accounts/source-health-store.ts'
import { Refusal } from '../platform/refusal.ts'
import { countAlertsOfAccount } from './alert-store.ts'
import { type AlertTokenDeps, findAlertAddress } from './alert-token.ts'
import { findCurrentAccount } from './alert-token-store.ts'
import { findAccountDigits, lockNamedDigits, updateDigitsAnswer } from './digits/account-digits-store.ts'
import { findAlertSettings, lockAlertSettings, updateLastDigits, updateRails } from './rails-store.ts'
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
