import type { Authenticators } from '../api-keys/authenticate.ts'
import type { Feature, Platform } from '../platform/feature.ts'
import { failureLogger } from '../platform/log.ts'
import { bankEmailRoutes } from './bank-email-routes.ts'
import { createFindTxt } from './dns-keys.ts'
import { createMailboxWatcher } from './mailbox-watcher.ts'

export interface BankEmailsFeatureDeps extends Platform {
  readonly authenticate: Authenticators
  /** A credit waits to be recorded. */
  readonly wakeAlerts: () => void
}

/** Bank alerts by e-mail: mailboxes that are read by IMAP. */
export const bankEmailsFeature = (deps: BankEmailsFeatureDeps): Feature => {
  const { settings, log } = deps
  const imap = { allowPrivate: settings.allowPrivateWebhooks, tls: settings.imapTls }
  const findTxt = createFindTxt(settings.dnsServers)
  const onError = failureLogger(log, 'mailboxes')
  const watcher = createMailboxWatcher({ ...deps, imap, findTxt, onError, wake: deps.wakeAlerts })
  return {
    routes: (http) => bankEmailRoutes(http, { ...deps, imap, wake: watcher.wake }),
    sweeps: [watcher],
  }
}
