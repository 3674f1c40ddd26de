import { createMicroBatch, type MicroBatch } from '../../platform/jobs/micro-batch.ts'
import { endpointName } from '../endpoints/endpoint.ts'
import { type RecordAttemptDeps, recordAttempts, type TriedDelivery } from './record-attempt.ts'

/** Writes down what attempts came to; true unless the lease was lost. */
export type AttemptRecorder = MicroBatch<TriedDelivery, boolean>

const ATTEMPTS_MAX = 200
const BATCHES_IN_FLIGHT = 2
/** More than are let under way, so that none is ever turned away: one that is would be sent again. */
const WAITING_MAX = 10_000

/**
 * Attempts that end while others are being written down are written down together, in one transaction: of a busy moment's
 * thousands none has a commit of its own. One that cannot be written down takes no other with it.
 */
export const attemptRecorder = (deps: RecordAttemptDeps): AttemptRecorder =>
  createMicroBatch({
    run: (attempts) => recordAttempts(deps, attempts),
    itemsMax: ATTEMPTS_MAX,
    inFlightMax: BATCHES_IN_FLIGHT,
    waitingMax: WAITING_MAX,
    // A failure locks its endpoint, a success may.
    laneOf: ({ claimed }) => endpointName(claimed),
  })
