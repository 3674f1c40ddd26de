import { lockMerchant } from '../../merchants/merchant-store.ts'
import { sha256 } from '../../platform/crypto/crypto.ts'
import type { Queryable, Transaction } from '../../platform/database/database.ts'
import {
  deleteKnownDevices,
  deleteSurplusDevices,
  isKnownDevice,
  saveKnownDevice,
} from './known-device-store.ts'

/**
 * A browser that has logged in to an account keeps a token. Its failures are counted apart from those of other browsers, so that
 * a stranger who fails on purpose never keeps the owner out of their own browser. It proves nothing else: the password is asked
 * as always. (OWASP: Slow Down Online Guessing Attacks with Device Cookies.)
 */
export const DEVICE_SECONDS = 365 * 24 * 60 * 60
/** Of one merchant: the one that was used longest ago gives way. */
export const DEVICES_MAX = 10

/** The token, if this browser is known to the account of this e-mail address. */
export const findKnownDevice = async (
  db: Queryable,
  email: string | undefined,
  token: string | undefined,
  now: Date,
): Promise<string | undefined> => {
  if (email === undefined || token === undefined) return undefined
  const usedAfter = new Date(now.getTime() - DEVICE_SECONDS * 1000)
  return (await isKnownDevice(db, email, sha256(token), usedAfter)) ? token : undefined
}

/** Part of a login, in a transaction that holds the merchant's row: otherwise many at once would keep more than `DEVICES_MAX`. */
export const rememberDevice = async (
  tx: Transaction,
  merchantId: string,
  token: string,
  now: Date,
): Promise<void> => {
  const tokenHash = sha256(token)
  await saveKnownDevice(tx, merchantId, tokenHash, now)
  await deleteSurplusDevices(tx, merchantId, tokenHash, DEVICES_MAX)
}

/**
 * To be called wherever the password, the e-mail address or the second factor changes, as the first statement of the transaction
 * or right after another that locks the merchant's row: a login under way waits for it, and then finds that things have changed.
 */
export const forgetKnownDevices = async (tx: Transaction, merchantId: string): Promise<void> => {
  await lockMerchant(tx, merchantId)
  await deleteKnownDevices(tx, merchantId)
}
