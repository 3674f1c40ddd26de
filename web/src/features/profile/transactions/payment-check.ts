import type { ReplyOf } from '@galla/contract/endpoint'
import type { checkStatus } from '@galla/contract/payment-page/payment-page'
import { t } from '../../../locales/translate.ts'

type CheckReply = Pick<ReplyOf<typeof checkStatus>, 'redirect' | 'redirectUrl' | 'data'>

/** What a client knows of one payment. It begins as pending, and a reset brings it back there. */
export interface PaymentCheck {
  readonly status: 'pending' | 'success' | 'failed'
  readonly message: string | undefined
  /** Where the customer's way goes on; only after a success. */
  readonly redirectUrl: string | undefined
}

export const UNCHECKED: PaymentCheck = { status: 'pending', message: undefined, redirectUrl: undefined }

export const CHECK_FAILED = t('Failed to check payment status')

/** A success is recognised by a redirect that has an address, or by the status; any other reply leaves it pending. */
export function paymentCheckOf({ redirect, redirectUrl, data }: CheckReply): PaymentCheck {
  if (redirect && redirectUrl !== null && redirectUrl !== '')
    return { status: 'success', message: t('Payment successful! Redirecting...'), redirectUrl }
  if (data.status === 'success')
    return { status: 'success', message: t('Payment completed successfully'), redirectUrl: undefined }
  if (data.status === 'failed')
    return { status: 'failed', message: t('Payment failed'), redirectUrl: undefined }
  return UNCHECKED
}
