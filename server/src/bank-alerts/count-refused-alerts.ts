import type { Platform } from '../platform/feature.ts'
import { createFairQueue } from '../platform/jobs/fair-queue.ts'
import { type RefusedAlert, recordRefusedAlert } from './refused-alert-store.ts'

/** An address's messages of an hour are one row, so a flood of them would wait for each other, each with a connection. */
const TURNS = {
  atOnceMax: 2,
  atOncePerKeyMax: 1,
  waitingPerKeyMax: 1_024,
  waitingMax: 4_096,
  retryAfterSeconds: 1,
}

/** Counts messages and e-mails that are refused unread. Anyone can send them, so accounts take turns. */
export const createRefusedAlertCount = ({
  db,
  clock,
}: Pick<Platform, 'db' | 'clock'>): ((refused: RefusedAlert) => Promise<void>) => {
  const turns = createFairQueue(TURNS)
  return (refused) =>
    turns.run(`${refused.merchantId} ${refused.accountId}`, () =>
      recordRefusedAlert(db, refused, clock.now()),
    )
}
