import { ignoreCredit } from '@galla/contract/reconciliation/credits'
import { callEndpoint } from '../../../api/api.ts'
import { displayAmount } from '../../../format/indian-display.ts'
import type { ActionFormProps } from './action-form-props.ts'
import { CaseActionForm, NoteField } from './case-action-form.tsx'

interface Words {
  readonly title: string
  readonly consequence: string
  readonly label: string
}

function IgnoreCaseForm({ draft, action, onCancel, credit, ...words }: ActionFormProps & Words) {
  const { note } = draft.values
  return (
    <CaseActionForm
      {...words}
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

/** Rent, a friend, the owner's own money: not a payment of any order. */
export function IgnoreForm(props: ActionFormProps) {
  return (
    <IgnoreCaseForm
      {...props}
      title="Ignore this payment"
      consequence={`${displayAmount(props.credit.amount)} count for no order and leave the daily closing. The payment moves to Ignored, where you can still assign it later.`}
      label="Ignore"
    />
  )
}

/** The debit has nothing to do with the payment. */
export function NoReversalForm(props: ActionFormProps) {
  return (
    <IgnoreCaseForm
      {...props}
      title="Not this payment"
      consequence={`You still have the ${displayAmount(props.credit.amount)} of this payment: what the bank took was something else. The case is closed and leaves the closing. This cannot be undone.`}
      label="Close the case"
    />
  )
}
