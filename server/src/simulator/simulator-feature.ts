import { isLoopbackHost } from '@galla/contract/loopback-host'
import { listLetters, type OutboxEmail } from '@galla/contract/simulator/outbox'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Feature, Platform } from '../platform/feature.ts'
import { bind } from '../platform/http/endpoint-binding.ts'
import { isLoopbackAddress } from '../platform/http/same-origin.ts'
import { createSweep } from '../platform/jobs/sweep.ts'
import { deleteOldLetters, readOutbox } from '../platform/mail/outbox.ts'

interface OutboxRouteDeps {
  /** None: in production, without the simulator, and where letters are mailed. */
  readonly readOutbox: (() => Promise<OutboxEmail[]>) | undefined
}

/**
 * What a development server would have mailed. A letter may open an account, so only who sits at the server's own machine sees
 * them: by its address, and by the requested host name, which keeps out pages whose name was pointed at this machine.
 */
const outboxRoutes = (app: FastifyInstance, { readOutbox }: OutboxRouteDeps): void => {
  bind(app, listLetters, async ({ request }) => ({
    data: readOutbox !== undefined && isFromHere(request) ? await readOutbox() : null,
  }))
}

const isFromHere = ({ ip, headers }: FastifyRequest): boolean =>
  isLoopbackAddress(ip) &&
  headers.forwarded === undefined &&
  headers['x-forwarded-for'] === undefined &&
  isLoopbackHost((headers.host ?? '').replace(/:\d+$/, ''))

const DELETE_MS = 3_600_000

/** What a development server shows instead of mailing it. */
export const simulatorFeature = (deps: Platform): Feature => {
  const { settings } = deps
  const mailsNothing = !settings.production && settings.sandbox && settings.smtpUrl === undefined
  return {
    routes: (http) =>
      outboxRoutes(http, {
        readOutbox: mailsNothing ? () => readOutbox(settings.dataDir) : undefined,
      }),
    sweeps: [
      createSweep(deps, {
        name: 'outbox.delete_old',
        everyMs: DELETE_MS,
        work: () => deleteOldLetters(deps),
      }),
    ],
  }
}
