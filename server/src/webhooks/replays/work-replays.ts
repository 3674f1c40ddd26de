import type { Transaction } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/feature.ts'
import { firstUlidAt } from '../../platform/ids.ts'
import type { EndpointKey } from '../endpoints/endpoint.ts'
import { capacityFor, DUE_COUNTED_MAX, isReplayed } from './replay.ts'
import {
  claimReplayTurns,
  countDue,
  listEventsBetween,
  lockReplay,
  type ReplayKey,
  type ReplayRow,
  recordReplayProgress,
  scheduleDeliveries,
  type WalkedEvent,
} from './replay-store.ts'

export interface WorkReplaysDeps extends Pick<Platform, 'db' | 'clock'> {
  readonly wakeDeliveries: (endpoint: EndpointKey) => void
}

/** Turns that one call gives, and how many of them may be under way at once. */
const TURNS_MAX = 20
const AT_ONCE = 3
/** Events that one step walks by; most need not be sent again. */
const WALK_MAX = 1_000

/**
 * Gives open replays one step each, in turn: makes due what fits, and stores the position, in one transaction per step.
 * One that is slow or fails holds up no other. A step that found nothing to send, but more to walk by, is followed by the next
 * at once.
 */
export const workReplays = async (deps: WorkReplaysDeps): Promise<{ more: boolean }> => {
  const turns = await claimReplayTurns(deps.db, deps.clock.now(), TURNS_MAX)
  const failures: unknown[] = []
  let more = false
  const workTurns = async (): Promise<void> => {
    for (let next = turns.shift(); next !== undefined; next = turns.shift())
      try {
        more = (await workOn(deps, next)) || more
      } catch (error) {
        failures.push(error)
      }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, workTurns))
  if (failures.length > 0) throw new AggregateError(failures, 'replays could not go on')
  return { more }
}

const workOn = (deps: WorkReplaysDeps, key: ReplayKey): Promise<boolean> =>
  deps.db.transaction(async (tx) => {
    const replay = await lockReplay(tx, key)
    return replay === undefined ? false : step(tx, deps, replay)
  })

const step = async (
  tx: Transaction,
  deps: WorkReplaysDeps,
  replay: ReplayRow & { readonly failing: boolean },
): Promise<boolean> => {
  const now = deps.clock.now()
  const capacity = capacityFor(await countDue(tx, replay, now, DUE_COUNTED_MAX), replay.failing)
  if (capacity === 0) return false
  const after = replay.walkedTo === '' ? firstUlidAt(replay.from) : replay.walkedTo
  const walked = await listEventsBetween(tx, replay, after, firstUlidAt(replay.to), WALK_MAX)
  const { taken, walkedTo, reachedEnd } = take(replay, walked, capacity)
  const ids = taken.map(({ eventId }) => eventId)
  const made = ids.length === 0 ? 0 : await scheduleDeliveries(tx, replay, ids, now)
  const finished = reachedEnd && walked.length < WALK_MAX
  await recordReplayProgress(tx, replay, walkedTo ?? after, made, finished ? now : null)
  if (taken.length > 0) tx.afterCommit(() => deps.wakeDeliveries(replay))
  return !finished && taken.length < capacity
}

/** The first that fit, and the event that the walk came to. */
const take = (replay: ReplayRow, walked: readonly WalkedEvent[], capacity: number) => {
  const taken: WalkedEvent[] = []
  for (const [index, event] of walked.entries()) {
    if (!isReplayed(replay.state, replay.asOf, event)) continue
    if (taken.length === capacity) return { taken, walkedTo: walked[index - 1]?.eventId, reachedEnd: false }
    taken.push(event)
  }
  return { taken, walkedTo: walked.at(-1)?.eventId, reachedEnd: true }
}
