import { setTimeout as pause } from 'node:timers/promises'
import { ORDER_BODY } from '../../server/testing/order-body.ts'
import type { Journal, Sale } from './journal.ts'
import type { ShopClient } from './shop-client.ts'

/** Each sale creates an order, pays it and reads its status. */
const REQUESTS_OF_SALE = 3
const RETRY_MS = 1_000
const TRIES_MAX = 400
/** The most sales at once. A queue without a limit would measure only itself. */
const SALES_MAX = 60
/** Payments of the same amount wait for each other, so amounts differ as in a shop. */
const AMOUNTS = 5_000

export interface Sales {
  /** Starts no more sales, and resolves when the running ones are done. */
  stop(): Promise<void>
}

interface SalesDeps {
  readonly journal: Journal
  readonly client: ShopClient
  readonly authorization: Readonly<Record<string, string>>
}

/** Repeats a refused or interrupted call until it succeeds, as a careful client does. */
const untilOk = async <T>(call: () => Promise<T | undefined>): Promise<T> => {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const result = await call()
    if (result !== undefined) return result
    await pause(RETRY_MS)
  }
  throw new Error('a call did not succeed for minutes')
}

const create = ({ client, authorization }: SalesDeps, sale: Sale): Promise<string> =>
  untilOk(async () => {
    const body = { ...ORDER_BODY, amount: sale.amount, client_txn_id: sale.clientTxnId }
    const headers = { ...authorization, 'idempotency-key': sale.clientTxnId }
    const { status, data } = await client.call('create', '/order/create-order', body, headers)
    if (status !== 200) return undefined
    sale.orderId = String(data.order_id)
    return (data.upi_intent as { bhim_link: string }).bhim_link
  })

const readStatus = ({ client, authorization }: SalesDeps, sale: Sale): Promise<string> =>
  untilOk(async () => {
    const body = { client_txn_id: sale.clientTxnId }
    const { status, data } = await client.call('status', '/order/check-order-status', body, authorization)
    return status === 200 ? String(data.status) : undefined
  })

/** Pays once. After a broken connection it reads the status first, because paying again would be a second payment. */
const pay = async (deps: SalesDeps, sale: Sale, upi: string): Promise<void> => {
  await untilOk(async () => {
    if (sale.paysSent > 0 && (await readStatus(deps, sale)) === 'success') return true
    sale.paysSent += 1
    const { status, data } = await deps.client.call('pay', '/simulator/pay', { upi })
    if (status !== 200) return undefined
    sale.paidAtMs = deps.journal.nowMs()
    sale.utr = String(data.utr)
    return true
  })
}

const sell = async (deps: SalesDeps, sale: Sale): Promise<void> => {
  const upi = await create(deps, sale)
  await pay(deps, sale, upi)
  await readStatus(deps, sale)
}

/** Starts sales at a steady rate, however slow the replies are, up to SALES_MAX at once. */
export const startSales = (deps: SalesDeps, requestsPerSecond: number): Sales => {
  const running = new Set<Promise<void>>()
  let count = 0
  const start = (): void => {
    if (running.size >= SALES_MAX) return
    count += 1
    const amount = `${(count % AMOUNTS) + 1}.00`
    const sale: Sale = { clientTxnId: `cluster-${count}`, amount, paysSent: 0 }
    deps.journal.sales.set(sale.clientTxnId, sale)
    const selling = sell(deps, sale).catch((error: unknown) => {
      console.error(`  ${sale.clientTxnId}: ${error instanceof Error ? error.message : error}`)
    })
    running.add(selling)
    void selling.finally(() => running.delete(selling))
  }
  const timer = setInterval(start, (1_000 * REQUESTS_OF_SALE) / requestsPerSecond)
  return {
    async stop() {
      clearInterval(timer)
      await Promise.all(running)
    },
  }
}
