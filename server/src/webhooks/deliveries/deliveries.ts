import { createRunningWork } from '../../platform/jobs/running-work.ts'
import { type BackgroundWork, createSweep } from '../../platform/jobs/sweep.ts'
import { failureLogger, type Log } from '../../platform/log.ts'
import { type EndpointKey, endpointName, type WebhookEndpoint } from '../endpoints/endpoint.ts'
import { listEndpoints } from '../endpoints/endpoint-store.ts'
import { createDeadSenders, type DeadSenders } from './dead-senders.ts'
import { type ClaimedDelivery, verdictOf } from './delivery.ts'
import { createDeliveryLimits, type DeliveryLimits, type RunningAttempt } from './delivery-limits.ts'
import { claimDeliveries, listDueEndpoints, rescheduleClaimed } from './delivery-store.ts'
import { createReadyEndpoints, POSTPONE_MS, type ReadyEndpoints } from './ready-endpoints.ts'
import { createAttemptRecorder, type RecordAttemptsDeps } from './record-attempts.ts'
import { NoConnectionFree, type SendDeliveryDeps, sendDelivery } from './send-delivery.ts'

export interface DeliveriesDeps extends RecordAttemptsDeps, SendDeliveryDeps {
  readonly log: Log
  /** The id whose advisory lock proves that this process lives. */
  readonly workerId: string
}

export interface Deliveries extends BackgroundWork {
  /** Sends the due deliveries of this endpoint now. */
  wake(endpoint: EndpointKey): void
  /** Resolves when this process claims, sends and records nothing. */
  idle(): Promise<void>
}

export const SWEEP_MS = 250
/** Longer than an attempt and its recording. The deliveries of a dead worker are sent again long before this. */
export const LEASE_SECONDS = 30
/** The number of endpoints that one sweep reads; the next sweep continues after them. */
const WALK_MAX = 2_000
const WALK_START = { merchantId: '', mode: '' }

interface LoopState {
  readonly ready: ReadyEndpoints
  readonly limits: DeliveryLimits
  readonly deadSenders: DeadSenders
}

interface StartedDelivery {
  readonly claimed: ClaimedDelivery
  readonly endpoint: WebhookEndpoint
  readonly attempt: RunningAttempt
}

const sendOrPostpone = async (deps: DeliveriesDeps, { claimed, endpoint }: StartedDelivery) => {
  try {
    return await sendDelivery(deps, claimed, endpoint)
  } catch (error) {
    // At the head of the queue it would delay the deliveries behind it. Without a free connection, all of them wait anyway.
    if (!(error instanceof NoConnectionFree))
      await rescheduleClaimed(deps.db, claimed, new Date(deps.clock.now().getTime() + POSTPONE_MS))
    throw error
  }
}

/** Sends a claimed delivery and records the attempt. `onEnd` runs when its slot is free, also after an error. */
const createDeliver = (deps: DeliveriesDeps, { ready, limits }: LoopState, onEnd: () => void) => {
  const recorder = createAttemptRecorder(deps)
  return async (delivery: StartedDelivery): Promise<void> => {
    let wasQuick = false
    try {
      const sent = await sendOrPostpone(deps, delivery)
      const isQuick = limits.isQuick(delivery.attempt)
      if (sent !== null) await recorder.add(sent)
      wasQuick = sent !== null && isQuick && verdictOf(sent.result) === 'delivered'
    } finally {
      if (limits.end(delivery.attempt, wasQuick)) ready.add(delivery.claimed)
      onEnd()
    }
  }
}

/** Claims due deliveries of the next ready endpoints, up to the limit of each. */
const claimReady = async (
  deps: DeliveriesDeps,
  { ready, limits, deadSenders }: LoopState,
): Promise<StartedDelivery[]> => {
  const keys = ready.take().filter(limits.mayStart)
  const endpoints = await listEndpoints(deps, keys, ready.setUnreadable)
  const claimLimits = limits.divide(endpoints, ready.add)
  if (claimLimits.length === 0) return []
  const now = deps.clock.now()
  const leasedUntil = new Date(now.getTime() + LEASE_SECONDS * 1000)
  const lease = { now, leasedUntil, leasedBy: deps.workerId, deadWorkers: deadSenders.ids() }
  const claimed = Map.groupBy(await claimDeliveries(deps.db, claimLimits, lease), endpointName)
  const endpointOf = new Map(endpoints.map((each) => [endpointName(each), each]))
  return claimLimits.flatMap((limit) => {
    const endpoint = endpointOf.get(endpointName(limit))
    const deliveries = claimed.get(endpointName(limit)) ?? []
    if (endpoint === undefined || deliveries.length === 0) return []
    return limits
      .start(endpoint, limit, deliveries)
      .map(([each, attempt]) => ({ claimed: each, endpoint, attempt }))
  })
}

/**
 * Sends due deliveries: at once after `wake`, otherwise by a sweep. One loop claims from the ready endpoints in
 * turn, up to a limit for each. Slow and failing endpoints have a separate small pool, so they delay no others.
 */
export const createDeliveries = (deps: DeliveriesDeps): Deliveries => {
  const onError = failureLogger(deps.log, 'deliveries')
  const ready = createReadyEndpoints(deps)
  const limits = createDeliveryLimits(deps.clock)
  const deadSenders = createDeadSenders(deps)
  const state: LoopState = { ready, limits, deadSenders }
  const work = createRunningWork()
  let isClaiming = false
  let stopped = false
  let walkAfter: { merchantId: string; mode: string } = WALK_START

  const canClaim = (): boolean => !stopped && !ready.isEmpty() && limits.hasSharedPlace()

  const claimAll = async (): Promise<void> => {
    isClaiming = true
    try {
      while (canClaim())
        for (const delivery of await claimReady(deps, state)) work.track(deliver(delivery)).catch(onError)
    } finally {
      isClaiming = false
    }
  }

  const schedule = (): void => {
    if (!isClaiming && canClaim()) work.track(claimAll()).catch(onError)
  }
  const deliver = createDeliver(deps, state, schedule)

  const findDue = async () => {
    const now = deps.clock.now()
    limits.moveSlow()
    const endpoints = await listDueEndpoints(deps.db, now, walkAfter, WALK_MAX)
    walkAfter = endpoints.find(({ walked }) => walked === WALK_MAX) ?? WALK_START
    const due = endpoints.filter(({ dueAt }) => dueAt <= now)
    await deadSenders.look(due)
    for (const endpoint of due) ready.add(endpoint)
    schedule()
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
      schedule()
    },
    idle: work.idle,
  }
}
