import {
  attention,
  audit,
  listMerchants as listMerchantsCall,
  readMerchantDetail,
  resumeMerchant,
  sharedUpiIds,
  suspendMerchant,
} from '@galla/contract/operator/operator-merchants'
import { changePlan as changePlanCall, operatorPlans } from '@galla/contract/operator/operator-plans'
import {
  deliveryHealth,
  jobs,
  now,
  retryJob as retryJobCall,
  system,
} from '@galla/contract/operator/operator-system'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SessionCaller } from '../merchants/caller.ts'
import { bind } from '../platform/http/endpoint-binding.ts'
import { type ChangePlanDeps, changePlan, readPlans } from './change-plan.ts'
import { listMerchants } from './list-merchants.ts'
import { readQueue, retryJob } from './manage-jobs.ts'
import type { NowBoard } from './now-board.ts'
import { readActs } from './read-acts.ts'
import { readAttention, readSharedUpiIds } from './read-attention.ts'
import { readDeliveryHealth } from './read-delivery-health.ts'
import { type ReadMerchantDeps, readMerchant } from './read-merchant.ts'
import { readSystem, type SystemDeps } from './read-system.ts'
import { type SuspendDeps, type Suspension, setMerchantSuspended } from './suspend-merchant.ts'

export interface OperatorRouteDeps extends ChangePlanDeps, ReadMerchantDeps, SuspendDeps, SystemDeps {
  readonly readNow: NowBoard['read']
  /** Finds the operator also while the database is away. */
  readonly findOperator: (request: FastifyRequest) => Promise<SessionCaller>
}

export const operatorRoutes = (app: FastifyInstance, deps: OperatorRouteDeps): void => {
  merchantRoutes(app, deps)

  bind(app, operatorPlans, async () => ({ data: await readPlans(deps) }))

  bind(app, changePlanCall, async ({ body, caller }) => {
    const data = await changePlan(deps, caller.merchantId, body)
    return { msg: data.changed ? 'Price saved' : 'Nothing to change', data }
  })

  bind(app, attention, async ({ query }) => readAttention(deps, query))

  bind(app, sharedUpiIds, async () => ({ data: await readSharedUpiIds(deps) }))

  bind(app, deliveryHealth, async () => ({ data: await readDeliveryHealth(deps) }))

  bind(app, jobs, async () => ({ data: await readQueue(deps) }))

  bind(app, retryJobCall, async ({ params, caller }) => {
    await retryJob(deps, caller.merchantId, params.jobId)
    return { msg: 'The job is tried again now' }
  })

  bind(app, audit, async ({ query }) => readActs(deps, query))

  bind(app, now, { findCaller: deps.findOperator, quiet: true }, async () => ({ data: await deps.readNow() }))

  bind(app, system, async () => ({ data: await readSystem(deps) }))
}

const merchantRoutes = (app: FastifyInstance, deps: OperatorRouteDeps): void => {
  bind(app, listMerchantsCall, async ({ query }) => listMerchants(deps, query))

  bind(app, readMerchantDetail, async ({ params }) => ({
    data: await readMerchant(deps, params.merchantId),
  }))

  bind(app, suspendMerchant, async ({ params, body, caller }) => {
    const done = await setMerchantSuspended(deps, caller.merchantId, params.merchantId, body.reason)
    return { msg: done.changed ? 'Merchant suspended' : 'Already suspended', data: suspensionOf(done) }
  })

  bind(app, resumeMerchant, async ({ params, caller }) => {
    const done = await setMerchantSuspended(deps, caller.merchantId, params.merchantId, null)
    return { msg: done.changed ? 'Merchant resumed' : 'Not suspended', data: suspensionOf(done) }
  })
}

const suspensionOf = ({ suspendedAt, ...rest }: Suspension) => ({
  ...rest,
  suspendedAt: suspendedAt?.toISOString() ?? null,
})
