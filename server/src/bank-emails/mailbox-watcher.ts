import type { AccountKey } from '../payment-accounts/account-source.ts'
import { createRateLimit } from '../platform/http/rate-limit.ts'
import { type BackgroundWork, createSweep } from '../platform/jobs/sweep.ts'
import type { Log } from '../platform/log.ts'
import { claimMailboxes, isMailboxWaiting, listOwned, type MailboxRow } from './mailbox-store.ts'
import { type MailboxWatch, type WatchDeps, watchMailbox } from './watch-mailbox.ts'

const SWEEP_MS = 2_000
/** Open connections of one process. */
const MAILBOXES_MAX = 500
const CLAIMED_MAX = 20
/** If more mailboxes wait than there are connections, each is read for at least this long, and then rests as long. */
const TURN_MS = 60_000

export interface MailboxWatcher extends BackgroundWork {
  /** A mailbox was connected, changed or removed. */
  wake(): void
}

/** Per mailbox, so that a full one does not delay others. */
const FETCHES_PER_SECOND = 5
const FETCHES_AT_ONCE = 500

/**
 * Reads the mailboxes that this process owns. Each mailbox has one owner, and those of a dead process are taken over when its leases end. An account has one
 * mailbox, so the connections are shared fairly between merchants.
 */
export const createMailboxWatcher = (
  platform: Omit<WatchDeps, 'fetches'> & { readonly log: Log },
  placesMax = MAILBOXES_MAX,
): MailboxWatcher => {
  const { db, clock, workerId } = platform
  const fetches = createRateLimit({ clock, perSecond: FETCHES_PER_SECOND, burst: FETCHES_AT_ONCE })
  const deps = { ...platform, fetches }
  const watches = new Map<string, MailboxWatch & AccountKey>()
  const giveTurn = async (): Promise<void> => {
    const now = clock.now()
    const [oldest] = [...watches.values()].sort((a, b) => a.startedAt.getTime() - b.startedAt.getTime())
    if (oldest === undefined || now.getTime() - oldest.startedAt.getTime() < TURN_MS) return
    if (await isMailboxWaiting(db, now)) oldest.stop(TURN_MS)
  }

  const start = (row: MailboxRow): void => {
    const watch = watchMailbox(deps, row)
    const key = keyOf(row)
    watches.set(key, { ...watch, merchantId: row.merchantId, accountId: row.accountId })
    void watch.ended.then(() => {
      watches.delete(key)
      // If another mailbox ended the reading process, it reconnects at once.
      sweep.wake()
    })
  }

  const sweep = createSweep(deps, {
    name: 'mailboxes.watch',
    everyMs: SWEEP_MS,
    async work() {
      await stopChanged(platform, watches)
      const places = Math.min(CLAIMED_MAX, placesMax - watches.size)
      if (places <= 0) {
        await giveTurn()
        return { more: false }
      }
      const claimed = await claimMailboxes(db, workerId, [...watches.values()], clock.now(), places)
      claimed.forEach(start)
      return { more: claimed.length === CLAIMED_MAX }
    },
  })

  return {
    start: sweep.start,
    wake: sweep.wake,
    async stop() {
      await sweep.stop()
      for (const watch of watches.values()) watch.stop()
      await Promise.all([...watches.values()].map(({ ended }) => ended))
    },
  }
}

const keyOf = ({ merchantId, accountId }: AccountKey): string => `${merchantId} ${accountId}`

/** Stops the reading of mailboxes that were changed or removed. */
const stopChanged = async (
  { db, workerId }: Pick<WatchDeps, 'db' | 'workerId'>,
  watches: ReadonlyMap<string, MailboxWatch>,
): Promise<void> => {
  const owned = new Map((await listOwned(db, workerId)).map((row) => [keyOf(row), row.connectedAt.getTime()]))
  for (const [key, watch] of watches) if (owned.get(key) !== watch.connectedAt.getTime()) watch.stop()
}
