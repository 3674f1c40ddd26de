import { readFileSync } from 'node:fs'
import { DIALECT_PATHS, EKQR_SDK_PATH } from '@galla/contract/gateway-compat/dialects'
import { REFUSALS, type RefusalCode } from '@galla/contract/refusals'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { numberOrder } from '../orders/create/number-order.ts'
import { allowPreflight } from '../platform/http/endpoint-binding.ts'
import { logFailure, refusalFor, setRetryAfter } from '../platform/http/error-replies.ts'
import { assertReadable, writtenBody } from '../platform/http/request-body.ts'
import { serveText } from '../platform/http/serve-text.ts'
import type { Log } from '../platform/log.ts'
import { Refusal } from '../platform/refusal.ts'
import { type CreatedInDialect, type CreateInDialectDeps, createInDialect } from './create-in-dialect.ts'
import { cutepeCreated, cutepeFound, cutepeRefused } from './cutepe.ts'
import { describeOrder, describeOrderByAnyId } from './describe-order.ts'
import { ekqrCreated, ekqrCreatedV2, ekqrFound, ekqrRefused, GATEWAY_SENTENCES } from './ekqr.ts'
import { readId, type Sent } from './lenient-form.ts'

export interface DialectDeps extends CreateInDialectDeps {
  readonly log: Log
}

interface Route {
  readonly url: string
  readonly handle: (request: FastifyRequest, sent: Sent) => Promise<object>
  readonly refused: (code: RefusalCode, msg: string) => object
}

/**
 * Serves other gateways' calls. Their clients fail on any status but 200, or lose the message, so refusals are sent with status 200, even when
 * we are busy or have failed.
 */
export const dialectRoutes = (app: FastifyInstance, deps: DialectDeps): void => {
  for (const route of [...ekqrRoutes(deps), ...cutepeRoutes(deps)]) serve(app, deps, route)
  ekqrSdkRoute(app)
}

const ekqrRoutes = (deps: DialectDeps): Route[] => {
  const create = (url: string, reply: (created: CreatedInDialect) => object): Route => ({
    url,
    refused: ekqrRefused,
    handle: async (request, sent) => reply(await createInDialect(deps, request, sent, 'ekqr')),
  })
  const check = (url: string): Route => ({
    url,
    refused: ekqrRefused,
    // txn_date is ignored: IDs are unique here, and many clients send the wrong day.
    handle: async (request, sent) => {
      const caller = await deps.authenticate.key(request)
      const described = await describeOrder(deps, caller, requestedId(sent.client_txn_id))
      const { orderId } = described.order
      const orderNumber = described.orderNumber ?? (await numberOrder(deps.db, caller.merchantId, orderId))
      return ekqrFound(described, orderNumber)
    },
  })
  return [
    create(DIALECT_PATHS.ekqrCreate, ekqrCreated),
    create(DIALECT_PATHS.ekqrCreateV2, ekqrCreatedV2),
    check(DIALECT_PATHS.ekqrCheck),
    check(DIALECT_PATHS.ekqrCheckV2),
  ]
}

const cutepeRoutes = (deps: DialectDeps): Route[] => [
  {
    url: DIALECT_PATHS.cutepeCreate,
    refused: cutepeRefused,
    handle: async (request, sent) => {
      const { created, clientTxnId } = await createInDialect(deps, request, sent, 'cutepe')
      return cutepeCreated(created, clientTxnId)
    },
  },
  {
    url: DIALECT_PATHS.cutepeCheck,
    refused: cutepeRefused,
    handle: async (request, sent) =>
      cutepeFound(
        await describeOrderByAnyId(
          deps,
          await deps.authenticate.key(request),
          requestedId(sent.order_id ?? sent.txn_id ?? sent.client_txn_id),
        ),
      ),
  },
]

/** An invalid ID is the ID of no order. */
const requestedId = (sent: unknown): string => {
  const id = readId(sent)
  if (id === undefined) throw new Refusal('order_not_found')
  return id
}

const serve = (app: FastifyInstance, deps: DialectDeps, { url, handle, refused }: Route): void => {
  app.route({
    method: 'POST',
    url,
    config: { bodyKind: { form: true, lenient: true, parts: true }, anyOrigin: true },
    errorHandler: (error, request, reply) => {
      const refusal = refusalFor(error)
      logFailure(deps.log, refusal, error, request)
      return send(reply, refused(refusal.code, sentenceOf(refusal)), refusal)
    },
    handler: async (request, reply) => {
      const { amount } = withTrimmedKey(request)
      deps.authenticate.limitKey(request, reply)
      assertReadable(request)
      return send(reply, await handle(request, { ...writtenBody(request), amount }))
    },
  })
  allowPreflight(app, url, 'POST')
}

const send = (reply: FastifyReply, body: object, refusal?: Refusal): FastifyReply => {
  if (refusal !== undefined) setRetryAfter(reply, refusal)
  return reply.code(200).type('application/json; charset=utf-8').send(body)
}

/** Merchants paste keys with surrounding spaces. */
const withTrimmedKey = (request: FastifyRequest): Sent => {
  const sent = { ...(request.body as Sent | null | undefined) }
  if (typeof sent.key === 'string') sent.key = sent.key.trim()
  request.body = sent
  return sent
}

const sentenceOf = ({ code, errors, message }: Refusal): string =>
  GATEWAY_SENTENCES[code] ?? errors?.[0]?.msg ?? (message === '' ? REFUSALS[code].msg : message)

/** Served as written: it is small, and developers can read it in the browser. */
const SCRIPT = new URL('../../../checkout/src/browser/ekqr-sdk.js', import.meta.url)

/** The script that EKQR v2's clients load from the gateway's host, for pages of any site. */
const ekqrSdkRoute = (app: FastifyInstance): void =>
  serveText(app, {
    path: EKQR_SDK_PATH,
    type: 'text/javascript; charset=utf-8',
    text: () => readFileSync(SCRIPT, 'utf8'),
    anyOrigin: true,
  })
