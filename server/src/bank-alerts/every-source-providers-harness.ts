import { type Paise, toRupeeNumber } from '@galla/upi/rupees'
import { CASHFREE_MERCHANT, type FakeCashfree, startFakeCashfree } from '../../testing/fake-cashfree.ts'
import { type FakePhonePe, PHONEPE_MERCHANT, startFakePhonePe } from '../../testing/fake-phonepe.ts'
import { type FakeRazorpay, RAZORPAY_MERCHANT, startFakeRazorpay } from '../../testing/fake-razorpay.ts'
import { newUtr } from '../../testing/ledger.ts'
import type { Verification } from '../payment-accounts/account-source.ts'

/** Money that really moved: what the bank knows, whichever source reports it. */
export interface Payment {
  readonly utr: string
  readonly amount: Paise
  readonly at: Date
  /** The attempt that its payer had scanned. */
  readonly orderId: string
  readonly reference: string
}

/** A notification of a provider, which may arrive at any time and repeatedly. */
export interface Notice {
  readonly utr: string
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

/** A provider that sends notifications of payments. */
export interface NotifyingProvider {
  readonly verification: Verification
  /** From now on, the provider reports the payment when it is called. */
  knows(payment: Payment): void
  /** What it sends of the payment that it came to know of last. */
  notification(payment: Payment): Notice
  /** From now on, the provider reports that the attempt was declined. */
  refuses(reference: string): void
}

export const NOTIFYING = ['cashfree', 'razorpay-qr', 'phonepe-v2'] as const
export type Notifying = (typeof NOTIFYING)[number]

interface Fakes {
  readonly cashfree: FakeCashfree
  readonly razorpay: FakeRazorpay
  readonly phonepe: FakePhonePe
}

const providersOf = ({ cashfree, razorpay, phonepe }: Fakes): Record<Notifying, NotifyingProvider> => ({
  cashfree: {
    verification: { source: 'cashfree', credentials: CASHFREE_MERCHANT },
    knows: ({ reference, amount, utr }) =>
      cashfree.setPayment(reference, { status: 'SUCCESS', amount: toRupeeNumber(amount), utr }),
    notification: ({ reference, utr }) => ({ utr, ...cashfree.notificationOf(reference) }),
    refuses(reference) {
      cashfree.setPayment(reference, { status: 'FAILED', amount: 499, utr: newUtr() })
      cashfree.end(reference, 'EXPIRED')
    },
  },
  'razorpay-qr': {
    verification: { source: 'razorpay-qr', credentials: RAZORPAY_MERCHANT },
    knows: ({ reference, amount, utr }) => razorpay.pay(reference, { amount: Number(amount), utr }),
    notification: ({ reference, utr }) => ({ utr, ...razorpay.notification('qr_code.credited', reference) }),
    // A payment that failed is not the end of its QR.
    refuses: (reference) => razorpay.pay(reference, { status: 'failed', utr: newUtr() }),
  },
  'phonepe-v2': {
    verification: { source: 'phonepe-v2', credentials: PHONEPE_MERCHANT },
    knows: ({ reference, amount, utr }) =>
      phonepe.setPayment(reference, { state: 'COMPLETED', amount: Number(amount), utr }),
    notification: ({ reference, utr }) => ({ utr, ...phonepe.notificationOf(reference) }),
    refuses: (reference) => phonepe.setPayment(reference, { state: 'FAILED', amount: 49900, utr: newUtr() }),
  },
})

/** Starts the providers that send notifications. All shops share their credentials, as the shops of one owner may. */
export const startNotifyingProviders = async (now: () => Date) => {
  const cashfree = await startFakeCashfree(CASHFREE_MERCHANT, now)
  const razorpay = await startFakeRazorpay(RAZORPAY_MERCHANT, now)
  const phonepe = await startFakePhonePe(PHONEPE_MERCHANT, now)
  return {
    urls: { cashfree: cashfree.url, razorpay: razorpay.url, phonepe: phonepe.url },
    providers: providersOf({ cashfree, razorpay, phonepe }),
    close: () => Promise.all([cashfree.close(), razorpay.close(), phonepe.close()]),
  }
}

/** What an impostor of the provider sends, in each way that might work. */
export const FORGERIES: readonly ((notification: Notice) => Notice)[] = [
  (notification) => ({ ...notification, headers: {} }),
  ({ headers, ...notification }) => ({
    ...notification,
    headers: {
      ...headers,
      authorization: 'a'.repeat(64),
      'x-webhook-signature': 'x'.repeat(44),
      'x-razorpay-signature': '0'.repeat(64),
    },
  }),
  // A true signature over something else; PhonePe signs nothing of the body, so there only the words can be wrong.
  ({ headers, body, ...notification }) => ({
    ...notification,
    body: body.replace('"amount":', '"amount":1').replace('"payment_amount":', '"payment_amount":1'),
    headers: { ...headers, authorization: `${headers.authorization?.slice(1)}0` },
  }),
]
