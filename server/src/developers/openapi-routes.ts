import { openApiDocument } from '@galla/contract/api-reference/openapi'
import type { FastifyInstance } from 'fastify'
import { serveText } from '../platform/http/serve-text.ts'

export interface OpenApiRouteDeps {
  readonly settings: { readonly publicUrl: URL }
  readonly version: string
}

/** The OpenAPI document of this server, readable by any page. */
export const openApiRoutes = (app: FastifyInstance, { settings, version }: OpenApiRouteDeps): void => {
  serveText(app, {
    path: '/api/openapi.json',
    type: 'application/json; charset=utf-8',
    text: () => JSON.stringify(openApiDocument({ origin: settings.publicUrl.origin, version })),
    anyOrigin: true,
  })
}
