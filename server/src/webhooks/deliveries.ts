import { RETENTION_DAYS } from '@galla/contract/webhook'
import type { Timer } from '../platform/clock.ts'
import { attemptRecorder } from './attempt-recorder.ts'
import { type ClaimDeps, claimDeliveries, type ReadyDelivery } from './claim-deliveries.ts'
import { freeVoidLeases, queueHeads } from './delivery-store.ts'
import type { EndpointKey } from './endpoint.ts'
import { endpointRooms } from './endpoint-rooms.ts'
import { deleteEventsBefore } from './event-store.ts'
import type { RecordAttemptDeps } from './record-attempt.ts'
import { deleteReplaysBefore } from './replay-store.ts'
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
const FAST_SOCKETS_MAX = 400
const SLOW_SOCKETS_MAX = 100
/** What nobody knew to be dead and has not answered in this time is set aside, so that many such hold up nobody else. */
const STUCK_AFTER_MS = 500
const STUCK_SOCKETS_MAX = 300
const CLAIM_ENDPOINTS_MAX = 100
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
  let sweepIsDue = false
  let pumping = false
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
    fast: FAST_SOCKETS_MAX - inFlight.fast,
    slow: SLOW_SOCKETS_MAX - inFlight.slow,
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
    await freeVoidLeases(deps.db, now)
    const heads = await queueHeads(deps.db, now, after, WALK_MAX)
    const last = heads.find(({ walked }) => walked === WALK_MAX)
    after = last ?? START
    for (const head of heads) if (head.dueAt <= now) woken.add(head)
  }

  const canClaim = (): boolean => woken.size() > 0 && freeSockets().fast > 0 && recording < RECORDING_MAX
  const isToPump = (): boolean => !stopped && (sweepIsDue || canClaim())

  const claim = async (): Promise<void> => {
    const free = freeSockets()
    const keys = woken.take(Math.min(CLAIM_ENDPOINTS_MAX, free.fast))
    for (const { key, ready, isFull } of await claimDeliveries(deps, keys, free, rooms)) {
      rooms.began(key, ready.length, isFull)
      for (const each of ready) begin(each)
    }
  }

  const pump = async (): Promise<void> => {
    pumping = true
    try {
      while (isToPump()) {
        if (sweepIsDue) {
          sweepIsDue = false
          await sweep()
        }
        if (canClaim()) await claim()
      }
    } finally {
      pumping = false
    }
  }

  const poke = (): void => {
    if (!pumping && isToPump()) track(pump())
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
    poke()
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
