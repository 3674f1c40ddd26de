import { PROVIDER_NAMES, PROVIDERS } from '@galla/contract/accounts'

const WHERE_TO_LOOK = {
  paytm: 'the Paytm for Business app',
  phonepe: 'the PhonePe Business app',
  googlepay: 'the Google Pay for Business app',
  bharatpe: 'the BharatPe app',
  other: "your provider's app or your bank statement",
} as const satisfies Record<keyof typeof PROVIDER_NAMES, string>

/** What tells Galla of a live payment to an account of this provider: said as it is, so that nobody waits for nothing. */
export function whatRecognisesMoney(provider: string): { title: string; text: string } {
  const known = PROVIDERS.find((each) => each === provider)
  const name = known === undefined || known === 'other' ? 'this account' : PROVIDER_NAMES[known]
  const where = WHERE_TO_LOOK[known ?? 'other']
  return {
    title: `Galla can't see payments in ${name} by itself`,
    text: `Your customers' money reaches you all the same: look for it in ${where}. But Galla calls an order paid only on evidence, so a live order stays Pending and turns Failed when its time is over, even if it was paid.`,
  }
}
