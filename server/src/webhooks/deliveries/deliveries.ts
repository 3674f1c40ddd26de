import { UnsealError } from '../../platform/crypto/crypto.ts'
import { outOfShare } from '../../platform/database/connection-shares.ts'
import { whileLeased } from '../../platform/jobs/lease.ts'
import { createRunningWork, type RunningWork } from '../../platform/jobs/running-work.ts'
import { type BackgroundWork, createSweep } from '../../platform/jobs/sweep.ts'
import { failureLogger, type Log } from '../../platform/log.ts'
import type { Metrics } from '../../platform/metrics.ts'
import { type EndpointKey, endpointName, type WebhookEndpoint } from '../endpoints/endpoint.ts'
import { findSavedEndpoint } from '../endpoints/endpoint-store.ts'
import { createEndpointWalk } from '../endpoints/walk-endpoints.ts'
import { type ClaimedDelivery, verdictOf } from './delivery.ts'
import { createDeliveryLimits, type DeliveryLimits, type Places } from './delivery-limits.ts'
import { claimDeliveries, extendLease, listDueEndpoints, rescheduleClaimed } from './delivery-store.ts'
import { createAttemptRecorder, type RecordAttemptsDeps, type SentDelivery } from './record-attempts.ts'
import { NoConnectionFree, type SendDeliveryDeps, sendDelivery } from './send-delivery.ts'

export interface DeliveriesDeps extends RecordAttemptsDeps, SendDeliveryDeps {
  readonly log: Log
  readonly count?: Metrics['count']
}

export interface Deliveries extends BackgroundWork {
  /** Sends the due deliveries of this endpoint now. */
  wake(endpoint: EndpointKey): void
  /** Resolves when this process claims, sends and records nothing. */
  idle(): Promise<void>
}

export const SWEEP_MS = 250
/** Endpoints whose deliveries are claimed at once. */
const CLAIMS_AT_ONCE = 6
/** Endpoints beyond this wait for the next sweep. */
const READY_MAX = 10_000
/** How long an endpoint whose secret cannot be opened, or a delivery that cannot be prepared, waits for another try. */
const POSTPONE_MS = 60_000
/** An answer that took longer, or was no success, makes an endpoint slow. */
const QUICK_MS = 500

interface StartedDelivery {
  readonly claimed: ClaimedDelivery
  readonly endpoint: WebhookEndpoint
  readonly places: Places
}

/** The endpoints that may have a due delivery, longest waiting first. */
const createReadyEndpoints = ({ clock, log }: Pick<DeliveriesDeps, 'clock' | 'log'>) => {
  const ready = new Map<string, EndpointKey>()
  /** The time of the next try. */
  const unreadable = new Map<string, number>()
  return {
    isEmpty: () => ready.size === 0,
    add({ merchantId, mode, endpointId }: EndpointKey): void {
      const key = { merchantId, mode, endpointId }
      const name = endpointName(key)
      if ((unreadable.get(name) ?? 0) > clock.now().getTime()) return
      unreadable.delete(name)
      if (ready.size < READY_MAX) ready.set(name, key)
    },
    take(): EndpointKey | undefined {
      const [first] = ready.values()
      if (first !== undefined) ready.delete(endpointName(first))
      return first
    },
    /** Keeps out an endpoint whose secret cannot be opened: its deliveries stay due, and nothing claims them for a while. */
    setUnreadable(key: EndpointKey, error: UnsealError): void {
      if (unreadable.size >= READY_MAX) unreadable.clear()
      unreadable.set(endpointName(key), clock.now().getTime() + POSTPONE_MS)
      log.error('a webhook secret cannot be opened', { merchantId: key.merchantId, error })
    },
  }
}

interface Sending {
  readonly ready: ReturnType<typeof createReadyEndpoints>
  readonly limits: DeliveryLimits
}

/** Claims due deliveries of an endpoint, as many as there are places. */
const claim = async (
  deps: DeliveriesDeps,
  { ready, limits }: Sending,
  key: EndpointKey,
): Promise<StartedDelivery[]> => {
  const endpoint = await findSavedEndpoint(deps, key).catch((error: unknown) => {
    if (!(error instanceof UnsealError)) throw error
    ready.setUnreadable(key, error)
  })
  if (endpoint === undefined) return []
  const places = limits.take(endpoint)
  if (places === undefined) {
    if (!limits.hasPlace()) ready.add(key)
    return []
  }
  let claimed: readonly ClaimedDelivery[] = []
  try {
    const now = deps.clock.now()
    claimed = await claimDeliveries(deps.db, key, places.inFlightMax, now, deps.ids.ulid(now))
    return claimed.map((each) => ({ claimed: each, endpoint, places }))
  } finally {
    limits.use(places, claimed.length)
  }
}

