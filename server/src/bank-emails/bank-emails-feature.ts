import * as calls from '@galla/contract/bank-emails/bank-emails'
import type { FastifyInstance } from 'fastify'
import type { RecordSoon } from '../bank-alerts/record-alerts.ts'
import type { Feature, Platform } from '../platform/feature.ts'
import { bind } from '../platform/http/endpoint-binding.ts'
import { assertWithinRate, createRateLimit } from '../platform/http/rate-limit.ts'
import { failureLogger } from '../platform/log.ts'
import { readSource } from './bank-email-source.ts'
import {
  connectMailbox,
  disconnectMailbox,
  rotateEmailAddress,
  type TestDeps,
  testMailbox,
} from './connect-mailbox.ts'
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

/** Per merchant, because each test connects to a server that the merchant chooses. */
const TESTS_PER_SECOND = 0.1
const TESTS_AT_ONCE = 5

interface BankEmailRouteDeps extends TestDeps {
  /** A mailbox changed. */
  readonly wake: () => void
}

const bankEmailRoutes = (app: FastifyInstance, deps: BankEmailRouteDeps): void => {
  const tests = createRateLimit({ clock: deps.clock, perSecond: TESTS_PER_SECOND, burst: TESTS_AT_ONCE })

  bind(app, calls.readBankEmailSource, async ({ caller }) => ({
    data: await readSource(deps, caller),
  }))
  bind(app, calls.connectMailbox, async ({ caller, body }) => {
    await connectMailbox(deps, caller, body)
    deps.wake()
    return { msg: 'Mailbox connected', data: await readSource(deps, caller) }
  })
  bind(app, calls.testMailbox, async ({ caller, body, reply }) => {
    assertWithinRate(tests, caller.merchantId, reply)
    return { msg: 'Tested', data: await testMailbox(deps, caller, body) }
  })
  bind(app, calls.disconnectMailbox, async ({ caller }) => {
    await disconnectMailbox(deps, caller)
    deps.wake()
    return { msg: 'Mailbox disconnected', data: await readSource(deps, caller) }
  })
  bind(app, calls.rotateEmailAddress, async ({ caller, body }) => {
    await rotateEmailAddress(deps, caller, body.bankWritesTo)
    return { msg: 'Address replaced', data: await readSource(deps, caller) }
  })
}
