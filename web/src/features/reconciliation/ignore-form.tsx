import { ignoreCredit } from '@galla/contract/credits'
import { callEndpoint } from '../../api/api.ts'
import { displayAmount } from '../../format/indian-display.ts'
import type { ActionFormProps } from './action-form-props.ts'
import { DeedForm, NoteField } from './deed-form.tsx'

/** Rent, a friend, the owner's own money: not a payment of any order. */
export function IgnoreForm({ credit, draft, deed, onCancel }: ActionFormProps) {
  const { note } = draft.values
  return (
    <DeedForm
      title="Ignore this payment"
      consequence={`${displayAmount(credit.amount)} count for no order and leave the daily closing. The payment moves to Ignored, where you can still assign it later.`}
      label="Ignore"
      busyLabel="Saving..."
      deed={deed}
      check={() => ({})}
      onSend={() =>
        deed.send(() => callEndpoint(ignoreCredit, { params: { creditId: credit.id }, body: { note } }))
      }
      onCancel={onCancel}
    >
      <NoteField draft={draft} deed={deed} label="What was it? (optional)" />
    </DeedForm>
  )
}
