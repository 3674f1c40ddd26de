import { attemptReference } from '@galla/upi/reference'
import type { Verification } from '../accounts/account-source.ts'
import { openVerification } from '../accounts/account-source-store.ts'
import type { Answer } from '../connectors/connector.ts'
import type { Providers } from '../connectors/providers.ts'
import { pauseAfter } from '../connectors/source-pace.ts'
import { noteFailed, noteWorked, pauseSource } from '../connectors/source-pace-store.ts'
import { recordCredit } from '../credits/record-credit.ts'
import { changeOrder, type OrderDeps } from '../orders/change-order.ts'
import type { Secrets } from '../platform/crypto.ts'
import { withAnswer } from './check-answers.ts'
import { answersOf, type DueOrder, keepAnswers } from './check-store.ts'
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
  const { db } = deps.orders
  const verification = await openVerification(db, deps.secrets, order)
  let { answers } = await answersOf(db, order)
  let isAnswered = false
  for (const attempt of verification === undefined ? [] : attempts) {
    if (verification === undefined) break
    const reference = attemptReference(order.orderId, attempt)
    const answer = await deps.providers(verification).check({
      reference,
      amount: order.payable,
      providerId: null,
    })
    await noteHealth(deps, order, answer)
    await act(deps, order, attempt, verification, answer)
    const told = { source: verification.source, attempt, said: answer.said }
    answers = withAnswer(answers, told, deps.orders.clock.now())
    // Who can't answer for one attempt can't for the next.
    isAnswered = answer.kind !== 'unknown' || answer.trouble === null
    if (!isAnswered) break
  }
  await keepAnswers(db, order, deps.workerId, answers)
  return isAnswered
}

/** Only a credit or a plain refusal touches the order; both go through the doors that everybody else uses. */
const act = async (
  deps: AskDeps,
  order: DueOrder,
  attempt: number,
  { source }: Verification,
  answer: Answer,
): Promise<void> => {
  const now = deps.orders.clock.now()
  switch (answer.kind) {
    case 'unknown':
      return
    case 'refused':
      await changeOrder(deps.orders, order.orderId, () => ({ kind: 'declined', attempt }), {
        source,
        said: answer.said,
      })
      return
    case 'paid': {
      const { payment } = answer
      const receivedAt = payment.receivedAt !== null && payment.receivedAt < now ? payment.receivedAt : now
      await recordCredit(deps.orders, {
        merchantId: order.merchantId,
        accountId: order.accountId,
        source: 'provider',
        sourceKey: `${source}:${payment.providerId}`.slice(0, SOURCE_KEY_CHARACTERS_MAX),
        utr: payment.utr,
        amount: payment.amount,
        receivedAt,
        reference: attemptReference(order.orderId, attempt),
        payerUpiId: payment.payerUpiId,
        payerName: null,
      })
    }
  }
}

/** A provider that is down, talks nonsense or refuses the credentials is asked less, and shown as such. */
const noteHealth = async (deps: AskDeps, order: DueOrder, answer: Answer): Promise<void> => {
  const { db, clock } = deps.orders
  const now = clock.now()
  const trouble = answer.kind === 'unknown' ? answer.trouble : null
  if (trouble?.kind === 'ours') return
  if (trouble === null) {
    await noteWorked(db, order, answer.said, now)
    return
  }
  const failures = await noteFailed(db, order, answer.said, now)
  const until = pauseAfter(failures, trouble.retryAfterSeconds, now)
  if (until !== null) await pauseSource(db, order, until)
}
