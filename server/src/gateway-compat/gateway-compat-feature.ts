import type { Feature } from '../platform/feature.ts'
import { type DialectDeps, dialectRoutes } from './dialect-routes.ts'

/** The calls of other gateways, so that their clients work here. */
export const gatewayCompatFeature = (deps: DialectDeps): Feature => ({
  routes: (http) => dialectRoutes(http, deps),
})
