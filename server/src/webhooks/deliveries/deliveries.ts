import { type BackgroundWork, createSweep } from '../../platform/jobs/sweep.ts'
import { failureLogger, type Log } from '../../platform/log.ts'
import { type EndpointKey, endpointName, type WebhookEndpoint } from '../endpoints/endpoint.ts'
import { listEndpoints } from '../endpoints/endpoint-store.ts'
import { type ClaimedDelivery, verdictOf } from './delivery.ts'
import { type ClaimLimit, claimDeliveries, listDueEndpoints, postponeClaimed } from './delivery-store.ts'
import { createEndpointConcurrency, IN_FLIGHT_MAX_FAILING, QUICK_ANSWER_MS } from './endpoint-concurrency.ts'
import { NoConnectionFree } from './post-webhook.ts'
import { createAttemptRecorder, type RecordAttemptsDeps } from './record-attempts.ts'
import { type SendDeliveryDeps, sendDelivery } from './send-delivery.ts'

export interface DeliveriesDeps extends RecordAttemptsDeps, SendDeliveryDeps {
  readonly log: Log
}

export interface Deliveries extends BackgroundWork {
  /** Sends what is due at this endpoint now. */
  wake(endpoint: EndpointKey): void
  /** Resolves when this process claims, sends and records nothing. */
  idle(): Promise<void>
}

export const SWEEP_MS = 250
/** Longer than an attempt takes with its recording. After a crash, what was in flight is sent again when the lease ends. */
export const LEASE_SECONDS = 30
/** Attempts in flight to endpoints that are not known to be slow or failing. */
const SHARED_POOL_MAX = 800
/** Attempts in flight to failing endpoints, and attempts that have taken longer than SLOW_AFTER_MS. */
const SLOW_POOL_MAX = 300
const SLOW_AFTER_MS = 500
const CLAIM_ENDPOINTS_MAX = 100
/** Endpoints beyond this wait for the next sweep. */
const READY_MAX = 10_000
/** Endpoints that one sweep steps through; the next one continues after them. */
const WALK_MAX = 2_000

/** How long an endpoint whose secret cannot be opened, or a delivery that cannot be prepared, waits for another try. */
const POSTPONE_MS = 60_000

const WALK_START = { merchantId: '', mode: '' }

interface RunningAttempt {
  pool: 'shared' | 'slow'
  readonly startedMs: number
}

/**
 * Sends due deliveries: at once after `wake`, otherwise by a sweep. One loop claims from the ready endpoints in
 * turn, up to a limit for each. Slow and failing endpoints have a separate small pool, so they delay no others.
 */
