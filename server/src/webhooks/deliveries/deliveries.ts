import { RETENTION_DAYS } from '@galla/contract/webhook'
import type { Timer } from '../../platform/clock.ts'
import { type EndpointKey, endpointName } from '../endpoints/endpoint.ts'
import { deleteEventsBefore } from '../events/event-store.ts'
import { deleteReplaysBefore } from '../replays/replay-store.ts'
import { attemptRecorder } from './attempt-recorder.ts'
import {
  type ClaimDeps,
  type ClaimedEndpoint,
  claimDeliveries,
  type ReadyDelivery,
} from './claim-deliveries.ts'
import { queueHeads } from './delivery-store.ts'
import { endpointRooms } from './endpoint-rooms.ts'
import { sweepLeases } from './lease-store.ts'
import type { RecordAttemptDeps } from './record-attempt.ts'
import { type SendDeliveryDeps, type SentDelivery, sendDelivery } from './send-delivery.ts'
import { wokenEndpoints } from './woken-endpoints.ts'

export interface DeliveriesDeps extends ClaimDeps, RecordAttemptDeps, SendDeliveryDeps {
  /** Something failed on our side; what was leased is sent again after its lease. */
  readonly onError: (error: unknown) => void
}

export interface Deliveries {
  start(): void
  /** No further attempt begins; resolves when those under way are recorded, in TOTAL_TIMEOUT_MS and a little at most. */
  stop(): Promise<void>
  /** Something is due at this endpoint. */
  wake(endpoint: EndpointKey): void
  /** Resolves when nothing is being claimed, sent or recorded by this process. */
  idle(): Promise<void>
}

interface UnderWay {
  lane: 'fast' | 'slow' | 'stuck'
  readonly sinceMs: number
}

export const SWEEP_MS = 250
const RETENTION_SWEEP_MS = 3_600_000
const RETENTION_ROWS_MAX = 5_000
/** However many receivers are dead, most sockets stay for those that live: what failed last has a lane of its own. */
const FAST_SOCKETS_MAX = 800
const SLOW_SOCKETS_MAX = 100
/** What nobody knew to be dead and has not answered in this time is set aside, so that many such hold up nobody else. */
const STUCK_AFTER_MS = 500
const STUCK_SOCKETS_MAX = 300
const CLAIM_ENDPOINTS_MAX = 100
const CLAIMS_AT_ONCE = 2
/** Answers that wait to be written down: when the database is slower than the receivers, no more is sent. */
const RECORDING_MAX = 1_000
/** Endpoints that one sweep walks by; the next one goes on from there. */
const WALK_MAX = 2_000
const DAY_MS = 86_400_000

const START = { merchantId: '', mode: '' }

/**
 * Sends what is due: at once for an endpoint that is woken, and by a sweep of all. Each endpoint has its own small room in
 * flight, and those that failed last share a lane, so a dead receiver delays nobody else.
 */
