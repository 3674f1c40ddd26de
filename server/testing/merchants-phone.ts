import { secretsFrom } from '../src/platform/crypto/crypto.ts'
import { randomIds } from '../src/platform/ids.ts'
import { recordPendingAlerts } from './record-pending-alerts.ts'
import type { Shop, ShopCaller } from './shop.ts'

/** The path that a merchant's phone forwards to. */
export const alertPathOf = async (merchant: ShopCaller): Promise<string> =>
  new URL((await merchant.post('/user/get-api-details')).json().data.alertUrl).pathname

/** Does at once, and to its end, what the app's sweep of alerts does by the clock. */
export const recordAlertsOf = ({ db, clock }: Pick<Shop, 'db' | 'clock'>): Promise<void> =>
  recordPendingAlerts({
    orders: { db, clock, ids: randomIds, wakeDeliveries: () => {}, changed: () => {} },
    secrets: secretsFrom(new Uint8Array(32).fill(7)),
  })
