import { ALERT_DAYS } from '@galla/contract/alerts'
import { IDEMPOTENCY_HOURS } from '@galla/contract/limits'
import { forgetRequests } from './api-keys/request-log.ts'
import { mailResetLink, RESET_JOB } from './auth/forgot-password.ts'
import {
  CONFIRM_EMAIL_JOB,
  EMAIL_CHANGED_JOB,
  mailEmailChanged,
  mailEmailConfirmation,
} from './auth/mail-email-change.ts'
import { PASSWORD_CHANGED_JOB, tellPasswordChanged } from './auth/reset-password.ts'
import { sweepMerchants } from './auth/sweep-merchants.ts'
import { NEW_DEVICE_JOB, tellNewDevice } from './auth/tell-new-device.ts'
import { TWO_FACTOR_JOB, tellTwoFactorChanged } from './auth/two-factor.ts'
import { forgetAlerts } from './bank-alerts/alert-store.ts'
import { recordAlerts } from './bank-alerts/record-alerts.ts'
import { importStatement } from './bank-statements/import-statement.ts'
import { STATEMENT_JOB, sweepStatements } from './bank-statements/receive-statement.ts'
import type { StatementReader } from './bank-statements/statement-reader.ts'
import { followOrders } from './dashboard/follow-orders.ts'
import { KYC_DECIDED_JOB } from './kyc/decide-kyc.ts'
import { sweepDocuments } from './kyc/sweep-documents.ts'
import { tellDecided } from './kyc/tell-decided.ts'
import { askForLedgerCheck, checkLedgerTonight, LEDGER_CHECK_JOB } from './ledger/verify-ledger.ts'
import { SUSPENSION_JOB, tellSuspended } from './operator/tell-suspended.ts'
import { ORDER_SETTLED_JOB, type OrderDeps } from './orders/change-order.ts'
import { EXPIRE_BATCH, expireOrders } from './orders/expire-orders.ts'
import { forgetReplies } from './orders/idempotent-reply-store.ts'
import { PAYEE_CHANGED_JOB, tellPayeeChanged } from './payment-accounts/tell-payee-changed.ts'
import { REGISTERED_JOB, welcomeMerchant } from './payment-accounts/welcome-merchant.ts'
import type { Secrets } from './platform/crypto/crypto.ts'
import type { Files } from './platform/files/files.ts'
import { type JobHandler, startWorker } from './platform/jobs/job-queue.ts'
import { type Repeated, repeat } from './platform/jobs/repeat.ts'
import type { Log } from './platform/log.ts'
import type { Mailer } from './platform/mail/mail.ts'
import { closeQrs } from './provider-qr/close-qrs.ts'
import type { QrMaking } from './provider-qr/with-provider-qr.ts'
import { askForClosingMails, CLOSING_MAIL_JOB, mailClosing } from './reconciliation/closing-mail.ts'
import type { Checks } from './status-checks/checks.ts'
import { activatePlan } from './subscriptions/activate-plan.ts'
import { PLAN_WARNING_JOB, tellPlanWarning } from './subscriptions/tell-plan-warning.ts'
import { warnOfPlans } from './subscriptions/warn-of-plans.ts'
import type { Deliveries } from './webhooks/deliveries/deliveries.ts'
import { PAUSED_JOB } from './webhooks/deliveries/record-attempt.ts'
import { tellPaused } from './webhooks/endpoints/tell-paused.ts'
import { workReplays } from './webhooks/replays/work-replays.ts'

export interface WorkDeps {
  readonly orders: OrderDeps
  readonly deliveries: Deliveries
  readonly checks: Pick<Checks, 'start'>
  readonly qr: QrMaking
  readonly log: Log
  readonly trialQrRequests: number
  readonly mailer: Mailer
  readonly files: Files
  readonly secrets: Secrets
  readonly statementReader: StatementReader
  readonly publicUrl: URL
  readonly connectionString: string
  readonly workerId: string
}

const SECOND_MS = 1_000
const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const FORGET_BATCH = 5_000

/** Each job and who does it. */
const handlersOf = ({
  orders,
  orders: { db, clock, ids },
  files,
  secrets,
  statementReader: reader,
  log,
  mailer,
  publicUrl,
  trialQrRequests,
}: WorkDeps): Record<string, JobHandler> => ({
  [REGISTERED_JOB]: (payload) => welcomeMerchant({ db, mailer, publicUrl }, payload),
  [NEW_DEVICE_JOB]: (payload) => tellNewDevice({ db, mailer, publicUrl }, payload),
  [TWO_FACTOR_JOB]: (payload) => tellTwoFactorChanged({ db, mailer, publicUrl }, payload),
  [RESET_JOB]: (payload) => mailResetLink({ db, clock, ids, mailer, publicUrl }, payload),
  [CONFIRM_EMAIL_JOB]: (payload) => mailEmailConfirmation({ db, clock, ids, mailer, publicUrl }, payload),
  [EMAIL_CHANGED_JOB]: (payload) => mailEmailChanged({ db, clock, ids, mailer, publicUrl }, payload),
  [PASSWORD_CHANGED_JOB]: (payload) => tellPasswordChanged({ db, mailer, publicUrl }, payload),
  [PAYEE_CHANGED_JOB]: (payload) => tellPayeeChanged({ db, mailer, publicUrl }, payload),
  [ORDER_SETTLED_JOB]: async (payload) => {
    await activatePlan({ db, clock, trialQrRequests }, payload)
  },
  [PLAN_WARNING_JOB]: (payload) => tellPlanWarning({ db, clock, mailer, publicUrl }, payload),
  [STATEMENT_JOB]: (payload, job) => importStatement({ orders, files, secrets, reader }, payload, job),
  [LEDGER_CHECK_JOB]: (payload) => checkLedgerTonight({ db, clock, log }, payload),
  [CLOSING_MAIL_JOB]: (payload) => mailClosing({ db, clock, mailer, publicUrl }, payload),
  [KYC_DECIDED_JOB]: (payload) => tellDecided({ db, mailer, publicUrl }, payload),
  [SUSPENSION_JOB]: (payload) => tellSuspended({ db, mailer, publicUrl }, payload),
  [PAUSED_JOB]: (payload) => tellPaused({ db, mailer, publicUrl }, payload),
})

