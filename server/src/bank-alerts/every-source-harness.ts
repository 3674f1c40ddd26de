import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { istWallClock } from '@galla/contract/ist'
import type { Mode } from '@galla/contract/orders/order-status'
import type { SimulatorOutcome } from '@galla/contract/payment-page/payment-page'
import { payLink } from '@galla/upi/link'
import { attemptReference } from '@galla/upi/reference'
import { formatRupees, type Paise } from '@galla/upi/rupees'
import type { Vpa } from '@galla/upi/vpa'
import { type FakePaytm, PAYTM_MERCHANT, startFakePaytm } from '../../testing/fake-paytm.ts'
import { addMerchant, newUtr, orderForm } from '../../testing/ledger.ts'
import { type LiveLedger, openLiveLedger } from '../../testing/live-shop.ts'
import { recordPendingAlerts } from '../../testing/record-pending-alerts.ts'
import { unsignedRequest } from '../../testing/unsigned-request.ts'
import { importStatement } from '../bank-statements/import-statement.ts'
import { confirmStatement, receiveStatement } from '../bank-statements/receive-statement.ts'
import { createStatementReader } from '../bank-statements/statement-reader.ts'
import { findOrder } from '../orders/order-store.ts'
import { secretsFrom } from '../platform/crypto/crypto.ts'
import { sql } from '../platform/database/database.ts'
import { createDiskFiles } from '../platform/files/files.ts'
import { Refusal } from '../platform/refusal.ts'
import { confirmOrder } from '../reconciliation/reconcile.ts'
import { simulatePayment } from '../simulator/simulate-payment.ts'
import { verifyOrder } from '../status-checks/checks.ts'
import { receiveProviderNotification } from '../status-checks/receive-provider-notification.ts'
import { currentAlertUrl } from './alert-token.ts'
import {
  type Notice,
  type Notifying,
  type NotifyingProvider,
  type Payment,
  startNotifyingProviders,
} from './every-source-providers-harness.ts'
import { createAlertIntake } from './receive-alert.ts'
import { createAlertAddresses } from './signing/alert-signing.ts'

const PAYER = 'asha@okaxis'

/** What a statement row contains in addition to the UTR: the exact time, only the day, or the order in its note. */
export type StatementDetail = 'time' | 'day' | 'order'

/** The provider whose API checks the shop's orders, if any. */
export type Verified = 'simulator' | 'paytm-v3' | Notifying

export interface Shopkeeper {
  readonly merchantId: string
  readonly mode: Mode
  readonly email: string
  /** The provider that sends notifications, if any. */
  readonly provider: NotifyingProvider | null
  /** Where its notifications go. */
  readonly noticeId: string
}

export interface Sources {
  readonly ledger: LiveLedger
  shopkeeper(verified: Verified, uniqueAmounts: boolean): Promise<Shopkeeper>
  place(who: Shopkeeper, amount: Paise): Promise<string>
  /** The bank moves the money; no source has reported it yet. */
  pays(orderId: string, amount: Paise, attempt: number): Payment
  /** The dashboard's Verify calls the provider, which reports this payment of its attempt. */
  reportedByProvider(who: Shopkeeper, payment: Payment): Promise<void>
  /** The provider is called, and reports that the attempt was declined. */
  refusedByProvider(who: Shopkeeper, orderId: string, attempt: number): Promise<void>
  /** A notification comes to the shop; gives what was made of it, and undefined where it was refused. */
  notified(
    who: Shopkeeper,
    notification: Notice,
  ): Promise<Awaited<ReturnType<typeof receiveProviderNotification>> | undefined>
  reportedByAlert(who: Shopkeeper, payment: Payment): Promise<void>
  /** Returns whether it was taken: two files are read at a time, and no more. */
  reportedByStatement(who: Shopkeeper, payments: readonly Payment[], how: StatementDetail): Promise<boolean>
  /** The merchant enters the payment's UTR at an order. */
  reportedByHand(who: Shopkeeper, payment: Pick<Payment, 'utr' | 'orderId'>): Promise<void>
  /** Someone pays in the simulator. */
  simulates(who: Shopkeeper, orderId: string, outcome: SimulatorOutcome): Promise<string[]>
  close(): Promise<void>
}

