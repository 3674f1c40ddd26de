import { useQueryClient } from '@tanstack/react-query'
import { type Act, type ActReply, useAct } from '../../components/form/use-act.ts'
import { queryKeys } from '../../query-keys.ts'

/** Runs an operator's action. A failure reloads nothing: nobody decides about what changed unseen behind the open dialog. */
export function useOperatorAct<Input, Reply extends ActReply>(action: Act<Input, Reply>) {
  const queryClient = useQueryClient()
  return useAct({
    ...action,
    onDone: (reply) => {
      action.onDone?.(reply)
      void queryClient.invalidateQueries({ queryKey: queryKeys.operator.all })
    },
  })
}
