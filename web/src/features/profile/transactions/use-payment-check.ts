import { checkStatus } from '@galla/contract/orders/payment-page'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { callEndpoint } from '../../../api/api.ts'
import { failureMessage } from '../../../components/feedback/failure-message.ts'
import { toastFailure, toastPending, toastSuccess } from '../../../components/feedback/toast.tsx'
import { CHECK_FAILED, type PaymentCheck, paymentCheckOf, UNCHECKED } from './payment-check.ts'

/** Long enough to read where one is being taken, and to stay. */
const REDIRECT_DELAY_MS = 2000

const TOASTS = { pending: toastPending, success: toastSuccess, failed: toastFailure } as const

export interface PaymentChecking {
  /** The order being asked about; one at a time. */
  readonly running: string | undefined
  readonly result: PaymentCheck
  readonly check: (orderId: string) => void
  /** Back to pending: no message, nowhere to go. */
  readonly reset: () => void
}

/** Asks what became of a payment; when that is decided the list loads again, and the way goes on where the order says. */
export function usePaymentCheck(refetch: () => void): PaymentChecking {
  const asked = useMutation({
    mutationFn: (orderId: string) => callEndpoint(checkStatus, { params: { orderId } }),
    onSuccess: (reply) => {
      const { status, message, redirectUrl } = paymentCheckOf(reply)
      if (status !== 'pending') refetch()
      if (redirectUrl !== undefined) return
      TOASTS[status](message ?? reply.msg)
    },
    onError: (error) => toastFailure(failureMessage(error, CHECK_FAILED)),
  })
  const result = asked.data === undefined ? UNCHECKED : paymentCheckOf(asked.data)
  const { redirectUrl } = result
  useEffect(() => {
    if (redirectUrl === undefined) return
    const timer = window.setTimeout(() => window.location.assign(redirectUrl), REDIRECT_DELAY_MS)
    return () => window.clearTimeout(timer)
  }, [redirectUrl])
  return {
    running: asked.isPending ? asked.variables : undefined,
    result,
    check: (orderId) => {
      if (!asked.isPending) asked.mutate(orderId)
    },
    reset: asked.reset,
  }
}
