import type { Readable } from 'node:stream'
import type { Platform } from '../feature.ts'
import { createFairQueue } from './fair-queue.ts'

/** Reads of pages in this process: each takes a connection for some milliseconds, and orders are to be created meanwhile. */
const READS_AT_ONCE_MAX = 2
/** Of one merchant. One that stands still takes no read from anyone. */
export const EXPORTS_OF_MERCHANT_MAX = 2
/** Each may hold a page of rows in memory. */
export const EXPORTS_AT_ONCE_MAX = 50
/** A reader who takes a byte a minute would keep the slot forever. */
export const EXPORT_MINUTES_MAX = 30
const RETRY_AFTER_SECONDS = 15
const BUSY = 'Other exports are just being written. Please try again in a moment.'

/** Files that are read page by page while they are sent, in turns that are fair between merchants. */
export interface Exports {
  /** Runs a read when the merchant's turn has come. */
  readonly read: <T>(merchantId: string, read: () => Promise<T>) => Promise<T>
  /** Reads each page in the merchant's turn; the first before this returns, so that an early failure gets an error reply. */
  readonly inTurn: <P>(merchantId: string, pages: AsyncGenerator<P>) => Promise<AsyncGenerator<P>>
  /** Opens a file in a slot, which it keeps until its body is ended or destroyed. */
  readonly open: <F extends { readonly body: Readable }>(
    merchantId: string,
    open: () => Promise<F>,
  ) => Promise<F>
}

/** The slots of one kind of file in this process. */
export const createExports = ({ clock, log }: Pick<Platform, 'clock' | 'log'>): Exports => {
  const slots = createFairQueue({
    atOnceMax: EXPORTS_AT_ONCE_MAX,
    atOncePerKeyMax: EXPORTS_OF_MERCHANT_MAX,
    waitingMax: 0,
    waitingPerKeyMax: 0,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    msg: BUSY,
  })
  const reads = createFairQueue({
    atOnceMax: READS_AT_ONCE_MAX,
    atOncePerKeyMax: 1,
    // Every export that has a slot may wait for its next page.
    waitingMax: EXPORTS_AT_ONCE_MAX,
    waitingPerKeyMax: EXPORTS_OF_MERCHANT_MAX,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    msg: BUSY,
  })
  async function* turns<P>(merchantId: string, pages: AsyncGenerator<P>): AsyncGenerator<P> {
    try {
      for (;;) {
        const page = await reads.run(merchantId, () => pages.next())
        if (page.done === true) return
        yield page.value
      }
    } finally {
      await pages.return(undefined)
    }
  }
  return {
    read: (merchantId, read) => reads.run(merchantId, read),
    async inTurn(merchantId, pages) {
      const inTurns = turns(merchantId, pages)
      const first = await inTurns.next()
      return (async function* () {
        if (first.done !== true) yield first.value
        yield* inTurns
      })()
    },
    async open(merchantId, open) {
      const release = await slots.enter(merchantId)
      try {
        const opened = await open()
        const timeout = clock.after(EXPORT_MINUTES_MAX * 60_000, () =>
          opened.body.destroy(new Error('the export took too long')),
        )
        opened.body.on('error', (error) => log.error('an export failed', { error }))
        opened.body.once('close', () => {
          release()
          timeout.stop()
        })
        return opened
      } catch (error) {
        release()
        throw error
      }
    },
  }
}
