import type { Feature, Platform } from '../platform/feature.ts'
import { failureLogger } from '../platform/log.ts'
import { bankEmailRoutes } from './bank-email-routes.ts'
import { createFindTxt } from './dns-keys.ts'
import { createEmailReceiver } from './email-receiver.ts'
import { createMailboxWatcher } from './mailbox-watcher.ts'

export interface BankEmailsFeatureDeps extends Platform {
  /** A credit waits to be recorded. */
  readonly wakeAlerts: () => void
}

/** Bank alerts by e-mail: mailboxes that are read by IMAP, and addresses that receive by SMTP. */
export const bankEmailsFeature = (deps: BankEmailsFeatureDeps): Feature => {
  const { settings, log } = deps
  const imap = { allowPrivate: settings.allowPrivateWebhooks, tls: settings.imapTls }
  const findTxt = createFindTxt(settings.dnsServers)
  const onError = failureLogger(log, 'mailboxes')
  const { emailReceiver } = settings
  const mailHost = emailReceiver?.host
  const works = { ...deps, imap, findTxt, onError, mailHost, wake: deps.wakeAlerts }
  const watcher = createMailboxWatcher(works)
  return {
    routes: (http) => bankEmailRoutes(http, { ...works, wake: watcher.wake }),
    sweeps: [watcher, ...(emailReceiver === undefined ? [] : [createEmailReceiver(works, emailReceiver)])],
  }
}
