import * as links from '@galla/contract/reusable-links/reusable-links'
import type { FastifyInstance } from 'fastify'
import type { CreateDeps } from '../orders/create/create-order.ts'
import { idempotencyKeyOf } from '../orders/create/create-order-once.ts'
import type { Feature, Platform } from '../platform/feature.ts'
import { ANSWERED, bind } from '../platform/http/endpoint-binding.ts'
import { createSweep } from '../platform/jobs/sweep.ts'
import { linkPageRoutes } from './link-page-routes.ts'
import {
  closeLinkOfKey,
  createLinkOnce,
  createReusableLink,
  deleteOldLinks,
  LINK_CREATED,
  listLinkOrders,
  listLinksOfKey,
  listReusableLinks,
  type ManageDeps,
  updateReusableLink,
} from './manage-reusable-links.ts'

/** The calls of a merchant about reusable links. */
const reusableLinkRoutes = (app: FastifyInstance, deps: ManageDeps): void => {
  bind(app, links.listReusableLinks, ({ caller, query }) => listReusableLinks(deps, caller, query))
  bind(app, links.createReusableLink, async ({ caller, body }) => ({
    msg: LINK_CREATED,
    data: await createReusableLink(deps, caller, body, (_tx, create) => create()),
  }))
  bind(app, links.updateReusableLink, async ({ caller, params, body }) => ({
    msg: 'Link changed',
    data: await updateReusableLink(deps, caller, params.code, body),
  }))
  bind(app, links.listLinkOrders, ({ caller, params, query }) =>
    listLinkOrders(deps, caller, params.code, query),
  )
}

const keyRoutes = (app: FastifyInstance, deps: ManageDeps): void => {
  bind(app, links.listLinks, { takesTurns: true }, ({ caller, query }) => listLinksOfKey(deps, caller, query))
  bind(app, links.createLink, async ({ caller, body, request, reply }) => {
    const header = request.headers['idempotency-key']
    const key = header === undefined ? undefined : idempotencyKeyOf(header)
    const stored = await createLinkOnce(deps, caller, body, key)
    void reply.type('application/json; charset=utf-8').send(stored)
    return ANSWERED
  })
  bind(app, links.closeLink, async ({ caller, params }) => ({
    msg: 'Link closed',
    data: await closeLinkOfKey(deps, caller, params.code),
  }))
}

const RETENTION_MS = 3_600_000

export interface ReusableLinksFeatureDeps extends Platform {
  readonly creating: CreateDeps
}

/** Links that many customers pay, each with their own order. */
export const reusableLinksFeature = (deps: ReusableLinksFeatureDeps): Feature => ({
  sweeps: [
    createSweep(deps, {
      name: 'links.delete_closed',
      everyMs: RETENTION_MS,
      work: () => deleteOldLinks(deps),
    }),
  ],
  routes(http) {
    reusableLinkRoutes(http, deps)
    keyRoutes(http, deps)
    linkPageRoutes(http, { ...deps.creating, secrets: deps.secrets })
  },
})
