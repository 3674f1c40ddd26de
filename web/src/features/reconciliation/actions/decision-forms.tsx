import { acceptCredit, ignoreCredit, refundCredit } from '@galla/contract/reconciliation/credit-decisions'
import { isReversedCase } from '@galla/contract/reconciliation/reversals'
import { callEndpoint } from '../../../api/api.ts'
import { differenceText } from '../../../format/case-labels.ts'
import { displayAmount } from '../../../format/indian-display.ts'
import { t } from '../../../locales/translate.ts'
import type { ActionFormProps } from './action-form-props.ts'
import { CaseActionForm, NoteField, UtrField, utrMessage } from './case-action-form.tsx'

/** Accepts an amount other than the payable one, with a reason. */
export function AcceptForm({ credit, action, onCancel }: ActionFormProps) {
  const { order, amount } = credit
  if (order === null) return null
  const { note } = action.form.values
  return (
    <CaseActionForm
      title={t('Accept as paid')}
      consequence={t(
        '{amount} was received for an order of {asked}: {difference}. Order {id} becomes Success, the customer and your website are notified, and your reason is recorded. This cannot be undone.',
        {
          amount: displayAmount(amount),
          asked: displayAmount(order.amount),
          difference: differenceText(amount, order.amount),
          id: order.clientTransactionId,
        },
      )}
      label={t('Accept as paid')}
      busyLabel={t('Accepting...')}
      action={action}
      check={() => (note.trim() === '' ? { note: t('Please write why you accept this amount') } : {})}
      onSend={() =>
        action.send(() => callEndpoint(acceptCredit, { params: { creditId: credit.id }, body: { note } }))
      }
      onCancel={onCancel}
    >
      <NoteField action={action} label={t('Reason')} />
    </CaseActionForm>
  )
}

/** For a reversed payment whose goods are already delivered. */
export function AcceptLossForm({ credit, action, onCancel }: ActionFormProps) {
  const { note } = action.form.values
  return (
    <CaseActionForm
      title={t('Accept as a loss')}
      consequence={t(
        '{amount} still counts as received on its day, and the order stays Success. The closing shows the reversal. Your reason is recorded. This cannot be undone.',
        { amount: displayAmount(credit.amount) },
      )}
      label={t('Accept as a loss')}
      busyLabel={t('Saving...')}
      action={action}
      check={() => (note.trim() === '' ? { note: t('Please write why you accept the loss') } : {})}
      onSend={() =>
        action.send(() => callEndpoint(acceptCredit, { params: { creditId: credit.id }, body: { note } }))
      }
      onCancel={onCancel}
    >
      <NoteField action={action} label={t('Reason')} />
    </CaseActionForm>
  )
}

/** Records a refund. Galla holds no money: the merchant sends it back and enters the UTR of the transfer. */
export function RefundForm({ credit, action, onCancel }: ActionFormProps) {
  const { note, refundUtr } = action.form.values
  const isReversed = isReversedCase(credit)
  const stays = credit.state === 'matched' ? t(' The order stays Success. This is final.') : ''
  return (
    <CaseActionForm
      title={isReversed ? t('Record as refunded') : t('Mark as refunded')}
      consequence={
        isReversed
          ? t(
              'Choose this if the customer has already received the money back. The case is closed with the UTR that the bank shows, which may be the UTR of the payment.{stays} The payment leaves the daily closing. This cannot be undone.',
              { stays },
            )
          : t(
              'Galla does not send money. First send {amount} back in your bank or UPI app. Then enter the UTR of that transfer here to close the case.{stays} This cannot be undone.',
              { amount: displayAmount(credit.amount), stays },
            )
      }
      label={isReversed ? t('Record as refunded') : t('Mark as refunded')}
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
      <UtrField action={action} field="refundUtr" label={t('UTR of the refund')} />
      <NoteField action={action} label={t('Note (optional)')} />
    </CaseActionForm>
  )
}

interface Words {
  readonly title: string
  readonly consequence: string
  readonly label: string
}

function IgnoreCaseForm({ action, onCancel, credit, ...words }: ActionFormProps & Words) {
  const { note } = action.form.values
  return (
    <CaseActionForm
      {...words}
      busyLabel={t('Saving...')}
      action={action}
      check={() => ({})}
      onSend={() =>
        action.send(() => callEndpoint(ignoreCredit, { params: { creditId: credit.id }, body: { note } }))
      }
      onCancel={onCancel}
    >
      <NoteField action={action} label={t('What was this payment? (optional)')} />
    </CaseActionForm>
  )
}

/** For money that is not a payment of any order, such as rent or a private transfer. */
export function IgnoreForm(props: ActionFormProps) {
  return (
    <IgnoreCaseForm
      {...props}
      title={t('Ignore this payment')}
      consequence={t(
        '{amount} does not count for any order and leaves the daily closing. The payment moves to Ignored, where you can still assign it later.',
        { amount: displayAmount(props.credit.amount) },
      )}
      label={t('Ignore')}
    />
  )
}

/** For a debit that has nothing to do with the payment. */
export function NoReversalForm(props: ActionFormProps) {
  return (
    <IgnoreCaseForm
      {...props}
      title={t('Not this payment')}
      consequence={t(
        'Choose this if you still have the {amount} of this payment, because the bank took back something else. The case is closed and leaves the closing. This cannot be undone.',
        { amount: displayAmount(props.credit.amount) },
      )}
      label={t('Close the case')}
    />
  )
}
