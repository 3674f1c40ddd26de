import { readFileSync } from 'node:fs'
import { EKQR_SDK_PATH } from '@galla/contract/gateway-compat/dialects'
import type { FastifyInstance } from 'fastify'
import { serveText } from '../platform/http/serve-text.ts'

/** Served as written: it is small, and developers can read it in the browser. */
const SCRIPT = new URL('../../../checkout/src/browser/ekqr-sdk.js', import.meta.url)

/** The script that EKQR v2's clients load from the gateway's host, for pages of any site. */
export const ekqrSdkRoute = (app: FastifyInstance): void =>
  serveText(app, {
    path: EKQR_SDK_PATH,
    type: 'text/javascript; charset=utf-8',
    text: () => readFileSync(SCRIPT, 'utf8'),
    anyOrigin: true,
  })