export const createDeliveries = (deps: DeliveriesDeps): Deliveries => {
  const onError = failureLogger(deps.log, 'deliveries')
  const recorder = createAttemptRecorder(deps)
  const concurrency = createEndpointConcurrency()
  /** Endpoints that may have a due delivery, longest waiting first. */
  const ready = new Map<string, EndpointKey>()
  /** Endpoints whose secret cannot be opened, and the time of the next try. */
  const unreadable = new Map<string, number>()
  /** In the order of their start. */
  const running = new Set<RunningAttempt>()
  const inFlight = { shared: 0, slow: 0 }
  const work = new Set<Promise<unknown>>()
  let isClaiming = false
  let stopped = false
  let walkAfter: { merchantId: string; mode: string } = WALK_START

  const track = <T>(promise: Promise<T>): Promise<T> => {
    const settled = promise.catch(() => undefined).finally(() => work.delete(settled))
    work.add(settled)
    return promise
  }

  const addReady = ({ merchantId, mode }: EndpointKey): void => {
    const name = endpointName({ merchantId, mode })
    if ((unreadable.get(name) ?? 0) > deps.clock.now().getTime()) return
    unreadable.delete(name)
    if (ready.size < READY_MAX) ready.set(name, { merchantId, mode })
  }

  /** Its deliveries stay due, and nothing claims them until then. */
  const setUnreadable = (key: EndpointKey, error: unknown): void => {
    if (unreadable.size >= READY_MAX) unreadable.clear()
    unreadable.set(endpointName(key), deps.clock.now().getTime() + POSTPONE_MS)
    deps.log.error('a webhook secret cannot be opened', { merchantId: key.merchantId, error })
  }

  const takeReady = (): EndpointKey[] => {
    const taken = [...ready.values()].slice(0, CLAIM_ENDPOINTS_MAX)
    for (const key of taken) ready.delete(endpointName(key))
    return taken.filter((key) => concurrency.available(key) > 0)
  }

  /** Divides the free places of both pools among endpoints; those that get none wait. */
  const limitsFor = (endpoints: readonly WebhookEndpoint[]): ClaimLimit[] => {
    let shared = SHARED_POOL_MAX - inFlight.shared
    let slow = SLOW_POOL_MAX - inFlight.slow
    return endpoints.flatMap((endpoint) => {
      const { merchantId, mode, failingSince } = endpoint
      if (failingSince !== null) {
        slow -= 1
        return slow < 0 ? [] : [{ merchantId, mode, inFlightMax: IN_FLIGHT_MAX_FAILING }]
      }
      const free = Math.min(concurrency.available(endpoint), shared)
      if (free <= 0) {
        addReady(endpoint)
        return []
      }
      shared -= free
      const used = concurrency.limit(endpoint) - concurrency.available(endpoint)
      return [{ merchantId, mode, inFlightMax: used + free }]
    })
  }

  const sendOrPostpone = async (claimed: ClaimedDelivery, endpoint: WebhookEndpoint) => {
    try {
      return await sendDelivery(deps, claimed, endpoint)
    } catch (error) {
      // At the head of the queue it would hold back the deliveries behind it. Without a free connection all of them wait.
      if (!(error instanceof NoConnectionFree))
        await postponeClaimed(deps.db, claimed, new Date(deps.clock.now().getTime() + POSTPONE_MS))
      throw error
    }
  }

  const deliver = async (attempt: RunningAttempt, claimed: ClaimedDelivery, endpoint: WebhookEndpoint) => {
    let wasQuick = false
    try {
      const sent = await sendOrPostpone(claimed, endpoint)
      const isQuick = deps.clock.now().getTime() - attempt.startedMs < QUICK_ANSWER_MS
      if (sent !== null) await recorder.add(sent)
      wasQuick = sent !== null && isQuick && verdictOf(sent.result) === 'delivered'
    } finally {
      running.delete(attempt)
      inFlight[attempt.pool] -= 1
      if (concurrency.end(claimed, wasQuick)) addReady(claimed)
      schedule()
    }
  }

  const startDelivery = (claimed: ClaimedDelivery, endpoint: WebhookEndpoint): void => {
    const pool = endpoint.failingSince === null ? 'shared' : 'slow'
    const attempt: RunningAttempt = { pool, startedMs: deps.clock.now().getTime() }
    inFlight[pool] += 1
    running.add(attempt)
    track(deliver(attempt, claimed, endpoint)).catch(onError)
  }

  const claim = async (): Promise<void> => {
    const endpoints = await listEndpoints(deps, takeReady(), setUnreadable)
    const limits = limitsFor(endpoints)
    if (limits.length === 0) return
    const now = deps.clock.now()
    const leasedUntil = new Date(now.getTime() + LEASE_SECONDS * 1000)
    const claimed = Map.groupBy(await claimDeliveries(deps.db, limits, { now, leasedUntil }), endpointName)
    const endpointOf = new Map(endpoints.map((each) => [endpointName(each), each]))
    for (const limit of limits) {
      const endpoint = endpointOf.get(endpointName(limit))
      const deliveries = claimed.get(endpointName(limit)) ?? []
      if (endpoint === undefined || deliveries.length === 0) continue
      const used = concurrency.limit(endpoint) - concurrency.available(endpoint)
      concurrency.start(endpoint, deliveries.length, used + deliveries.length >= limit.inFlightMax)
      for (const each of deliveries) startDelivery(each, endpoint)
    }
  }

  const claimAll = async (): Promise<void> => {
    isClaiming = true
    try {
      while (canClaim()) await claim()
    } finally {
      isClaiming = false
    }
  }

  const canClaim = (): boolean => !stopped && ready.size > 0 && inFlight.shared < SHARED_POOL_MAX

  const schedule = (): void => {
    if (!isClaiming && canClaim()) track(claimAll()).catch(onError)
  }

  const moveSlow = (now: Date): void => {
    for (const attempt of running) {
      if (now.getTime() - attempt.startedMs < SLOW_AFTER_MS || inFlight.slow >= SLOW_POOL_MAX) return
      if (attempt.pool === 'slow') continue
      attempt.pool = 'slow'
      inFlight.shared -= 1
      inFlight.slow += 1
    }
  }

  const sweep = createSweep(deps, {
    name: 'webhooks.deliveries',
    everyMs: SWEEP_MS,
    work: () => track(findDue()),
  })

  const findDue = async () => {
    const now = deps.clock.now()
    moveSlow(now)
    const endpoints = await listDueEndpoints(deps.db, now, walkAfter, WALK_MAX)
    walkAfter = endpoints.find(({ walked }) => walked === WALK_MAX) ?? WALK_START
    for (const endpoint of endpoints) if (endpoint.dueAt <= now) addReady(endpoint)
    schedule()
    return { more: false }
  }

  const idle = async (): Promise<void> => {
    while (work.size > 0) await Promise.all(work)
  }

  return {
    start: sweep.start,
    async stop() {
      stopped = true
      await sweep.stop()
      await idle()
    },
    wake(endpoint) {
      addReady(endpoint)
      schedule()
    },
    idle,
  }
}
