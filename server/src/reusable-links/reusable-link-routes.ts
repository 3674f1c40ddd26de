import * as links from '@galla/contract/reusable-links/reusable-links'
import type { FastifyInstance } from 'fastify'
import type { Authenticators } from '../api-keys/authenticate.ts'
import { bind } from '../platform/http/endpoint-binding.ts'
import {
  createReusableLink,
  listLinkOrders,
  listReusableLinks,
  type ManageDeps,
  updateReusableLink,
} from './manage-reusable-links.ts'

export interface LinkRouteDeps extends ManageDeps {
  readonly authenticate: Authenticators
}

/** What a merchant does with reusable links. */
export const reusableLinkRoutes = (app: FastifyInstance, deps: LinkRouteDeps): void => {
  const options = { authenticate: deps.authenticate }
  bind(app, links.listReusableLinks, options, async ({ caller }) => ({
    data: await listReusableLinks(deps, caller),
  }))
  bind(app, links.createReusableLink, options, async ({ caller, body }) => ({
    msg: 'Link created',
    data: await createReusableLink(deps, caller, body),
  }))
  bind(app, links.updateReusableLink, options, async ({ caller, params, body }) => ({
    msg: 'Link changed',
    data: await updateReusableLink(deps, caller, params.code, body),
  }))
  bind(app, links.listLinkOrders, options, ({ caller, params, query }) =>
    listLinkOrders(deps, caller, params.code, query),
  )
}
