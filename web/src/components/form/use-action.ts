import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { type FailureTexts, failureMessage } from '../feedback/failure-message.ts'
import { toastFailure, toastSuccess } from '../feedback/toast.tsx'

export interface ActionReply {
  readonly msg: string
  readonly data?: unknown
}

export interface Action<Input, Reply extends ActionReply> {
  readonly act: (input: Input) => Promise<Reply>
  /** Shown when the server sends no message, or no reply. */
  readonly failed: FailureTexts
  /** The success message; by default the server's own message. */
  readonly done?: string | ((reply: Reply) => string)
  /** The query whose data the reply replaces. */
  readonly answers?: QueryKey
  /** The query to refetch after success and failure: the data may have changed elsewhere. */
  readonly refreshes?: QueryKey
  readonly onDone?: ((reply: Reply) => void) | undefined
  /** Returns true when the failure is shown elsewhere. */
  readonly onFailed?: (error: unknown) => boolean
}

/** Runs an action, shows its result in a toast and refreshes the data on the screen. */
export function useAction<Input, Reply extends ActionReply>(action: Action<Input, Reply>) {
  const { act, failed, done, answers, refreshes, onDone, onFailed } = action
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSuccess: (reply) => {
      if (answers !== undefined) queryClient.setQueryData(answers, reply.data)
      toastSuccess((typeof done === 'function' ? done(reply) : done) ?? reply.msg)
      onDone?.(reply)
    },
    onError: (error) => {
      if (onFailed?.(error) !== true) toastFailure(failureMessage(error, failed))
    },
    // The action stays pending until the screen shows fresh data.
    onSettled: () =>
      refreshes === undefined ? undefined : queryClient.invalidateQueries({ queryKey: refreshes }),
  })
}
