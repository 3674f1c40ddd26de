import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { codeOf } from '../../../api/api.ts'
import { failureMessage } from '../../../components/feedback/failure-message.ts'
import { toastFailure, toastSuccess } from '../../../components/feedback/toast.tsx'
import { type FieldMessages, messagesFrom } from '../../../components/form/form-errors.ts'
import { t } from '../../../locales/translate.ts'
import { queryKeys } from '../../../query-keys.ts'

const FAILURE = {
  failed: t('This could not be saved'),
  unreachable: t('The connection was lost. What you typed is kept. Please try again.'),
}
/** Codes for a case that someone else decided first. */
const CONFLICTS = ['credit_decided', 'alert_decided', 'claim_decided']

/** Runs an action on a case once, then reloads every list, count and order. */
export function useCaseAction({ onDone, onConflict }: { onDone: () => void; onConflict: () => void }) {
  const queryClient = useQueryClient()
  const [errors, setErrors] = useState<FieldMessages>({})
  const renew = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: queryKeys.cases.all }),
      queryClient.invalidateQueries({ queryKey: queryKeys.orders.all }),
    ])
  const action = useMutation({
    mutationFn: (send: () => Promise<{ readonly msg: string }>) => send(),
    onSuccess: async ({ msg }) => {
      toastSuccess(msg)
      onDone()
      await renew()
    },
    onError: async (error) => {
      const messages = messagesFrom(error)
      setErrors(messages)
      if (CONFLICTS.includes(codeOf(error))) {
        await renew()
        onConflict()
      } else if (Object.keys(messages).length === 0) toastFailure(failureMessage(error, FAILURE))
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
