import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CallFailure } from '../../../api/api.ts'
import { CASES_KEY } from '../../../api/open-cases.ts'
import { failureMessage } from '../../../components/feedback/failure-message.ts'
import { toastFailure, toastSuccess } from '../../../components/feedback/toast.tsx'
import { type FieldMessages, messagesFrom } from '../../../components/form/form-errors.ts'

const WORDS = {
  failed: 'This could not be saved',
  unreachable: 'The connection was lost. What you typed is kept; please try again.',
}
/** Somebody else did something about the same case before. */
const CONFLICTS = ['credit_decided', 'alert_decided', 'claim_decided']

interface CaseActionOptions {
  readonly onDone: () => void
  readonly onConflict: () => void
}

/** Does something about a case, once; afterwards every list, count and order is asked for anew. */
export function useCaseAction({ onDone, onConflict }: CaseActionOptions) {
  const queryClient = useQueryClient()
  const [errors, setErrors] = useState<FieldMessages>({})
  const renew = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: CASES_KEY }),
      queryClient.invalidateQueries({ queryKey: ['orders'] }),
    ])
  const action = useMutation({
    mutationFn: (send: () => Promise<{ readonly msg: string }>) => send(),
    onSuccess: async ({ msg }) => {
      toastSuccess(msg)
      onDone()
      await renew()
    },
    onError: async (error) => {
      const said = messagesFrom(error)
      setErrors(said)
      if (error instanceof CallFailure && CONFLICTS.includes(error.code)) {
        await renew()
        onConflict()
      } else if (Object.keys(said).length === 0) toastFailure(failureMessage(error, WORDS))
    },
  })
  return {
    isBusy: action.isPending,
    errors,
    setErrors,
    send: (send: () => Promise<{ readonly msg: string }>) => {
      if (action.isPending) return
      setErrors({})
      action.mutate(send)
    },
  }
}

export type CaseAction = ReturnType<typeof useCaseAction>
