import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { type FailureTexts, failureMessage } from '../feedback/failure-message.ts'
import { toastFailure, toastSuccess } from '../feedback/toast.tsx'

export interface ActionReply {
  readonly msg: string
  readonly data?: unknown
}

export interface Action<Input, Reply extends ActionReply> {
  readonly act: (input: Input) => Promise<Reply>
  /** When the server answers without a sentence, or does not answer. */
  readonly failed: FailureTexts
  /** Said of a success; without it the server's own sentence. */
  readonly done?: string | ((reply: Reply) => string)
  /** The query that the reply's data is the answer to. */
  readonly answers?: QueryKey
  /** What is loaded again, whatever came of it: it may have changed elsewhere meanwhile. */
  readonly refreshes?: QueryKey
  readonly onDone?: ((reply: Reply) => void) | undefined
  /** Gives back true when the failure is shown elsewhere. */
  readonly onFailed?: (error: unknown) => boolean
}

/** Runs an action, reports its result in a toast, and shows what is true now. */
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
    // It is under way until the screen shows what is true now.
    onSettled: () =>
      refreshes === undefined ? undefined : queryClient.invalidateQueries({ queryKey: refreshes }),
  })
}
