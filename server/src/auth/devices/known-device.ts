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
 * A browser that has logged in to an account keeps a token. Its failures are counted apart from those of other browsers, so that a stranger
 * who fails on purpose never locks the owner out of their own browser. It proves nothing else: the password is still required. (OWASP: Slow
 * Down Online Guessing Attacks with Device Cookies.)
 */
export const DEVICE_SECONDS = 365 * 24 * 60 * 60
/** Per merchant; the least recently used is removed. */
export const DEVICES_MAX = 10

/** Returns the token if this browser is known to the account of this email address. */
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

/**
 * Remembers the device during a login, in a transaction that locks the merchant's row: otherwise many logins at once could keep more than
 * `DEVICES_MAX`.
 */
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
 * Forgets all devices. Call it wherever the password, the email address or the second factor changes, first in the transaction or right
 * after locking the merchant's row: a login in progress waits for it, and then sees the change.
 */
export const forgetKnownDevices = async (tx: Transaction, merchantId: string): Promise<void> => {
  await lockMerchant(tx, merchantId)
  await deleteKnownDevices(tx, merchantId)
}
