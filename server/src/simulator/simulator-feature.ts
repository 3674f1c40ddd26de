import type { Authenticators } from '../api-keys/authenticate.ts'
import type { Feature, Platform } from '../platform/feature.ts'
import { readOutbox } from '../platform/mail/outbox.ts'
import { outboxRoutes } from './outbox-routes.ts'

/** What a development server shows instead of mailing it. */
export const simulatorFeature = (deps: Platform & { readonly authenticate: Authenticators }): Feature => {
  const { settings, authenticate } = deps
  const mailsNothing = !settings.production && settings.sandbox && settings.smtpUrl === undefined
  return {
    routes: (http) =>
      outboxRoutes(http, {
        authenticate,
        readOutbox: mailsNothing ? () => readOutbox(settings.dataDir) : undefined,
      }),
  }
}
