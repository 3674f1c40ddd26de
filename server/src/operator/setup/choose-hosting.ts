import type { Hosting } from '@galla/contract/operator/operator-setup'
import { countShops, findHosting, lockHosting, updateHosting } from '../../merchants/hosting-store.ts'
import { recordAct } from '../../merchants/operator-act-store.ts'
import type { Platform } from '../../platform/feature.ts'
import { Refusal } from '../../platform/refusal.ts'

export const readHosting = ({ db }: Pick<Platform, 'db'>): Promise<Hosting | null> => findHosting(db)

/** Saves who uses this installation. For one shop of its own, there must be at most one. */
export const chooseHosting = (
  deps: Pick<Platform, 'db' | 'clock' | 'ids'>,
  operatorId: string,
  hosting: Hosting,
): Promise<void> =>
  deps.db.transaction(async (tx) => {
    const before = await lockHosting(tx)
    if (before === hosting) return
    if (hosting === 'own_shop' && (await countShops(tx)) > 1) throw new Refusal('many_shops')
    await updateHosting(tx, hosting)
    await recordAct(tx, deps, {
      operatorId,
      act: 'hosting.choose',
      aboutMerchantId: null,
      subject: 'Who uses this installation',
      reason: null,
      before: { hosting: before },
      after: { hosting },
    })
  })
