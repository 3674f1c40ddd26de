import { acceptCredit } from '@galla/contract/reconciliation/credit-decisions'
import { callEndpoint } from '../../../api/api.ts'
import { differenceInWords } from '../../../format/case-labels.ts'
import { displayAmount } from '../../../format/indian-display.ts'
import { t } from '../../../locales/translate.ts'
import type { ActionFormProps } from './action-form-props.ts'
import { CaseActionForm, NoteField } from './case-action-form.tsx'

/** Another amount than the payable one is taken for the payment, by a named person and for a reason. */
export function AcceptForm({ credit, draft, action, onCancel }: ActionFormProps) {
  const { order, amount } = credit
  if (order === null) return null
  const { note } = draft.values
  return (
    <CaseActionForm
      title={t('Accept as paid')}
      consequence={t(
        '{amount} came where {asked} were asked for: {difference}. Order {id} becomes Success, the customer and your website are notified, and your reason is recorded. This cannot be undone.',
        {
          amount: displayAmount(amount),
          asked: displayAmount(order.amount),
          difference: differenceInWords(amount, order.amount),
          id: order.clientTransactionId,
        },
      )}
      label={t('Accept as paid')}
      busyLabel={t('Accepting...')}
      action={action}
      check={() => (note.trim() === '' ? { note: t('Please write why this amount is enough') } : {})}
      onSend={() =>
        action.send(() => callEndpoint(acceptCredit, { params: { creditId: credit.id }, body: { note } }))
      }
      onCancel={onCancel}
    >
      <NoteField draft={draft} action={action} label={t('Reason')} />
    </CaseActionForm>
  )
}