export const createDeliveries = (deps: DeliveriesDeps): Deliveries => {
  const inFlight = { fast: 0, slow: 0, stuck: 0 }
  /** In the order in which they began. */
  const underWay = new Set<UnderWay>()
  const woken = wokenEndpoints()
  const rooms = endpointRooms()
  const recorder = attemptRecorder(deps)
  const work = new Set<Promise<void>>()
  const timers: Timer[] = []
  /** Sockets that claims under way may fill. */
  const promised = { fast: 0, slow: 0 }
  let claiming = 0
  let sweepIsDue = false
  let isSweeping = false
  let recording = 0
  let oldAreDue = false
  let isForgetting = false
  let stopped = false
  let after: { merchantId: string; mode: string } = START

  const track = (running: Promise<void>): void => {
    const settled = running.catch(deps.onError).finally(() => work.delete(settled))
    work.add(settled)
  }

  const freeSockets = () => ({
    fast: Math.min(FAST_SOCKETS_MAX - inFlight.fast - promised.fast, FAST_SOCKETS_MAX / CLAIMS_AT_ONCE),
    slow: Math.min(SLOW_SOCKETS_MAX - inFlight.slow - promised.slow, SLOW_SOCKETS_MAX / CLAIMS_AT_ONCE),
    isScarce: inFlight.fast > FAST_SOCKETS_MAX / 2,
  })

  const send = async (attempt: UnderWay, { claimed, endpoint }: ReadyDelivery): Promise<boolean> => {
    let sent: SentDelivery | null
    try {
      sent = await sendDelivery(deps, claimed, endpoint)
    } finally {
      inFlight[attempt.lane] -= 1
      underWay.delete(attempt)
      // The socket is free again, for whoever waits for one. The endpoint's room is not until the attempt is recorded.
      poke()
    }
    if (sent === null) return false
    recording += 1
    try {
      await recorder.add(sent)
    } finally {
      recording -= 1
    }
    return sent.wasQuick
  }

  const carry = async (attempt: UnderWay, ready: ReadyDelivery): Promise<void> => {
    let wasQuick = false
    try {
      wasQuick = await send(attempt, ready)
    } finally {
      if (rooms.ended(ready.claimed, wasQuick)) woken.add(ready.claimed)
      poke()
    }
  }

  const begin = (ready: ReadyDelivery): void => {
    const attempt: UnderWay = { lane: ready.slow ? 'slow' : 'fast', sinceMs: deps.clock.now().getTime() }
    inFlight[attempt.lane] += 1
    underWay.add(attempt)
    track(carry(attempt, ready))
  }

  const setAsideStuck = (now: Date): void => {
    for (const attempt of underWay) {
      if (now.getTime() - attempt.sinceMs < STUCK_AFTER_MS || inFlight.stuck === STUCK_SOCKETS_MAX) return
      if (attempt.lane !== 'fast') continue
      attempt.lane = 'stuck'
      inFlight.fast -= 1
      inFlight.stuck += 1
    }
  }

  const sweep = async (): Promise<void> => {
    const now = deps.clock.now()
    setAsideStuck(now)
    const held = new Map((await sweepLeases(deps.db, now)).map((room) => [endpointName(room), room.held]))
    const heads = await queueHeads(deps.db, now, after, WALK_MAX)
    const last = heads.find(({ walked }) => walked === WALK_MAX)
    after = last ?? START
    // What is due first may be what is under way.
    const hasRoom = (head: EndpointKey): boolean => (held.get(endpointName(head)) ?? 0) < rooms.size(head)
    for (const head of heads) if (head.dueAt <= now && hasRoom(head)) woken.add(head)
  }

  const canClaim = (): boolean =>
    !stopped && woken.size() > 0 && freeSockets().fast > 0 && recording < RECORDING_MAX

  const claim = async (): Promise<void> => {
    const free = freeSockets()
    // Few endpoints with many each rather than many with one each: most of a claim is for each endpoint.
    const roomOf = (key: EndpointKey): number => Math.max(1, rooms.size(key) - rooms.inFlight(key))
    const keys = woken.take(Math.min(CLAIM_ENDPOINTS_MAX, free.fast), free.fast, roomOf)
    promised.fast += free.fast
    promised.slow += free.slow
    let claimed: readonly ClaimedEndpoint[]
    try {
      claimed = await claimDeliveries(deps, keys, free, rooms)
    } finally {
      promised.fast -= free.fast
      promised.slow -= free.slow
      woken.giveBack(keys)
    }
    for (const { key, ready, isFull } of claimed) {
      rooms.began(key, ready.length, isFull)
      for (const each of ready) begin(each)
    }
  }

  const claimAll = async (): Promise<void> => {
    claiming += 1
    try {
      while (canClaim()) await claim()
    } finally {
      claiming -= 1
    }
  }

  const sweepAll = async (): Promise<void> => {
    isSweeping = true
    try {
      while (!stopped && sweepIsDue) {
        sweepIsDue = false
        await sweep()
        poke()
      }
    } finally {
      isSweeping = false
    }
  }

  /** While one claim waits for the database, those that are woken meanwhile go with another. */
  const poke = (): void => {
    while (claiming < CLAIMS_AT_ONCE && canClaim()) track(claimAll())
  }

  const wake = (endpoint: EndpointKey): void => {
    woken.add(endpoint)
    poke()
  }

  const idle = async (): Promise<void> => {
    while (work.size > 0) await Promise.all(work)
  }

  const forgetOld = async (): Promise<void> => {
    isForgetting = true
    try {
      while (!stopped && oldAreDue) {
        oldAreDue = false
        const before = new Date(deps.clock.now().getTime() - RETENTION_DAYS * DAY_MS)
        await deleteEventsBefore(deps.db, before, RETENTION_ROWS_MAX)
        await deleteReplaysBefore(deps.db, before, RETENTION_ROWS_MAX)
      }
    } finally {
      isForgetting = false
    }
  }

  /** One at a time, however slow the database is: turns that come meanwhile are one more. */
  const forgetOldNow = (): void => {
    oldAreDue = true
    if (!isForgetting) track(forgetOld())
  }

  const sweepNow = (): void => {
    sweepIsDue = true
    if (!isSweeping && !stopped) track(sweepAll())
  }

  return {
    start() {
      timers.push(deps.clock.every(SWEEP_MS, sweepNow))
      timers.push(deps.clock.every(RETENTION_SWEEP_MS, forgetOldNow))
      sweepNow()
    },
    async stop() {
      stopped = true
      for (const timer of timers) timer.stop()
      await idle()
    },
    wake,
    idle,
  }
}
