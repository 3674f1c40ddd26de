import { acceptCredit, ignoreCredit, refundCredit } from '@galla/contract/reconciliation/credit-decisions'
import { isReversedCase } from '@galla/contract/reconciliation/reversals'
import { callEndpoint } from '../../../api/api.ts'
import { differenceInWords } from '../../../format/case-labels.ts'
import { displayAmount } from '../../../format/indian-display.ts'
import { t } from '../../../locales/translate.ts'
import type { ActionFormProps } from './action-form-props.ts'
import { CaseActionForm, NoteField, UtrField, utrMessage } from './case-action-form.tsx'

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

/** The bank keeps the money, and the goods are gone. */
export function AcceptLossForm({ credit, draft, action, onCancel }: ActionFormProps) {
  const { note } = draft.values
  return (
    <CaseActionForm
      title={t('Accept as a loss')}
      consequence={t(
        '{amount} stays counted as received on its day, and its order stays Success. The closing shows what the bank took back. Your reason is recorded. This cannot be undone.',
        { amount: displayAmount(credit.amount) },
      )}
      label={t('Accept as a loss')}
      busyLabel={t('Saving...')}
      action={action}
      check={() => (note.trim() === '' ? { note: t('Please write why the loss is yours') } : {})}
      onSend={() =>
        action.send(() => callEndpoint(acceptCredit, { params: { creditId: credit.id }, body: { note } }))
      }
      onCancel={onCancel}
    >
      <NoteField draft={draft} action={action} label={t('Reason')} />
    </CaseActionForm>
  )
}

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
      busyLabel={t('Saving...')}
      action={action}
      check={() => ({})}
      onSend={() =>
        action.send(() => callEndpoint(ignoreCredit, { params: { creditId: credit.id }, body: { note } }))
      }
      onCancel={onCancel}
    >
      <NoteField draft={draft} action={action} label={t('What was it? (optional)')} />
    </CaseActionForm>
  )
}

/** Rent, a friend, the owner's own money: not a payment of any order. */
export function IgnoreForm(props: ActionFormProps) {
  return (
    <IgnoreCaseForm
      {...props}
      title={t('Ignore this payment')}
      consequence={t(
        '{amount} count for no order and leave the daily closing. The payment moves to Ignored, where you can still assign it later.',
        { amount: displayAmount(props.credit.amount) },
      )}
      label={t('Ignore')}
    />
  )
}

/** The debit has nothing to do with the payment. */
export function NoReversalForm(props: ActionFormProps) {
  return (
    <IgnoreCaseForm
      {...props}
      title={t('Not this payment')}
      consequence={t(
        'You still have the {amount} of this payment: what the bank took was something else. The case is closed and leaves the closing. This cannot be undone.',
        { amount: displayAmount(props.credit.amount) },
      )}
      label={t('Close the case')}
    />
  )
}