/** What the program refuses is an answer, too; everything else is a fault of it. */
export const orRefused = async <T>(work: Promise<T>): Promise<T | undefined> => {
  try {
    return await work
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

const wall = (at: Date) => istWallClock(at).toISOString()
const istDay = (at: Date) => wall(at).slice(0, 10).split('-').reverse().join('/')

const statementRow = ({ utr, amount, at, orderId }: Payment, how: StatementDetail): string => {
  const when = how === 'day' ? istDay(at) : `${istDay(at)} ${wall(at).slice(11, 19)}`
  const note = how === 'order' ? orderId : 'Tea'
  return `${when},UPI/CR/${utr}/ASHA RAO/${PAYER}/${note},,${formatRupees(amount)}`
}

/** Every source of one installation, each through the door that it has in the program. */
export const openSources = async (): Promise<Sources> => {
  let clock: LiveLedger['clock'] | undefined
  const paytm: FakePaytm = await startFakePaytm(PAYTM_MERCHANT, () => clock?.now() ?? new Date(0))
  const notifying = await startNotifyingProviders(() => clock?.now() ?? new Date(0))
  const ledger = await openLiveLedger({ paytm: paytm.url, ...notifying.urls })
  clock = ledger.clock
  const folder = mkdtempSync(join(tmpdir(), 'galla-sources-'))
  const secrets = secretsFrom(new Uint8Array(32).fill(7))
  const reader = createStatementReader(ledger)
  const statements = { ...ledger, secrets, reader, files: createDiskFiles(folder), orders: ledger }
  const alerts = { ...ledger, secrets, alertUrl: (token: string) => token }
  const receiveAlert = createAlertIntake(alerts, createAlertAddresses(alerts), () => {})

  const verify = async (who: Shopkeeper, orderId: string): Promise<void> => {
    // An order is checked at most every ten seconds.
    ledger.clock.advance({ seconds: 11 })
    await verifyOrder(ledger, ledger.checks, { merchantId: who.merchantId, mode: 'live' }, orderId)
  }

  return {
    ledger,
    async shopkeeper(verified, uniqueAmounts) {
      const provider =
        verified === 'simulator' || verified === 'paytm-v3' ? null : notifying.providers[verified]
      const verification = provider?.verification ?? { source: 'paytm-v3', credentials: PAYTM_MERCHANT }
      const merchantId =
        verified === 'simulator'
          ? (await addMerchant(ledger.db, 'test')).merchantId
          : await ledger.merchantWith(verification)
      await ledger.db.run(
        sql`update accounts set unique_amounts = ${uniqueAmounts} where merchant_id = ${merchantId}`,
      )
      const source = await ledger.db.maybeOne<{ notification_id: string }>(
        sql`select notification_id from account_sources where merchant_id = ${merchantId}`,
      )
      const mode = verified === 'simulator' ? 'test' : 'live'
      const noticeId = source?.notification_id ?? ''
      return { merchantId, mode, email: `${merchantId}@example.com`, provider, noticeId }
    },
    async place({ merchantId, mode, provider }, amount) {
      // An account asks its provider for at most ten QRs a second.
      if (provider !== null) ledger.clock.advance({ seconds: 1 })
      return (await ledger.create({ merchantId, mode }, orderForm({ amount }))).orderId
    },
    pays: (orderId, amount, attempt) => ({
      utr: newUtr(),
      amount,
      at: ledger.clock.now(),
      orderId,
      reference: attemptReference(orderId, attempt),
    }),
    async reportedByProvider(who, payment) {
      const { reference, orderId, amount, utr } = payment
      if (who.provider !== null) who.provider.knows(payment)
      else paytm.setPayment(reference, { status: 'TXN_SUCCESS', amount: formatRupees(amount), utr })
      await verify(who, orderId)
    },
    async refusedByProvider(who, orderId, attempt) {
      const reference = attemptReference(orderId, attempt)
      if (who.provider !== null) who.provider.refuses(reference)
      else paytm.setPayment(reference, { status: 'TXN_FAILURE', amount: '0.00', utr: newUtr() })
      await verify(who, orderId)
    },
    async notified(who, { body, headers }) {
      const deps = { orders: ledger, ...ledger.qr }
      const taken = await orRefused(
        receiveProviderNotification(deps, who.noticeId, { body: Buffer.from(body), headers }),
      )
      ledger.checks.sweep()
      await ledger.checks.idle()
      return taken
    },
    async reportedByAlert(who, { utr, amount, at }) {
      const token = (await currentAlertUrl(alerts, who)) ?? ''
      const text = `Rs.${formatRupees(amount)} credited to your A/c XX1234 on 21-11-26 by UPI from ${PAYER}. UPI Ref No ${utr} -HDFC Bank`
      const forwarded = { from: 'VM-HDFCBK-S', text, sentStamp: String(at.getTime()) }
      await receiveAlert(token, unsignedRequest(forwarded))
      await recordPendingAlerts(statements)
    },
    async reportedByStatement(who, payments, how) {
      const rows = payments.map((payment) => statementRow(payment, how))
      const file = Buffer.from(['Date,Narration,Debit,Credit', ...rows, ''].join('\r\n'))
      const received = await orRefused(
        receiveStatement(statements, who, async (onFile) => {
          await onFile({ field: 'file', name: 'statement.csv', content: pieces(file) })
          return new Map()
        }),
      )
      if (received === undefined) return false
      await confirmStatement(statements, who, received.id, undefined)
      const payload = { merchantId: who.merchantId, statementId: received.id }
      await importStatement(statements, payload, { attempt: 1 })
      return true
    },
    reportedByHand: async (who, { orderId, utr }) =>
      void (await orRefused(confirmOrder(ledger, who, orderId, { utr }))),
    async simulates(who, orderId, outcome) {
      const order = await findOrder(ledger.db, orderId)
      if (order === undefined) throw new Error('the order is gone')
      const upi = payLink({
        payeeVpa: `${who.merchantId}@gallatest` as Vpa,
        payeeName: 'Sharma Tea',
        reference: attemptReference(orderId, order.attempt),
        amount: order.payable,
      })
      const { utr, secondUtr } = await simulatePayment(ledger, upi, outcome)
      return [utr, secondUtr].filter((report) => report !== null && report !== undefined)
    },
    async close() {
      reader.stop()
      await ledger.close()
      await Promise.all([paytm.close(), notifying.close()])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function* pieces(file: Buffer): AsyncGenerator<Buffer> {
  yield file
}
