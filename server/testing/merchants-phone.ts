import { secretsFrom } from '../src/platform/crypto/crypto.ts'
import { recordPendingAlerts } from './record-pending-alerts.ts'
import { orderDepsOf, type Shop, type ShopCaller } from './shop.ts'

/** The path that a merchant's phone forwards to. */
export const alertPathOf = async (merchant: ShopCaller): Promise<string> =>
  new URL((await merchant.post('/user/get-api-details')).json().data.alertUrl).pathname

/** Does at once, and to its end, what the app's sweep of alerts does by the clock. */
export const recordAlertsOf = (shop: Pick<Shop, 'db' | 'clock'>): Promise<void> =>
  recordPendingAlerts({
    orders: orderDepsOf(shop),
    secrets: secretsFrom(new Uint8Array(32).fill(7)),
  })
