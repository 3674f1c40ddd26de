import { VERIFICATION_NAMES, type VerificationSource } from '@galla/contract/payment-accounts/verification'
import { attemptReference } from '@galla/upi/reference'
import type { ReportedCredit } from '../ledger/credit.ts'
import { recordCredit } from '../ledger/record-credit.ts'
import { changeOrder, type OrderDeps } from '../orders/change-order.ts'
import type { AccountKey, Verification } from '../payment-accounts/account-source.ts'
import { openVerification } from '../payment-accounts/account-source-store.ts'
import type { Secrets } from '../platform/crypto/crypto.ts'
import { ulidTime } from '../platform/ids.ts'
import { type AttemptQr, noteClosing, qrsOfOrders } from '../provider-qr/provider-qr-store.ts'
import { pending, type ReportedPayment, type StatusList, type StatusResult } from '../providers/connector.ts'
import type { Providers } from '../providers/providers.ts'
import { recordProviderHealth } from '../providers/record-provider-health.ts'
import { withAnswer } from './check-answers.ts'
import { answersOf, askAlone, type DueOrder, keepAnswers } from './check-store.ts'
import type { ClaimedCheck } from './claim-checks.ts'

export interface AskDeps {
  readonly orders: OrderDeps
  readonly secrets: Secrets
  readonly providers: Providers
  readonly workerId: string
}

const SOURCE_KEY_CHARACTERS_MAX = 180

/**
 * Asks about an order that this process leased, outside any transaction, and records what came of it. False when nobody could be
 * asked, or the provider was in trouble.
 */
export const askAboutOrder = async (deps: AskDeps, { order, attempts }: ClaimedCheck): Promise<boolean> => {
  const { db, clock } = deps.orders
  const verification = await openVerification(db, deps.secrets, order)
  const qrs = await qrsOfOrders(db, order.merchantId, [order.orderId])
  let { answers } = await answersOf(db, order)
  let isAnswered = false
  for (const attempt of verification === undefined ? [] : attempts) {
    if (verification === undefined) break
    const qr = qrs.find((each) => each.attempt === attempt)
    const answer = await askAboutAttempt(deps, order, attempt, verification, qr)
    await act(deps, order, attempt, verification, answer)
    if (answer.kind === 'paid' && qr !== undefined)
      // It takes one payment, so it is closed by this one.
      await noteClosing(db, { merchantId: order.merchantId, reference: qr.reference }, null, clock.now())
    const entry = { source: verification.source, attempt, said: answer.message }
    answers = withAnswer(answers, entry, clock.now())
    // Who can't answer for one attempt can't for the next.
    isAnswered = answer.kind !== 'unknown' || answer.error === null
    if (!isAnswered) break
  }
  await keepAnswers(db, order, deps.workerId, answers)
  return isAnswered
}

const askAboutAttempt = async (
  deps: AskDeps,
  order: DueOrder,
  attempt: number,
  verification: Verification,
  qr: AttemptQr | undefined,
): Promise<StatusResult> => {
  if (qr !== undefined && qr.source !== verification.source)
    return pending(`Its QR was made by ${VERIFICATION_NAMES[qr.source]}, which is no longer connected`)
  const answer = await deps.providers(verification).check({
    reference: qr?.reference ?? attemptReference(order.orderId, attempt),
    amount: order.payable,
    providerId: qr?.providerId ?? null,
  })
  const trouble = answer.kind === 'unknown' ? answer.error : null
  await recordProviderHealth(
    deps.orders.db,
    order,
    { message: answer.message, error: trouble },
    deps.orders.clock.now(),
  )
  return answer
}

/**
 * Asks one question about many orders of one account. Of those about which the answer leaves nothing open no more is asked now; the
 * others are due at once, each by itself.
 */
export const askAboutMany = async (deps: AskDeps, claimed: readonly ClaimedCheck[]): Promise<boolean> => {
  const { db, clock } = deps.orders
  const [first] = claimed
  if (first === undefined) return false
  const verification = await openVerification(db, deps.secrets, first.order)
  const list = verification && deps.providers(verification).list
  const qrs = await qrsOfOrders(
    db,
    first.order.merchantId,
    claimed.map(({ order }) => order.orderId),
  )
  const questions = claimed.flatMap(({ order, attempts }) => {
    const qr = qrs.find((each) => each.orderId === order.orderId && each.attempt === attempts[0])
    return qr === undefined || qr.source !== verification?.source ? [] : [{ ...qr, amount: order.payable }]
  })
  const listed: StatusList =
    list === undefined || questions.length === 0
      ? { kind: 'listed', results: new Map() }
      : await list(questions)
  if (questions.length > 0) {
    const health = listed.kind === 'listed' ? { message: 'QR codes listed', error: null } : listed
    await recordProviderHealth(db, first.order, health, clock.now())
  }
  for (const { order, attempts } of claimed) {
    const question = questions.find(({ orderId }) => orderId === order.orderId)
    const answer = listed.kind === 'listed' ? listed.results.get(question?.reference ?? '') : listed
    let { answers } = await answersOf(db, order)
    if (answer !== undefined && verification !== undefined) {
      const entry = {
        source: verification.source,
        attempt: attempts[0] ?? order.attempt,
        said: answer.message,
      }
      answers = withAnswer(answers, entry, clock.now())
    }
    await keepAnswers(db, order, deps.workerId, answers)
    if (answer === undefined) await askAlone(db, order, clock.now())
  }
  return listed.kind === 'listed'
}

/** Only a credit or a plain refusal touches the order; both go through the doors that everybody else uses. */
const act = async (
  deps: AskDeps,
  order: DueOrder,
  attempt: number,
  { source }: Verification,
  answer: StatusResult,
): Promise<void> => {
  const now = deps.orders.clock.now()
  switch (answer.kind) {
    case 'unknown':
      return
    case 'refused':
      await changeOrder(deps.orders, order.orderId, () => ({ kind: 'declined', attempt }), {
        source,
        said: answer.message,
      })
      return
    case 'paid':
      await recordCredit(
        deps.orders,
        creditOf(order, source, answer.payment, attemptReference(order.orderId, attempt), now),
      )
  }
}

/** Nobody pays an attempt before its order was made, whatever a provider's clock, or its idea of zones, says. */
const CLOCKS_APART_MS = 5 * 60_000

const receivedAt = (reported: Date | null, reference: string, now: Date): Date =>
  reported !== null && reported < now && reported.getTime() >= ulidTime(reference).getTime() - CLOCKS_APART_MS
    ? reported
    : now

/** The payment as it is reported to the ledger. The reference begins with the order's id. A provider's clock may run before ours. */
export const creditOf = (
  { merchantId, accountId }: AccountKey,
  source: VerificationSource,
  payment: ReportedPayment,
  reference: string,
  now: Date,
): ReportedCredit => ({
  merchantId,
  accountId,
  source: 'provider',
  sourceKey: `${source}:${payment.providerId}`.slice(0, SOURCE_KEY_CHARACTERS_MAX),
  utr: payment.utr,
  amount: payment.amount,
  receivedAt: receivedAt(payment.receivedAt, reference, now),
  reference,
  payerUpiId: payment.payerUpiId,
  payerName: null,
})
