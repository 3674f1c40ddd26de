import {
  REPLAY_COUNTED_MAX,
  type Replay,
  type ReplayState,
} from '@galla/contract/webhooks/webhook-deliveries'
import type { Platform } from '../../platform/feature.ts'
import { firstUlidAt, type Ids } from '../../platform/ids.ts'
import { isoDates } from '../../platform/iso-dates.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { EndpointKey } from '../endpoints/endpoint.ts'
import { type EndpointStoreDeps, findEndpoint } from '../endpoints/endpoint-store.ts'
import { SELECTIONS } from './replay.ts'
import {
  countDelivered,
  countInStates,
  countNeverSent,
  findLatestReplay,
  insertReplay,
  type ReplayRow,
  stopOpenReplay,
} from './replay-store.ts'

export interface ReplayRange {
  readonly from: Date
  readonly to: Date
  readonly state: ReplayState
}

/** The number of events that one count reads. If the period has more, the reply has `isMore`. */
const NEVER_SENT_WALK_MAX = 100_000

/** Counts the events that a replay would send now, up to REPLAY_COUNTED_MAX. `asOf` is the time of the count. */
export const countReplayed = async (
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  key: EndpointKey,
  { from, to, state }: ReplayRange,
): Promise<{ count: number; isMore: boolean; asOf: string }> => {
  const asOf = clock.now()
  const span = { first: firstUlidAt(from), end: firstUlidAt(to) }
  const max = REPLAY_COUNTED_MAX + 1
  const { states, neverSent } = SELECTIONS[state]
  const none = { found: 0, walked: 0 }
  const [open, delivered, unsent] = await Promise.all([
    countInStates(db, key, span, states, max),
    states.some((each) => each === 'delivered') ? countDelivered(db, key, span, max) : 0,
    neverSent ? countNeverSent(db, key, span, NEVER_SENT_WALK_MAX) : none,
  ])
  const count = open + delivered + unsent.found
  return {
    count: Math.min(count, REPLAY_COUNTED_MAX),
    isMore: count > REPLAY_COUNTED_MAX || unsent.walked === NEVER_SENT_WALK_MAX,
    asOf: asOf.toISOString(),
  }
}

export interface StartReplayDeps extends EndpointStoreDeps {
  readonly ids: Ids
  /** Called after the commit, so that a worker starts the replay. */
  readonly wakeReplays: () => void
}

/**
 * Starts a replay, which sends its events in the background, a few at a time. If the same range is requested while it runs, the running
 * replay is returned; any other replay is refused until then.
 */
export const startReplay = async (
  deps: StartReplayDeps,
  key: EndpointKey,
  range: ReplayRange,
  asOf: Date | undefined,
): Promise<Replay> => {
  const { url, paused } = await findEndpoint(deps, key)
  if (url === null) throw new Refusal('no_webhook_url')
  if (paused !== null) throw new Refusal('webhook_paused')
  const { count } = await countReplayed(deps, key, range)
  const now = deps.clock.now()
  const row = await deps.db.transaction(async (tx) => {
    const inserted = await insertReplay(tx, {
      ...key,
      ...range,
      id: deps.ids.ulid(now),
      // `asOf` must not be in the future: then each repeated request would send everything again.
      asOf: asOf !== undefined && asOf < now ? asOf : now,
      expected: count,
      createdAt: now,
    })
    const latest = await findLatestReplay(tx, key)
    if (latest === undefined) throw new Error('a replay vanished as it was asked for')
    if (inserted === 0 && !isTheSame(latest, range)) throw new Refusal('replay_under_way')
    tx.afterCommit(deps.wakeReplays)
    return latest
  })
  return replayShown(row)
}

const isTheSame = ({ from, to, state }: ReplayRow, range: ReplayRange): boolean =>
  from.getTime() === range.from.getTime() && to.getTime() === range.to.getTime() && state === range.state

/** Stops the running replay, if there is one; due deliveries are still sent. Returns the latest replay. */
export const endReplay = async (
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  key: EndpointKey,
): Promise<Replay | null> => {
  await stopOpenReplay(db, key, clock.now())
  const latest = await findLatestReplay(db, key)
  return latest === undefined ? null : replayShown(latest)
}

export const replayShown = ({
  id,
  from,
  to,
  state,
  expected,
  sent,
  createdAt,
  finishedAt,
  stopped,
}: ReplayRow): Replay => isoDates({ id, from, to, state, expected, sent, createdAt, finishedAt, stopped })
