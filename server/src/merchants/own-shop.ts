import type { Platform } from '../platform/feature.ts'
import { failureLogger } from '../platform/log.ts'
import { findOwnShop } from './hosting-store.ts'

const FRESH_MS = 10_000

/** Whether this installation is for one shop, for the pages: they are served without waiting for the database. */
export interface OwnShop {
  /** Its name, '' before it has registered; undefined where the installation is for others. */
  readonly name: () => string | undefined
  readonly refresh: () => Promise<void>
}

export const createOwnShop = ({ db, clock, log }: Pick<Platform, 'db' | 'clock' | 'log'>): OwnShop => {
  let name: string | undefined
  let readMs = 0
  const onError = failureLogger(log, 'own shop')
  const refresh = async (): Promise<void> => {
    readMs = clock.now().getTime()
    const shop = await findOwnShop(db)
    name = shop && (shop.name ?? '')
  }
  return {
    name() {
      if (clock.now().getTime() - readMs > FRESH_MS) refresh().catch(onError)
      return name
    },
    refresh,
  }
}
