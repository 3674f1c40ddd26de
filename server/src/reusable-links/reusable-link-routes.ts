import * as links from '@galla/contract/reusable-links/reusable-links'
import type { FastifyInstance } from 'fastify'
import { bind } from '../platform/http/endpoint-binding.ts'
import {
  createReusableLink,
  listLinkOrders,
  listReusableLinks,
  type ManageDeps,
  updateReusableLink,
} from './manage-reusable-links.ts'

/** The calls of a merchant about reusable links. */
export const reusableLinkRoutes = (app: FastifyInstance, deps: ManageDeps): void => {
  bind(app, links.listReusableLinks, ({ caller, query }) => listReusableLinks(deps, caller, query))
  bind(app, links.createReusableLink, async ({ caller, body }) => ({
    msg: 'Link created',
    data: await createReusableLink(deps, caller, body),
  }))
  bind(app, links.updateReusableLink, async ({ caller, params, body }) => ({
    msg: 'Link changed',
    data: await updateReusableLink(deps, caller, params.code, body),
  }))
  bind(app, links.listLinkOrders, ({ caller, params, query }) =>
    listLinkOrders(deps, caller, params.code, query),
  )
}
