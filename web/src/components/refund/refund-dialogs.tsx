import { MAX_LENGTH } from '@galla/contract/field-lengths'
import {
  endRefund,
  markRefundSent,
  type RefundRow,
  startProviderRefund,
  startRefund,
} from '@galla/contract/reconciliation/refunds'
import { Radio, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { callEndpoint } from '../../api/api.ts'
import { randomId } from '../../browser/random-id.ts'
import { displayAmount } from '../../format/indian-display.ts'
import { t } from '../../locales/translate.ts'
import { queryKeys } from '../../query-keys.ts'
import { Notice } from '../feedback/notice.tsx'
import { toastSuccess } from '../feedback/toast.tsx'
import { messagesOf } from '../form/form-errors.ts'
import { type CheckedForm, useCheckedForm } from '../form/use-checked-form.ts'
import { UtrInput } from '../form/utr-input.tsx'
import { FormDialog } from '../overlay/form-dialog.tsx'

const PAISE_DIGITS = 2
const AMOUNT_CHARS_MAX = 13

interface FormProps<Values extends object> {
  readonly title: string
  readonly checked: CheckedForm<Values>
  readonly send: (values: Values) => Promise<{ readonly msg: string }>
  readonly action: string
  readonly consequence: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** The dialog of each form. What it changes is on the screens of cases and of orders. */
function RefundForm<Values extends object>(props: FormProps<Values>) {
  const { title, checked, send, action, consequence, onClose, children } = props
  const queryClient = useQueryClient()
  return (
    <FormDialog
      title={title}
      checked={checked}
      send={send}
      onSent={({ msg }) => {
        toastSuccess(msg)
        onClose()
        void queryClient.invalidateQueries({ queryKey: queryKeys.orders.all })
      }}
      failure={t('This could not be saved')}
      queryKey={queryKeys.cases.all}
      action={action}
      busyLabel={t('Saving...')}
      onClose={onClose}
    >
      {children}
      <Notice tone="created" fw={500}>
        {consequence}
      </Notice>
    </FormDialog>
  )
}

interface RefundDialogProps {
  readonly creditId: string
  readonly left: number
  readonly isAtProvider: boolean
  readonly onClose: () => void
}

export function RefundDialog({ creditId, left, isAtProvider, onClose }: RefundDialogProps) {
  // The same for each try of this form, so that a repeated one is no second refund.
  const [requestId] = useState(randomId)
  const checked = useCheckedForm({
    initialValues: { amount: left.toFixed(PAISE_DIGITS), note: '', way: isAtProvider ? 'provider' : 'upi' },
    validate: ({ amount, note }) => messagesOf(startRefund.body, { amount, note, requestId }),
  })
  const isByProvider = checked.form.values.way === 'provider'
  return (
    <RefundForm
      title={t('Refund')}
      checked={checked}
      send={({ amount, note }) =>
        callEndpoint(isByProvider ? startProviderRefund : startRefund, {
          params: { creditId },
          body: { amount, note, requestId },
        })
      }
      action={t('Start the refund')}
      consequence={
        isByProvider
          ? t('Your provider sends the money to the customer from your balance there. This cannot be undone.')
          : t(
              'Galla does not send money. It prepares the transfer for your own UPI app and follows it until your statement shows it.',
            )
      }
      onClose={onClose}
    >
      {isAtProvider && (
        <Radio.Group label={t('Who sends the money?')} {...checked.form.getInputProps('way')}>
          <Radio value="provider" label={t('My provider')} mt="xs" />
          <Radio value="upi" label={t('I do, with my own UPI app')} mt="xs" />
        </Radio.Group>
      )}
      <TextInput
        label={t('Amount')}
        description={t('{left} left', { left: displayAmount(left) })}
        inputMode="decimal"
        autoComplete="off"
        leftSection="₹"
        maxLength={AMOUNT_CHARS_MAX}
        {...checked.form.getInputProps('amount')}
      />
      <TextInput
        label={t('Note (optional)')}
        maxLength={MAX_LENGTH.note}
        {...checked.form.getInputProps('note')}
      />
    </RefundForm>
  )
}

interface OfRefundProps {
  readonly refund: RefundRow
  readonly onClose: () => void
}

export function SentDialog({ refund: { id: refundId, amount, utr, way }, onClose }: OfRefundProps) {
  const checked = useCheckedForm({
    initialValues: { utr: utr ?? '' },
    validate: (fields) => messagesOf(markRefundSent.body, fields),
  })
  return (
    <RefundForm
      title={t('Refund of {refund}', { refund: displayAmount(amount) })}
      checked={checked}
      send={(body) => callEndpoint(markRefundSent, { params: { refundId }, body })}
      action={utr === null ? t('Mark as sent') : t('Correct the UTR')}
      consequence={
        way === 'upi'
          ? t('A debit with this UTR on your bank statement confirms the refund.')
          : t('The refund counts as sent.')
      }
      onClose={onClose}
    >
      <UtrInput label={t('UTR of the refund')} {...checked.form.getInputProps('utr')} />
    </RefundForm>
  )
}

export function EndDialog({ refund: { id: refundId, amount, state }, onClose }: OfRefundProps) {
  const checked = useCheckedForm({ initialValues: { note: '' } })
  const isSent = state === 'sent'
  return (
    <RefundForm
      title={t('Refund of {refund}', { refund: displayAmount(amount) })}
      checked={checked}
      send={({ note }) =>
        callEndpoint(endRefund, {
          params: { refundId },
          body: { state: isSent ? 'failed' : 'cancelled', note },
        })
      }
      action={isSent ? t('It did not arrive') : t('Cancel the refund')}
      consequence={
        isSent
          ? t('Only if the money is back in your account. The amount can be refunded again.')
          : t('Only if you have not sent the money. The amount can be refunded again.')
      }
      onClose={onClose}
    >
      <TextInput
        label={t('Note (optional)')}
        maxLength={MAX_LENGTH.note}
        {...checked.form.getInputProps('note')}
      />
    </RefundForm>
  )
}
