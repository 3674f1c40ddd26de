import type { User } from '@galla/contract/auth/merchants'
import type { SessionCaller } from '../../merchants/caller.ts'
import { findMerchant } from '../../merchants/find-merchant.ts'
import { userOf } from '../../merchants/merchant.ts'
import { lockMerchant } from '../../merchants/merchant-store.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/feature.ts'
import { Refusal } from '../../platform/refusal.ts'
import { updateSessionShop } from '../sessions/session-store.ts'
import { findMember, listShopsOf, updateOpenedShop } from './member-store.ts'

/** Switches the session to a shop, in the mode that its owner used last. The next login opens it too. */
export const openShop = async (
  tx: Transaction,
  { clock }: Pick<Platform, 'clock'>,
  { personId, tokenHash }: Pick<SessionCaller, 'personId' | 'tokenHash'>,
  merchantId: string,
): Promise<void> => {
  const { mode, role } = await findMerchant({ db: tx }, merchantId)
  const shopId = merchantId === personId ? null : merchantId
  if (shopId === null ? role === 'guest' : (await findMember(tx, shopId, personId)) === undefined)
    throw new Refusal('not_found')
  await updateSessionShop(tx, personId, tokenHash, shopId, mode)
  await updateOpenedShop(tx, personId, shopId, clock.now())
}

/** A shop that the person does not work in is not found, as one that does not exist. */
export const switchShop = (
  deps: Pick<Platform, 'db' | 'clock'>,
  caller: SessionCaller,
  shopId: string,
): Promise<void> =>
  deps.db.transaction(async (tx) => {
    await lockMerchant(tx, caller.personId)
    if (shopId !== caller.personId && (await findMember(tx, shopId, caller.personId)) === undefined)
      throw new Refusal('not_found')
    await openShop(tx, deps, caller, shopId)
  })

/** The person of a session, with the role and the shop that it is in. */
export const describeUser = async (
  deps: Pick<Platform, 'db'>,
  { merchantId, personId, role, mode }: SessionCaller,
): Promise<User> => {
  const person = await findMerchant(deps, personId)
  const shops = await listShopsOf(deps.db, personId)
  const own = person.role === 'guest' ? [] : [{ id: personId, name: person.name, role: 'owner' as const }]
  const user = { ...userOf(person, mode), role, ...(shops.length === 0 ? {} : { shops: [...own, ...shops] }) }
  if (merchantId === personId) return user
  const { suspended: _own, ...about } = user
  const shop = userOf(await findMerchant(deps, merchantId), mode)
  return {
    ...about,
    ...(shop.suspended && { suspended: shop.suspended }),
    shop: { id: merchantId, name: shop.name },
  }
}
