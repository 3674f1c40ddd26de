import { manualClock } from '../../platform/clock.ts'
import { secretsFrom } from '../../platform/crypto/crypto.ts'
import { openDatabase } from '../../platform/database/database.ts'
import { randomIds } from '../../platform/ids.ts'
import { createProviders } from '../../providers/providers.ts'
import { createOrder } from './create-order.ts'
import { orderForm } from './qr-crash-form.ts'

/** A process that creates one order and stops for ever at a named point, so that it can be killed there. */
const [connectionString = '', razorpay = '', point = '', merchantId = '', now = ''] = process.argv.slice(2)
const clock = manualClock(new Date(now))
const db = openDatabase(connectionString)
const providers = createProviders({
  urls: { paytm: undefined, phonepe: undefined, razorpay, cashfree: undefined },
  ids: randomIds,
  clock,
})
const stop = (): Promise<never> => {
  process.stdout.write('reached\n')
  return new Promise<never>(() => undefined)
}
process.stdin.resume()
await createOrder(
  {
    db,
    clock,
    ids: randomIds,
    paymentUrl: (orderId) => orderId,
    trialQrRequests: 25,
    qr: {
      secrets: secretsFrom(new Uint8Array(32).fill(7)),
      providers: (verification) => {
        const provider = providers(verification)
        return {
          ...provider,
          create: async (wanted) => {
            if (point === 'before-ask') return stop()
            const made = await provider.create?.(wanted)
            return point === 'after-ask' || made === undefined ? stop() : made
          },
        }
      },
    },
  },
  { merchantId, mode: 'live' },
  orderForm,
  async (_tx, create) => {
    const created = await create()
    return point === 'before-commit' ? stop() : created
  },
)
await stop()