export interface Work {
  /** An alert was taken in: its credit is recorded at once. */
  wakeAlerts(): void
  /** A merchant asked for notifications to be sent again. */
  wakeReplays(): void
  stop(): Promise<void>
}

/** All the work that no request asks for, on one screen. Timed work is a sweep of rows; one-shot work is a job of the queue. */
export const startWork = async (deps: WorkDeps): Promise<Work> => {
  const { orders, deliveries, secrets, log, connectionString, workerId } = deps
  const { clock, db } = orders
  const queue = await startWorker({ db, connectionString, clock, log, workerId, handlers: handlersOf(deps) })
  const alerts = repeat({
    name: 'alerts.record',
    clock,
    log,
    everyMs: SECOND_MS / 2,
    work: () => recordAlerts({ orders, secrets }),
  })
  const replays = repeat({
    name: 'webhooks.replay',
    clock,
    log,
    everyMs: SECOND_MS / 2,
    work: () => workReplays({ db, clock, wakeDeliveries: deliveries.wake }),
  })
  const sweeps: Repeated[] = [
    alerts,
    replays,
    repeat({
      name: 'alerts.forget',
      clock,
      log,
      everyMs: 10 * MINUTE_MS,
      work: async () => {
        const before = new Date(clock.now().getTime() - ALERT_DAYS * 24 * HOUR_MS)
        return { more: (await forgetAlerts(db, before, FORGET_BATCH)) === FORGET_BATCH }
      },
    }),
    repeat({
      name: 'orders.expire',
      clock,
      log,
      everyMs: SECOND_MS / 2,
      work: async () => ({ more: (await expireOrders(orders)) === EXPIRE_BATCH }),
    }),
    repeat({
      name: 'orders.close_qrs',
      clock,
      log,
      everyMs: SECOND_MS,
      work: () => closeQrs({ db, clock, qr: deps.qr }),
    }),
    repeat({
      name: 'orders.forget_replies',
      clock,
      log,
      everyMs: 10 * MINUTE_MS,
      work: async () => {
        const before = new Date(clock.now().getTime() - IDEMPOTENCY_HOURS * HOUR_MS)
        return { more: (await forgetReplies(db, before, FORGET_BATCH)) === FORGET_BATCH }
      },
    }),
    repeat({
      name: 'orders.follow',
      clock,
      log,
      everyMs: MINUTE_MS,
      work: () => followOrders(orders),
    }),
    repeat({
      name: 'plans.warn',
      clock,
      log,
      everyMs: MINUTE_MS,
      work: () => warnOfPlans({ db, clock }),
    }),
    repeat({
      name: 'sources.forget_statements',
      clock,
      log,
      everyMs: HOUR_MS,
      work: () => sweepStatements({ db, clock, files: deps.files }),
    }),
    repeat({
      name: 'ledger.check',
      clock,
      log,
      everyMs: 10 * MINUTE_MS,
      work: () => askForLedgerCheck({ db, clock }),
    }),
    repeat({
      name: 'closing.mail',
      clock,
      log,
      everyMs: 10 * MINUTE_MS,
      work: () => askForClosingMails({ db, clock }),
    }),
    repeat({
      name: 'merchants.forget_requests',
      clock,
      log,
      everyMs: HOUR_MS,
      work: async () => {
        await forgetRequests({ db, clock })
        return { more: false }
      },
    }),
    repeat({
      name: 'merchants.forget_ended',
      clock,
      log,
      everyMs: 10 * MINUTE_MS,
      work: () => sweepMerchants({ db, clock }),
    }),
    repeat({
      name: 'kyc.sweep_files',
      clock,
      log,
      everyMs: HOUR_MS,
      work: async () => {
        const count = await sweepDocuments({ db, clock, files: deps.files })
        if (count > 0) log.info('files without a row were removed', { count })
        return { more: false }
      },
    }),
  ]
  deliveries.start()
  deps.checks.start()
  // What became due while no process was running is done now.
  for (const sweep of sweeps) sweep.wake()
  return {
    wakeAlerts: alerts.wake,
    wakeReplays: replays.wake,
    async stop() {
      await Promise.all([...sweeps.map((sweep) => sweep.stop()), deliveries.stop(), queue.stop()])
    },
  }
}
