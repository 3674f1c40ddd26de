import type { SubscriptionPayment } from '@galla/contract/subscriptions/subscriptions'

/** Rupees are added as paise, so that no sum has a fraction of one. */
const paiseOf = (rupees: number): number => Math.round(rupees * 100)

/** What the tiles say. The current plan is the first entry, whatever became of it: so the product wants it. */
export const summaryOf = (payments: readonly SubscriptionPayment[]) => {
  const successful = payments.filter(({ paymentStatus }) => paymentStatus === 'success')
  return {
    successful: successful.length,
    paid: successful.reduce((sum, { amount }) => sum + paiseOf(amount), 0) / 100,
    currentPlan: payments[0]?.plan,
  }
}
