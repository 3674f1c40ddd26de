import { useMutation, useQueryClient } from '@tanstack/react-query'
import { failureMessage } from '../../components/feedback/failure-message.ts'
import { toastFailure, toastSuccess } from '../../components/feedback/toast.tsx'
import { queryKeys } from '../../query-keys.ts'

interface Act<Input> {
  readonly act: (input: Input) => Promise<{ readonly msg: string }>
  /** When the server answers without a sentence, or does not answer. */
  readonly failed: string
  readonly onDone?: () => void
  /** Gives back true when the failure is shown elsewhere. */
  readonly onFailed?: (error: unknown) => boolean
}

/** Runs an operator's action, reports its result and reloads the operator's screens. */
export function useAct<Input>({ act, failed, onDone, onFailed }: Act<Input>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSuccess: ({ msg }) => {
      toastSuccess(msg)
      onDone?.()
      void queryClient.invalidateQueries({ queryKey: queryKeys.operator.all })
    },
    onError: (error) => {
      if (onFailed?.(error) === true) return
      toastFailure(failureMessage(error, failed))
    },
  })
}
