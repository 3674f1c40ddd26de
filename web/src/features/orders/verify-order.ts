import { verifyOrder } from '@galla/contract/orders/orders'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callEndpoint } from '../../api/api.ts'
import { displayTime } from '../../format/indian-display.ts'
import { t } from '../../locales/translate.ts'
import { queryKeys } from '../../query-keys.ts'

export interface Verification {
  /** The order being verified; only one at a time. */
  readonly running: string | undefined
  readonly verify: (orderId: string) => void
  /** What the last check found, and when: "Checked 7:33 am: not paid yet". Empty before the first. */
  readonly found: { readonly orderId: string; readonly line: string }
}

/**
 * Verifies an order with its provider. Once it is decided the list reloads; errors are only logged. A result may leave the row as it
 * was, so a line beside the button says what was found.
 */
export function useVerification(onReloaded: () => void): Verification {
  const queryClient = useQueryClient()
  const [found, setFound] = useState({ orderId: '', line: '' })
  const verification = useMutation({
    mutationFn: (orderId: string) => callEndpoint(verifyOrder, { params: { orderId } }),
    onSuccess: async ({ status }, orderId) => {
      const time = displayTime(new Date().toISOString())
      const line =
        status === 'success'
          ? t('Checked {time}: paid', { time })
          : t('Checked {time}: not paid yet', { time })
      setFound({ orderId, line })
      if (status === 'pending') return
      await queryClient.invalidateQueries({ queryKey: queryKeys.orders.all })
      onReloaded()
    },
    onError: (error) => console.error('Verifying the order failed', error),
  })
  return {
    running: verification.isPending ? verification.variables : undefined,
    verify: (orderId) => {
      if (!verification.isPending) verification.mutate(orderId)
    },
    found,
  }
}
