import { endpoint } from '@galla/contract/endpoint'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { z } from 'zod'
import { manualClock } from '../clock.ts'
import { randomIds } from '../ids.ts'
import { createLog } from '../log.ts'
import { invalidField, Refusal } from '../refusal.ts'
import { type Authenticate, bind, type CallerOf } from './endpoint-binding.ts'
import { createHttpServer } from './http-server.ts'

const authenticate: Authenticate = {
  async session(request) {
    if (request.headers.cookie === undefined) throw new Refusal('not_logged_in')
    return { merchantId: 'm' } as CallerOf<'session'>
  },
  async operator() {
    throw new Refusal('forbidden')
  },
  async key(request) {
    const { key } = request.body as { key?: unknown }
    if (request.headers.authorization !== 'Bearer k' && key !== 'k') throw new Refusal('bad_key')
    return { merchantId: 'k' } as CallerOf<'key'>
  },
  assertConfirmed() {
    throw new Refusal('confirmation_required')
  },
  recordCall: async () => undefined,
  inTurn: (_caller, _query, work) => work(),
  limitKey(request) {
    if (request.headers.authorization === 'Bearer often') throw new Refusal('too_many_requests')
  },
}

const sum = z.object({
  amount: z.string('Please enter an amount').regex(/^\d+$/, 'Please enter an amount'),
  note: z.string().max(5, 'At most 5 characters').optional(),
})
const reply = z.object({
  data: z.object({ amount: z.string(), who: z.string(), note: z.string().optional() }),
})

const withKey = endpoint({ method: 'POST', path: '/key', auth: 'key', summary: 's', body: sum, reply })
const withSession = endpoint({
  method: 'POST',
  path: '/session',
  auth: 'session',
  summary: 's',
  body: sum,
  reply,
})
const forAll = endpoint({ method: 'POST', path: '/public', auth: 'public', summary: 's', body: sum, reply })
const forOperators = endpoint({ method: 'GET', path: '/operator', auth: 'operator', summary: 's' })
const withParams = endpoint({
  method: 'GET',
  path: '/things/:id',
  auth: 'public',
  summary: 's',
  params: z.object({ id: z.string().max(10, 'Too long') }),
  query: z.object({ page: z.coerce.number('A number').int().min(1).default(1) }),
  reply: z.object({ data: z.object({ id: z.string(), page: z.number() }) }),
})
const secretive = endpoint({ method: 'GET', path: '/secretive', auth: 'public', summary: 's', reply })

/** A server with these endpoints, and the lines that it logs. */
export const startServer = (production = false): { app: FastifyInstance; lines: string[] } => {
  const lines: string[] = []
  const server = createHttpServer({
    settings: { production, publicUrl: new URL('https://pay.example.com'), trustProxy: [] },
    log: createLog({ level: 'info', write: (line) => void lines.push(line) }),
    clock: manualClock(new Date('2026-11-21T06:00:00Z')),
    ids: randomIds,
  })
  server.decorate('authenticate', authenticate)
  bind(server, withKey, async ({ body, caller }) => ({
    data: { amount: body.amount, who: caller.merchantId, note: body.note },
  }))
  bind(server, withSession, async ({ body, caller }) => ({
    msg: 'Done',
    data: { amount: body.amount, who: caller.merchantId, note: body.note },
  }))
  bind(server, forAll, async ({ body, caller }) => {
    if (body.amount === '409') throw new Refusal('not_payable', { details: { order_id: 'O', success: true } })
    if (body.amount === '422') throw invalidField('amount', 'Not this one')
    if (body.amount === '429') throw new Refusal('too_many_requests', { retryAfterSeconds: 1.2 })
    if (body.amount === '500') throw new Error('canary-internal')
    return { data: { amount: body.amount, who: String(caller), note: body.note } }
  })
  bind(server, forOperators, async () => ({}))
  bind(server, withParams, async ({ params, query }) => ({
    data: { id: params.id, page: query.page },
  }))
  bind(server, secretive, async () => {
    const row = { amount: '1', who: 'x', passwordHash: 'canary-hash' }
    return { data: row }
  })
  return { app: server, lines }
}

export const postTo = (
  app: FastifyInstance,
  path: string,
  payload: InjectOptions['payload'],
  headers: Record<string, string> = {},
) =>
  app.inject({
    method: 'POST',
    url: `/api/v1${path}`,
    headers: { 'content-type': 'application/json', ...headers },
    ...(payload === undefined ? {} : { payload }),
  })
