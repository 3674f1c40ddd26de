import type { connectMerchant as endpoint } from '@galla/contract/accounts'
import type { BodyOf } from '@galla/contract/endpoint'
import { assertNotSuspended } from '../merchants/assert-not-suspended.ts'
import type { SessionCaller } from '../merchants/caller.ts'
import { holdMerchant } from '../merchants/hold-merchant.ts'
import { workInMode } from '../merchants/work-in-mode.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database.ts'
import type { Ids } from '../platform/ids.ts'
import { addJob } from '../platform/job-queue.ts'
import { Refusal } from '../platform/refusal.ts'
import { accountIdFrom, type LiveAccount } from './account.ts'
import { findCurrentLiveAccount, makeCurrent, retireLiveAccountsBut } from './account-store.ts'
import { PAYEE_CHANGED_JOB, type PayeeChanged } from './tell-payee-changed.ts'

export interface ConnectDeps {
  readonly db: Database
  readonly clock: Clock
  readonly ids: Ids
}

/**
 * From now on new live orders are paid to this account, and the session works in live mode: all of it or nothing. Two at once
 * follow one another, and the later one stays. Orders that exist keep the account they were made with. A changed payee is told
 * to the merchant by mail, because whoever could change it unseen could take his money.
 */
export const connectMerchant = async (
  { db, clock, ids }: ConnectDeps,
  caller: SessionCaller,
  form: BodyOf<typeof endpoint>,
): Promise<LiveAccount> => {
  const { merchantId } = caller
  const connectedAt = clock.now()
  return db.transaction(async (tx) => {
    await holdMerchant(tx, merchantId)
    await assertNotSuspended(tx, merchantId)
    const before = await findCurrentLiveAccount(tx, merchantId)
    await retireLiveAccountsBut(tx, merchantId, form.merchantUpiId)
    const account = await makeCurrent(tx, merchantId, {
      accountId: accountIdFrom(ids.ulid(connectedAt)),
      provider: form.merchantProvider,
      merchantName: form.merchantName,
      providerMerchantId: form.merchantId,
      upiId: form.merchantUpiId,
      isPersonal: form.isPersonalUpi ?? false,
      connectedAt,
    })
    await workInMode(tx, caller, 'live')
    if (before?.upiId !== account.upiId) {
      const told = { merchantId, upiId: account.upiId, before: before?.upiId ?? null } satisfies PayeeChanged
      await addJob(tx, PAYEE_CHANGED_JOB, told)
    }
    return account
  })
}

/** The account of new live orders, whatever mode the session works in. */
export const getMerchant = async (
  { db }: Pick<ConnectDeps, 'db'>,
  { merchantId }: SessionCaller,
): Promise<LiveAccount> => {
  const account = await findCurrentLiveAccount(db, merchantId)
  if (account === undefined) throw new Refusal('account_not_found')
  return account
}
