import type { Feature, Platform } from '../platform/feature.ts'
import { readOutbox } from '../platform/mail/outbox.ts'
import { outboxRoutes } from './outbox-routes.ts'

/** What a development server shows instead of mailing it. */
export const simulatorFeature = (deps: Platform): Feature => {
  const { settings } = deps
  const mailsNothing = !settings.production && settings.sandbox && settings.smtpUrl === undefined
  return {
    routes: (http) =>
      outboxRoutes(http, {
        readOutbox: mailsNothing ? () => readOutbox(settings.dataDir) : undefined,
      }),
  }
}
