import { useQueryClient } from '@tanstack/react-query'
import { type Action, type ActionReply, useAction } from '../../components/form/use-action.ts'
import { queryKeys } from '../../query-keys.ts'

/** Runs an operator's action. A failure does not refetch, so that the data behind the open dialog does not change unnoticed. */
export function useOperatorAction<Input, Reply extends ActionReply>(action: Action<Input, Reply>) {
  const queryClient = useQueryClient()
  return useAction({
    ...action,
    onDone: (reply) => {
      action.onDone?.(reply)
      void queryClient.invalidateQueries({ queryKey: queryKeys.operator.all })
    },
  })
}
