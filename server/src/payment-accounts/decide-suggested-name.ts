import type { BodyOf } from '@galla/contract/endpoint'
import type { decideSuggestedName as endpoint } from '@galla/contract/payment-accounts/accounts'
import { isSameName } from '@galla/contract/payment-accounts/payee-name'
import { recordSecurityEvent } from '../auth/security-events/record-security-event.ts'
import { assertNotSuspended } from '../merchants/assert-not-suspended.ts'
import type { SessionCaller } from '../merchants/caller.ts'
import { lockMerchant } from '../merchants/merchant-store.ts'
import type { Queryable } from '../platform/database/database.ts'
import type { Platform } from '../platform/feature.ts'
import { Refusal } from '../platform/refusal.ts'
import type { LiveAccount, SuggestedName } from './account.ts'
import { findCurrentLiveAccount } from './account-store.ts'
import { dismissReportedName, findReportedName, updateRegisteredName } from './payee-name-store.ts'

/** Finds a reported payee name that customers would not recognize as the shown name. */
export const findSuggestedName = async (
  db: Queryable,
  merchantId: string,
  { accountId, merchantName, registeredName }: LiveAccount,
): Promise<SuggestedName | undefined> => {
  const reported = await findReportedName(db, { merchantId, accountId })
  const shown = registeredName === '' ? merchantName : registeredName
  return reported === undefined || isSameName(reported.name, shown) ? undefined : reported
}

/** Accepts or dismisses a suggested name. One that was decided or replaced meanwhile changes nothing. */
export const decideSuggestedName = (
  deps: Pick<Platform, 'db' | 'clock' | 'ids'>,
  { merchantId, client }: SessionCaller,
  { name, accept }: BodyOf<typeof endpoint>,
): Promise<void> =>
  deps.db.transaction(async (tx) => {
    await lockMerchant(tx, merchantId)
    await assertNotSuspended(tx, merchantId)
    const account = await findCurrentLiveAccount(tx, merchantId)
    if (account === undefined) throw new Refusal('account_not_found')
    const suggested = await findSuggestedName(tx, merchantId, account)
    if (suggested?.name !== name) return
    const key = { merchantId, accountId: account.accountId }
    if (!accept) {
      await dismissReportedName(tx, key, suggested, deps.clock.now())
      return
    }
    await updateRegisteredName(tx, key, name)
    await recordSecurityEvent(tx, deps, { merchantId, client, kind: 'payee_name_changed', subject: name })
  })
