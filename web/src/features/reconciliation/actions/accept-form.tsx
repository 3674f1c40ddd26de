import { acceptCredit } from '@galla/contract/reconciliation/credits'
import { callEndpoint } from '../../../api/api.ts'
import { differenceInWords } from '../../../format/case-labels.ts'
import { displayAmount } from '../../../format/indian-display.ts'
import type { ActionFormProps } from './action-form-props.ts'
import { CaseActionForm, NoteField } from './case-action-form.tsx'

/** Another amount than the payable one is taken for the payment, by a named person and for a reason. */
export function AcceptForm({ credit, draft, action, onCancel }: ActionFormProps) {
  const { order, amount } = credit
  if (order === null) return null
  const { note } = draft.values
  return (
    <CaseActionForm
      title="Accept as paid"
      consequence={`${displayAmount(amount)} came where ${displayAmount(order.amount)} were asked for: ${differenceInWords(amount, order.amount)}. Order ${order.clientTransactionId} becomes Success, the customer and your website are notified, and your reason is recorded. This cannot be undone.`}
      label="Accept as paid"
      busyLabel="Accepting..."
      action={action}
      check={() => (note.trim() === '' ? { note: 'Please write why this amount is enough' } : {})}
      onSend={() =>
        action.send(() => callEndpoint(acceptCredit, { params: { creditId: credit.id }, body: { note } }))
      }
      onCancel={onCancel}
    >
      <NoteField draft={draft} action={action} label="Reason" />
    </CaseActionForm>
  )
}
