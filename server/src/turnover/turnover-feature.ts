import { readTurnover as endpoint } from '@galla/contract/turnover/turnover'
import type { FastifyInstance } from 'fastify'
import type { Feature, Platform } from '../platform/feature.ts'
import { bind } from '../platform/http/endpoint-binding.ts'
import { createSweep } from '../platform/jobs/sweep.ts'
import { followReceipts } from './follow-receipts.ts'
import { LIMIT_MAIL_JOB, mailLimit } from './limit-mail.ts'
import { readTurnover } from './read-turnover.ts'

const turnoverRoutes = (app: FastifyInstance, deps: Pick<Platform, 'db' | 'clock'>): void => {
  bind(app, endpoint, async ({ caller }) => ({
    data: await readTurnover(deps, caller),
  }))
}

const FOLLOW_MS = 30_000

/** Sums what live accounts received, and warns of the limits of UPI and GST. */
export const turnoverFeature = (deps: Platform): Feature => ({
  routes: (http) => turnoverRoutes(http, deps),
  jobs: {
    [LIMIT_MAIL_JOB]: (payload, job) =>
      mailLimit({ ...deps, publicUrl: deps.settings.publicUrl, job }, payload),
  },
  sweeps: [
    createSweep(deps, { name: 'turnover.follow', everyMs: FOLLOW_MS, work: () => followReceipts(deps) }),
  ],
})
