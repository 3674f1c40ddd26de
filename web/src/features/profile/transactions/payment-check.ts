import type { ReplyOf } from '@galla/contract/endpoint'
import type { checkStatus } from '@galla/contract/payment-page/payment-page'
import { t } from '../../../locales/translate.ts'

type CheckReply = Pick<ReplyOf<typeof checkStatus>, 'redirect' | 'redirectUrl' | 'data'>

/** What a client knows about a payment. It starts as pending; a reset restores that state. */
export interface PaymentCheck {
  readonly status: 'pending' | 'success' | 'failed'
  readonly message: string | undefined
  /** The redirect address; only after a success. */
  readonly redirectUrl: string | undefined
}

export const UNCHECKED: PaymentCheck = { status: 'pending', message: undefined, redirectUrl: undefined }

export const CHECK_FAILED = t('Failed to check payment status')

/** A redirect with an address, or the status, marks a success; any other reply leaves the payment pending. */
export function paymentCheckOf({ redirect, redirectUrl, data }: CheckReply): PaymentCheck {
  if (redirect && redirectUrl !== null && redirectUrl !== '')
    return { status: 'success', message: t('Payment successful! Redirecting...'), redirectUrl }
  if (data.status === 'success')
    return { status: 'success', message: t('Payment completed successfully'), redirectUrl: undefined }
  if (data.status === 'failed')
    return { status: 'failed', message: t('Payment failed'), redirectUrl: undefined }
  return UNCHECKED
}
