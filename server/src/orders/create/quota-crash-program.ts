import { once } from 'node:events'
import { askingNobody } from '../../../testing/qr-making.ts'
import { manualClock } from '../../platform/clock.ts'
import { openDatabase } from '../../platform/database/database.ts'
import { randomIds } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import { createOrders } from './create-order.ts'
import { orderForm } from './qr-crash-form.ts'

/**
 * One of several processes on one database. After the start signal, its clients create live orders and print each, until the quota is
 * used up. After `diesAfter` printed orders, the process kills itself, even while other orders are being created.
 */
const [
  connectionString = '',
  merchantId = '',
  name = '',
  quota = '',
  clients = '',
  diesAfter = '',
  now = '',
] = process.argv.slice(2)
const clock = manualClock(new Date(now))
const db = openDatabase(connectionString)
const create = createOrders({
  db,
  clock,
  ids: randomIds,
  paymentUrl: (orderId) => orderId,
  trialQrRequests: Number(quota),
  qr: askingNobody,
})

let printed = 0
const print = (orderId: string): void => {
  process.stdout.write(`${orderId}\n`)
  printed += 1
  if (printed === Number(diesAfter)) process.kill(process.pid, 'SIGKILL')
}

const sell = async (client: number): Promise<void> => {
  for (let n = 0; n <= Number(quota); n += 1) {
    try {
      const form = { ...orderForm, client_txn_id: `${name}-${client}-${n}` }
      const { orderId } = await create({ merchantId, mode: 'live' }, form)
      print(orderId)
    } catch (error) {
      if (error instanceof Refusal && error.code === 'no_subscription') return
      throw error
    }
  }
}

process.stdout.write('ready\n')
await once(process.stdin, 'data')
process.stdin.destroy()
await Promise.all(Array.from({ length: Number(clients) }, (_, client) => sell(client)))
await db.close()
