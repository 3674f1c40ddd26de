import { ignoreCredit } from '@galla/contract/reconciliation/credits'
import { callEndpoint } from '../../../api/api.ts'
import { displayAmount } from '../../../format/indian-display.ts'
import type { ActionFormProps } from './action-form-props.ts'
import { CaseActionForm, NoteField } from './case-action-form.tsx'

/** Rent, a friend, the owner's own money: not a payment of any order. */
export function IgnoreForm({ credit, draft, action, onCancel }: ActionFormProps) {
  const { note } = draft.values
  return (
    <CaseActionForm
      title="Ignore this payment"
      consequence={`${displayAmount(credit.amount)} count for no order and leave the daily closing. The payment moves to Ignored, where you can still assign it later.`}
      label="Ignore"
      busyLabel="Saving..."
      action={action}
      check={() => ({})}
      onSend={() =>
        action.send(() => callEndpoint(ignoreCredit, { params: { creditId: credit.id }, body: { note } }))
      }
      onCancel={onCancel}
    >
      <NoteField draft={draft} action={action} label="What was it? (optional)" />
    </CaseActionForm>
  )
}
