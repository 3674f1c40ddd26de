import type { Feature, Platform } from '../platform/feature.ts'
import { createSweep } from '../platform/jobs/sweep.ts'
import { deleteOldLetters, readOutbox } from '../platform/mail/outbox.ts'
import { outboxRoutes } from './outbox-routes.ts'

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
