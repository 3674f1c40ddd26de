import type { SubscriptionPayment } from '@galla/contract/subscriptions/subscriptions'

/** Sums are computed in paise to avoid binary fractions. */
const paiseOf = (rupees: number): number => Math.round(rupees * 100)

/** The figures of the tiles. The current plan is the first entry in every state, as the product specification requires. */
export const summaryOf = (payments: readonly SubscriptionPayment[]) => {
  const successful = payments.filter(({ paymentStatus }) => paymentStatus === 'success')
  return {
    successful: successful.length,
    paid: successful.reduce((sum, { amount }) => sum + paiseOf(amount), 0) / 100,
    currentPlan: payments[0]?.plan,
  }
}
