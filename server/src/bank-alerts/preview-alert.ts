import type { Understood } from '@galla/contract/bank-alerts/alerts'
import { toRupeeNumber } from '@galla/upi/rupees'
import type { SessionCaller } from '../merchants/caller.ts'
import { sha256 } from '../platform/crypto/crypto.ts'
import type { Platform } from '../platform/feature.ts'
import { Refusal } from '../platform/refusal.ts'
import { readingOf } from './alert-reading.ts'
import { findCurrentAccount, findTokenAccount } from './alert-token-store.ts'
import { findAccountDigits } from './digits/account-digits-store.ts'
import { type Forwarded, readForwarded } from './forwarded-alert.ts'
import { findAlertSettings } from './rails-store.ts'
import { readAlert } from './read-alert.ts'

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
