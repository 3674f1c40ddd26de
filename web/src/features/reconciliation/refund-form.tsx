import { refundCredit } from '@galla/contract/credits'
import { callEndpoint } from '../../api/api.ts'
import { displayAmount } from '../../format/indian-display.ts'
import type { ActionFormProps } from './action-form-props.ts'
import { DeedForm, NoteField, UtrField, utrMessage } from './deed-form.tsx'

/** Galla holds no money: the merchant sent it back, and writes down by which transfer. */
export function RefundForm({ credit, draft, deed, onCancel }: ActionFormProps) {
  const { note, refundUtr } = draft.values
  const stays = credit.state === 'matched' ? ' Its order stays Success: success is final.' : ''
  return (
    <DeedForm
      title="Mark refunded"
      consequence={`Galla sends no money. Press this after you sent ${displayAmount(credit.amount)} back in your bank or UPI app: the case is closed with the UTR of that transfer.${stays} This can not be undone.`}
      label="Mark refunded"
      busyLabel="Saving..."
      deed={deed}
      check={() =>
        refundUtr === credit.utr
          ? { utr: 'This is the UTR of the payment, not of its refund' }
          : utrMessage(refundUtr)
      }
      onSend={() =>
        deed.send(() =>
          callEndpoint(refundCredit, { params: { creditId: credit.id }, body: { utr: refundUtr, note } }),
        )
      }
      onCancel={onCancel}
    >
      <UtrField draft={draft} deed={deed} field="refundUtr" label="UTR of the refund" />
      <NoteField draft={draft} deed={deed} label="Note (optional)" />
    </DeedForm>
  )
}