const sendOrPostpone = async (
  deps: DeliveriesDeps,
  { claimed, endpoint }: StartedDelivery,
): Promise<SentDelivery | null> => {
  try {
    return await sendDelivery(deps, claimed, endpoint)
  } catch (error) {
    // At the head of the queue it would delay the deliveries behind it. Without a free connection, all of them wait anyway.
    if (!(error instanceof NoConnectionFree))
      await rescheduleClaimed(deps.db, claimed, new Date(deps.clock.now().getTime() + POSTPONE_MS))
    throw error
  }
}

const isQuick = ({ result, durationMs }: SentDelivery): boolean =>
  verdictOf(result) === 'delivered' && durationMs < QUICK_MS

/** Sends a claimed delivery and records the attempt. It keeps its place until then, so a slow database slows the claims. */
const createDeliver = (deps: DeliveriesDeps, { ready, limits }: Sending) => {
  const recorder = createAttemptRecorder(deps)
  return async (delivery: StartedDelivery): Promise<void> => {
    const { claimed } = delivery
    let answer: 'quick' | 'slow' | undefined
    const send = async (): Promise<void> => {
      const sent = await sendOrPostpone(deps, delivery)
      if (sent === null) return
      answer = isQuick(sent) ? 'quick' : 'slow'
      if (await recorder.add(sent))
        deps.count?.(verdictOf(sent.result) === 'delivered' ? 'delivery_delivered' : 'delivery_failed')
    }
    try {
      await whileLeased(() => extendLease(deps.db, claimed), send)
    } finally {
      limits.end(delivery.places, answer).forEach(ready.add)
    }
  }
}

/** Claims for the ready endpoints in turn, some at once, while there are places. Returns what starts it again; it never runs more than that. */
const createClaimLoops = (
  deps: DeliveriesDeps,
  sending: Sending,
  { work, isStopped }: { readonly work: RunningWork; readonly isStopped: () => boolean },
) => {
  const { ready, limits } = sending
  const deliver = createDeliver(deps, sending)
  const onError = failureLogger(deps.log, 'deliveries')
  let loops = 0
  /** The endpoints that are claimed for now, and whether each became ready again meanwhile. */
  const claiming = new Map<string, boolean>()

  const canClaim = (): boolean => !isStopped() && !ready.isEmpty() && limits.hasPlace()

  /** One claim of an endpoint at a time: the other would see neither what the first takes, nor that more is due. */
  const claimAlone = async (key: EndpointKey): Promise<readonly StartedDelivery[]> => {
    const name = endpointName(key)
    if (claiming.has(name)) {
      claiming.set(name, true)
      return []
    }
    claiming.set(name, false)
    try {
      return await claim(deps, sending, key)
    } finally {
      if (claiming.get(name) === true) ready.add(key)
      claiming.delete(name)
    }
  }

  const claimInTurn = async (): Promise<void> => {
    loops += 1
    try {
      while (canClaim()) {
        const key = ready.take()
        // One that is being claimed has reserved its places, and only looks full.
        if (key === undefined || (!claiming.has(endpointName(key)) && limits.isFull(key))) continue
        for (const delivery of await claimAlone(key))
          work.track(deliver(delivery).finally(schedule)).catch(onError)
      }
    } finally {
      loops -= 1
    }
  }

  const schedule = (): void => {
    while (loops < CLAIMS_AT_ONCE && canClaim()) work.track(outOfShare(claimInTurn)).catch(onError)
  }
  return schedule
}

/**
 * Sends due deliveries: at once after `wake`, otherwise by a sweep. One loop claims for the endpoints that are ready in turn, up to a
 * limit for each. Slow and failing endpoints share few places, so they delay no others.
 */
export const createDeliveries = (deps: DeliveriesDeps): Deliveries => {
  const ready = createReadyEndpoints(deps)
  const sending: Sending = { ready, limits: createDeliveryLimits() }
  const walk = createEndpointWalk(deps.db)
  const work = createRunningWork()
  let stopped = false
  const claimReady = createClaimLoops(deps, sending, { work, isStopped: () => stopped })

  const findDue = async () => {
    const now = deps.clock.now()
    for (const due of await walk((...range) => listDueEndpoints(deps.db, now, ...range))) ready.add(due)
    claimReady()
    return { more: false }
  }
  const sweep = createSweep(deps, {
    name: 'webhooks.deliveries',
    everyMs: SWEEP_MS,
    work: () => work.track(findDue()),
  })
  return {
    start: sweep.start,
    async stop() {
      stopped = true
      await sweep.stop()
      await work.idle()
    },
    wake(endpoint) {
      ready.add(endpoint)
      claimReady()
    },
    idle: work.idle,
  }
}
