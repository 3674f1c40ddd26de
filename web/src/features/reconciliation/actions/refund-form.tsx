import { refundCredit } from '@galla/contract/reconciliation/credit-decisions'
import { isReversedCase } from '@galla/contract/reconciliation/reversals'
import { callEndpoint } from '../../../api/api.ts'
import { displayAmount } from '../../../format/indian-display.ts'
import { t } from '../../../locales/translate.ts'
import type { ActionFormProps } from './action-form-props.ts'
import { CaseActionForm, NoteField, UtrField, utrMessage } from './case-action-form.tsx'

/** Galla holds no money: the merchant sent it back, and writes down by which transfer. */
export function RefundForm({ credit, draft, action, onCancel }: ActionFormProps) {
  const { note, refundUtr } = draft.values
  const isReversed = isReversedCase(credit)
  const stays = credit.state === 'matched' ? t(' Its order stays Success: success is final.') : ''
  return (
    <CaseActionForm
      title={isReversed ? t('Record as refunded') : t('Mark refunded')}
      consequence={
        isReversed
          ? t(
              'The customer has the money back: the case is closed with the UTR that the bank shows, which may be that of the payment.{stays} It leaves the daily closing. This cannot be undone.',
              { stays },
            )
          : t(
              'Galla sends no money. Press this after you sent {amount} back in your bank or UPI app: the case is closed with the UTR of that transfer.{stays} This cannot be undone.',
              { amount: displayAmount(credit.amount), stays },
            )
      }
      label={isReversed ? t('Record as refunded') : t('Mark refunded')}
      busyLabel={t('Saving...')}
      action={action}
      check={() =>
        refundUtr === credit.utr && !isReversed
          ? { utr: t('This is the UTR of the payment, not of its refund') }
          : utrMessage(refundUtr)
      }
      onSend={() =>
        action.send(() =>
          callEndpoint(refundCredit, { params: { creditId: credit.id }, body: { utr: refundUtr, note } }),
        )
      }
      onCancel={onCancel}
    >
      <UtrField draft={draft} action={action} field="refundUtr" label={t('UTR of the refund')} />
      <NoteField draft={draft} action={action} label={t('Note (optional)')} />
    </CaseActionForm>
  )
}
