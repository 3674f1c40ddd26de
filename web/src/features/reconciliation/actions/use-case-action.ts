import { useMutation, useQueryClient } from '@tanstack/react-query'
import { codeOf } from '../../../api/api.ts'
import { failureMessage } from '../../../components/feedback/failure-message.ts'
import { toastFailure, toastSuccess } from '../../../components/feedback/toast.tsx'
import { type FieldMessages, messagesFrom } from '../../../components/form/form-errors.ts'
import { useCheckedForm } from '../../../components/form/use-checked-form.ts'
import { t } from '../../../locales/translate.ts'
import { queryKeys } from '../../../query-keys.ts'

const FAILURE = {
  failed: t('This could not be saved'),
  unreachable: t('The connection was lost. What you typed is kept. Please try again.'),
}
/** Codes for a case that someone else decided first. */
const CONFLICTS = ['credit_decided', 'alert_decided', 'claim_decided']

interface CaseOutcomes {
  readonly onDone: () => void
  readonly onConflict: () => void
  readonly onWrong?: (messages: FieldMessages) => void
}

/** Runs an action on a case once, then reloads every list, count and order. */
export function useCaseAction({ onDone, onConflict, onWrong }: CaseOutcomes) {
  const queryClient = useQueryClient()
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
      onWrong?.(messages)
      if (CONFLICTS.includes(codeOf(error))) {
        await renew()
        onConflict()
      } else if (Object.keys(messages).length === 0) toastFailure(failureMessage(error, FAILURE))
    },
  })
  return {
    isBusy: action.isPending,
    send: (send: () => Promise<{ readonly msg: string }>) => {
      if (!action.isPending) action.mutate(send)
    },
  }
}

const EMPTY = { note: '', utr: '', refundUtr: '', amount: '', orderSearch: '' }

/** The forms of one case, which share their values; the draft also survives a conflict with someone else's update. */
export function useCaseForm(
  name: string,
  { onDone, ...outcomes }: CaseOutcomes,
  begin: Partial<typeof EMPTY> = {},
) {
  const initialValues = { ...EMPTY, ...begin }
  const checked = useCheckedForm({ initialValues, draft: { name: `case.${name}` } })
  const action = useCaseAction({
    ...outcomes,
    onDone: () => {
      checked.clear(initialValues)
      onDone()
    },
    onWrong: checked.showErrors,
  })
  return { ...checked, ...action, errors: checked.form.errors as FieldMessages }
}

export type CaseForm = ReturnType<typeof useCaseForm>
