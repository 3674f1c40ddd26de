import { acceptCredit, ignoreCredit, refundCredit } from '@galla/contract/reconciliation/credit-decisions'
import { isReversedCase } from '@galla/contract/reconciliation/reversals'
import { callEndpoint } from '../../../api/api.ts'
import { differenceText } from '../../../format/case-labels.ts'
import { displayAmount } from '../../../format/indian-display.ts'
import { t } from '../../../locales/translate.ts'
import type { ActionFormProps } from './action-form-props.ts'
import { CaseActionForm, NoteField, UtrField, utrMessage } from './case-action-form.tsx'

interface Words {
  readonly title: string
  readonly consequence: string
  readonly label: string
}

interface AcceptProps extends ActionFormProps, Words {
  readonly busyLabel: string
  /** The message without a reason. */
  readonly missing: string
}

function AcceptCaseForm({ credit, missing, ...form }: AcceptProps) {
  const { action } = form
  const { note } = action.form.values
  return (
    <CaseActionForm
      {...form}
      check={() => (note.trim() === '' ? { note: missing } : {})}
      send={() => callEndpoint(acceptCredit, { params: { creditId: credit.id }, body: { note } })}
    >
      <NoteField action={action} label={t('Reason')} />
    </CaseActionForm>
  )
}

/** Accepts an amount other than the payable one, with a reason. */
export function AcceptForm(props: ActionFormProps) {
  const { order, amount } = props.credit
  if (order === null) return null
  return (
    <AcceptCaseForm
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
      missing={t('Please write why you accept this amount')}
      {...props}
    />
  )
}

/** For a reversed payment whose goods are already delivered. */
export function AcceptLossForm(props: ActionFormProps) {
  return (
    <AcceptCaseForm
      title={t('Accept as a loss')}
      consequence={t(
        '{amount} still counts as received on its day, and the order stays Success. The closing shows the reversal. Your reason is recorded. This cannot be undone.',
        { amount: displayAmount(props.credit.amount) },
      )}
      label={t('Accept as a loss')}
      busyLabel={t('Saving...')}
      missing={t('Please write why you accept the loss')}
      {...props}
    />
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
      send={() =>
        callEndpoint(refundCredit, { params: { creditId: credit.id }, body: { utr: refundUtr, note } })
      }
      onCancel={onCancel}
    >
      <UtrField action={action} field="refundUtr" label={t('UTR of the refund')} />
      <NoteField action={action} label={t('Note (optional)')} />
    </CaseActionForm>
  )
}

function IgnoreCaseForm({ credit, ...form }: ActionFormProps & Words) {
  const { action } = form
  const { note } = action.form.values
  return (
    <CaseActionForm
      {...form}
      busyLabel={t('Saving...')}
      send={() => callEndpoint(ignoreCredit, { params: { creditId: credit.id }, body: { note } })}
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
