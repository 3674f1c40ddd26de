import { verifyOrder } from '@galla/contract/orders/orders'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { callEndpoint } from '../../api/api.ts'
import { toastPending } from '../../components/feedback/toast.tsx'
import { t } from '../../locales/translate.ts'
import { queryKeys } from '../../query-keys.ts'

export interface Verification {
  /** The order being verified; only one at a time. */
  readonly running: string | undefined
  readonly verify: (orderId: string) => void
}

/**
 * Verifies an order with its provider. Once it is decided the list reloads; errors are only logged. A success shows in its row; any
 * other result may leave the row as it was, so a toast says it.
 */
export function useVerification(onReloaded: () => void): Verification {
  const queryClient = useQueryClient()
  const verification = useMutation({
    mutationFn: (orderId: string) => callEndpoint(verifyOrder, { params: { orderId } }),
    onSuccess: async ({ status }) => {
      if (status !== 'success') toastPending(t('Checked: not paid yet'))
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
  }
}
