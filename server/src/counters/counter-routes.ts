import * as screen from '@galla/contract/counters/counter-screen'
import * as counters from '@galla/contract/counters/counters'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { cookieNames, readCookie, writeCookie } from '../auth/sessions/session-cookie.ts'
import { addressKey } from '../merchants/limit-attempts.ts'
import { ANSWERED, API_BASE, bind } from '../platform/http/endpoint-binding.ts'
import { createRateLimit } from '../platform/http/rate-limit.ts'
import { Refusal } from '../platform/refusal.ts'
import type { CounterCaller } from './counter.ts'
import type { CounterEvents } from './counter-events.ts'
import {
  COUNTER_SESSION_SECONDS,
  type CounterLoginDeps,
  getCounterCaller,
  logInAtCounter,
  logOutOfCounter,
} from './counter-login.ts'
import {
  closeCounter,
  createCounter,
  drawStandee,
  listCounters,
  type ManageDeps,
  renewCounterLogin,
} from './manage-counters.ts'
import { readScreen } from './read-screen.ts'
import { collect, createKeypadOrder, listBills, type SellDeps, takeCredit } from './sell-at-counter.ts'

export interface CounterRouteDeps extends ManageDeps, CounterLoginDeps {
  readonly selling: SellDeps
  readonly events: CounterEvents
}

/** Per device. A screen reads after each change and every 30 s. */
const DEVICE_CALLS = { perSecond: 10, burst: 200 }

export const counterRoutes = (app: FastifyInstance, deps: CounterRouteDeps): void => {
  ownerRoutes(app, deps)
  const names = cookieNames(deps.settings.publicUrl)
  const tokenOf = (request: FastifyRequest) => readCookie(request.headers.cookie, names.counter)
  loginRoutes(app, deps, tokenOf)
  const rate = createRateLimit({ clock: deps.clock, ...DEVICE_CALLS })
  screenRoutes(app, deps, async (request) => {
    const token = tokenOf(request)
    const { allowed, retryAfterSeconds } = rate.take(token ?? addressKey(request.ip))
    if (!allowed) throw new Refusal('too_many_requests', { retryAfterSeconds })
    return getCounterCaller(deps, token)
  })
}

const ownerRoutes = (app: FastifyInstance, deps: CounterRouteDeps): void => {
  bind(app, counters.listCounters, async ({ caller }) => ({
    data: await listCounters(deps, caller),
  }))
  bind(app, counters.createCounter, async ({ caller, body }) => ({
    msg: 'Counter created',
    data: await createCounter(deps, caller, body),
  }))
  bind(app, counters.renewCounterLogin, async ({ caller, params, body }) => ({
    msg: 'The counter has a new login link and PIN',
    data: await renewCounterLogin(deps, caller, params.counterId, body.pin),
  }))
  bind(app, counters.closeCounter, async ({ caller, params }) => {
    await closeCounter(deps, caller, params.counterId)
    return { msg: 'Counter closed' }
  })
  bind(app, counters.collect, async ({ caller, body }) => ({
    data: await collect(deps.selling, caller, { ...body, note: body.note }),
  }))
  bind(app, counters.counterStandee, async ({ caller, params, query, reply }) => {
    const pdf = await drawStandee(deps, caller, params.counterId, query)
    void reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="qr-${query.size}.pdf"`)
      .send(pdf)
    return ANSWERED
  })
}

const loginRoutes = (
  app: FastifyInstance,
  deps: CounterRouteDeps,
  tokenOf: (request: FastifyRequest) => string | undefined,
): void => {
  const { counter, secure } = cookieNames(deps.settings.publicUrl)
  bind(app, screen.counterLogin, { sameOrigin: true }, async ({ body, request, reply }) => {
    const token = await logInAtCounter(deps, { ...body, address: addressKey(request.ip) })
    reply.header('set-cookie', writeCookie(counter, token, secure, COUNTER_SESSION_SECONDS))
    return { msg: 'Logged in' }
  })
  bind(app, screen.counterLogout, { sameOrigin: true }, async ({ request, reply }) => {
    await logOutOfCounter(deps, tokenOf(request))
    reply.header('set-cookie', writeCookie(counter, '', secure, 0))
    return { msg: 'Logged out' }
  })
}

/** The only calls that the device of a counter may make. */
const screenRoutes = (
  app: FastifyInstance,
  deps: CounterRouteDeps,
  findCaller: (request: FastifyRequest) => Promise<CounterCaller>,
): void => {
  const { selling, events } = deps
  bind(app, screen.readCounter, { findCaller, quiet: true }, async ({ caller, query }) => ({
    data: await readScreen(deps, caller, query.since),
  }))
  bind(app, screen.createCounterOrder, { findCaller }, async ({ caller, body }) => ({
    data: { orderId: await createKeypadOrder(selling, caller, { ...body, note: body.note }) },
  }))
  bind(app, screen.listCounterBills, { findCaller }, async ({ caller, params }) => ({
    data: await listBills(selling, caller, params.creditId),
  }))
  bind(app, screen.takeCredit, { findCaller }, async ({ caller, params, body }) => ({
    data: { orderId: await takeCredit(selling, caller, params.creditId, body) },
  }))
  app.get(`${API_BASE}${screen.COUNTER_EVENTS_PATH}`, { config: { quiet: true } }, async (request, reply) => {
    const { merchantId } = await findCaller(request)
    events.open(merchantId, reply.raw, { 'x-request-id': request.id })
    return reply.hijack()
  })
}
