import { isLoopbackHost } from '@galla/contract/loopback-host'
import { listLetters, type OutboxEmail } from '@galla/contract/simulator/outbox'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { bind } from '../platform/http/endpoint-binding.ts'
import { isLoopbackAddress } from '../platform/http/same-origin.ts'

export interface OutboxRouteDeps {
  /** None: in production, without the simulator, and where letters are mailed. */
  readonly readOutbox: (() => Promise<OutboxEmail[]>) | undefined
}

/**
 * What a development server would have mailed. A letter may open an account, so only who sits at the server's own machine sees
 * them: by its address, and by the requested host name, which keeps out pages whose name was pointed at this machine.
 */
export const outboxRoutes = (app: FastifyInstance, { readOutbox }: OutboxRouteDeps): void => {
  bind(app, listLetters, async ({ request }) => ({
    data: readOutbox !== undefined && isFromHere(request) ? await readOutbox() : null,
  }))
}

const isFromHere = ({ ip, headers }: FastifyRequest): boolean =>
  isLoopbackAddress(ip) &&
  headers.forwarded === undefined &&
  headers['x-forwarded-for'] === undefined &&
  isLoopbackHost((headers.host ?? '').replace(/:\d+$/, ''))
