import type { RecordSoon } from '../bank-alerts/record-alerts.ts'
import type { Feature, Platform } from '../platform/feature.ts'
import { failureLogger } from '../platform/log.ts'
import { bankEmailRoutes } from './bank-email-routes.ts'
import { createFindTxt } from './dns-keys.ts'
import { createEmailReceiver } from './email-receiver.ts'
import { createMailboxWatcher } from './mailbox-watcher.ts'
import { createMailReader } from './reading/mail-reader.ts'

export interface BankEmailsFeatureDeps extends Platform {
  readonly recordSoon: RecordSoon
}

/** Bank alerts by e-mail: mailboxes that are read by IMAP, and addresses that receive by SMTP. */
export const bankEmailsFeature = (deps: BankEmailsFeatureDeps): Feature => {
  const { settings, log } = deps
  const imap = { allowPrivate: settings.allowPrivateWebhooks, tls: settings.imapTls }
  const findTxt = createFindTxt(settings.dnsServers)
  const onError = failureLogger(log, 'mailboxes')
  const { emailReceiver } = settings
  const mailHost = emailReceiver?.host
  const works = { ...deps, imap, findTxt, onError, mailHost }
  // Two processes: a test of a mailbox, or a letter from anyone, must not disconnect the mailboxes.
  const ofMailboxes = createMailReader(works)
  const ofStrangers = createMailReader(works)
  const watcher = createMailboxWatcher({ ...works, reader: ofMailboxes })
  const receiving = { ...works, reader: ofStrangers }
  return {
    routes: (http) => bankEmailRoutes(http, { ...receiving, wake: watcher.wake }),
    sweeps: [
      watcher,
      ...(emailReceiver === undefined ? [] : [createEmailReceiver(receiving, emailReceiver)]),
    ],
    stop() {
      ofMailboxes.stop()
      ofStrangers.stop()
    },
  }
}
