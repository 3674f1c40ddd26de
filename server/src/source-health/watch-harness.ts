import { addMerchant, type Ledger, openLedger } from '../../testing/ledger.ts'
import type { HeartbeatKind } from '../payment-accounts/source-health.ts'
import { recordHeartbeat } from '../payment-accounts/source-health-store.ts'
import { sql } from '../platform/database/database.ts'
import { recordListening } from '../platform/http/listening-store.ts'
import { addJob } from '../platform/jobs/job-queue.ts'
import { createSourceWatch, type WatchDeps } from './watch-sources.ts'

interface Passing {
  /** The phone pings each minute. */
  readonly pings: boolean
  /** Whether a web process runs in addition to the worker. */
  readonly isServed?: boolean
}

/** A live merchant, and the processes that hear and watch its sources. */
export interface WatchedShop {
  readonly merchantId: string
  hear(source: 'phone' | 'provider' | 'mailbox', kind: HeartbeatKind, merchantId?: string): Promise<void>
  /** One round of the sweeps. */
  run(): Promise<unknown>
  /** All processes start again, the worker perhaps with a clock that is ahead of the others'. */
  restart(worker?: { readonly aheadMs: number }): Promise<unknown>
  /** Rounds every 15 seconds, as the sweeps make them. */
  pass(seconds: number, how: Passing): Promise<void>
  /** The events of its sources. */
  events(): Promise<(Record<string, unknown> & { readonly event: string })[]>
}

export interface WatchBench {
  readonly ledger: Ledger
  readonly deps: WatchDeps
  shop(): Promise<WatchedShop>
  close(): Promise<void>
}

export const openWatchBench = async (): Promise<WatchBench> => {
  const ledger = await openLedger()
  const deps = { ...ledger, addJob }
  return { ledger, deps, shop: () => openShop(ledger, deps), close: () => ledger.close() }
}

const openShop = async ({ db, clock }: Ledger, deps: WatchDeps): Promise<WatchedShop> => {
  const { merchantId } = await addMerchant(db, 'live')
  let watch = createSourceWatch(deps)
  const hear: WatchedShop['hear'] = (source, kind, of = merchantId) =>
    recordHeartbeat(db, { merchantId: of, accountId: 'acc_1', source, kind }, clock.now())
  const run = async (isServed = true) => {
    if (isServed) await recordListening(db, clock.now())
    await watch.run()
  }
  await run()
  return {
    merchantId,
    hear,
    run,
    restart: ({ aheadMs } = { aheadMs: 0 }) => {
      const now = () => new Date(clock.now().getTime() + aheadMs)
      watch = createSourceWatch({ ...deps, clock: { ...clock, now } })
      return run()
    },
    async pass(seconds, { pings, isServed }) {
      for (let gone = 0; gone < seconds; gone += 15) {
        clock.advance({ seconds: 15 })
        if (pings && gone % 60 === 0) await hear('phone', 'ping')
        await run(isServed)
      }
    },
    events: async () =>
      (
        await db.rows<{ payload: string }>(sql`
          select payload from webhook_events where merchant_id = ${merchantId} and order_id is null order by event_id`)
      ).map(({ payload }) => JSON.parse(payload)),
  }
}
