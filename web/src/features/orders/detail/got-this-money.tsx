import { MAX_LENGTH } from '@galla/contract/field-lengths'
import { confirmOrder } from '@galla/contract/reconciliation/credit-decisions'
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { callEndpoint } from '../../../api/api.ts'
import { Notice } from '../../../components/feedback/notice.tsx'
import { messagesOf } from '../../../components/form/form-errors.ts'
import { useCheckedForm } from '../../../components/form/use-checked-form.ts'
import { UtrInput } from '../../../components/form/utr-input.tsx'
import { FormDialog } from '../../../components/overlay/form-dialog.tsx'
import { displayAmount } from '../../../format/indian-display.ts'
import { t } from '../../../locales/translate.ts'
import { queryKeys } from '../../../query-keys.ts'
import { useMay } from '../../../session/may.ts'
import type { Order } from './order-history.ts'

/** For an unpaid live order whose money the merchant saw, in their bank account or their UPI app. */
export function GotThisMoney({ order }: { order: Pick<Order, 'orderId' | 'amount'> }) {
  const [isOpen, setOpen] = useState(false)
  if (!useMay()('POST /user/transactions/:orderId/confirm')) return null
  return (
    <>
      <Button variant="default" size="xs" h={36} onClick={() => setOpen(true)}>
        {t('I got this money')}
      </Button>
      {isOpen && <GotMoneyDialog order={order} onClose={() => setOpen(false)} />}
    </>
  )
}

interface GotMoneyDialogProps {
  readonly order: Pick<Order, 'orderId' | 'amount'>
  readonly onClose: () => void
}

function GotMoneyDialog({ order: { orderId, amount }, onClose }: GotMoneyDialogProps) {
  const checked = useCheckedForm({
    initialValues: { utr: '', note: '' },
    validate: (fields) => messagesOf(confirmOrder.body, fields),
    draft: { name: `got-money.${orderId}`, untilLeft: true },
  })
  const shown = displayAmount(amount)
  return (
    <FormDialog
      title={t('I got {amount}', { amount: shown })}
      checked={checked}
      send={(body) => callEndpoint(confirmOrder, { params: { orderId }, body })}
      failure={t('This could not be saved')}
      queryKey={queryKeys.orders.all}
      action={t('Mark as paid')}
      busyLabel={t('Saving...')}
      onClose={onClose}
    >
      <UtrInput label={t('UTR (if your app or bank shows it)')} {...checked.form.getInputProps('utr')} />
      <TextInput
        label={t('Note (optional)')}
        maxLength={MAX_LENGTH.note}
        {...checked.form.getInputProps('note')}
      />
      <Notice tone="created" fw={500}>
        {t(
          'Only if your account shows exactly {amount}. The order becomes Success with your name as evidence, and the customer and your website are notified. This cannot be undone.',
          { amount: shown },
        )}
      </Notice>
    </FormDialog>
  )
}
