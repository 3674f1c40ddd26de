import { AMOUNT_RUPEES_MAX, MAX_LENGTH } from '@galla/contract/fields'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconAlertTriangle } from '@tabler/icons-react'
import { ActionButton } from '../../components/form/action-button.tsx'
import { MobileField } from '../../components/form/mobile-field.tsx'
import { deviceTimeMs } from '../../format/clock.ts'
import { displayAmount } from '../../format/indian-display.ts'
import { amountNotes } from './amount-notes.ts'
import { MoreOptions } from './more-options.tsx'
import { amountOf, EXPIRES_IN, newTransactionId, type PaymentLinkFields } from './payment-link-form.ts'
import css from './payment-link-page.module.css'

interface PaymentLinkFieldsetProps {
  readonly form: UseFormReturnType<PaymentLinkFields>
  readonly busy: boolean
  /** The money goes to a personal UPI ID, for which the network has rules of its own. */
  readonly personal: boolean
  readonly onReset: () => void
}

export function PaymentLinkFieldset({ form, busy, personal, onReset }: PaymentLinkFieldsetProps) {
  return (
    <div className={css.fields}>
      <PaymentFields form={form} personal={personal} />
      <h2 className={css.heading}>Customer</h2>
      <CustomerFields form={form} />
      <h2 className={css.heading}>Afterwards</h2>
      <AfterwardsFields form={form} />
      <div className={css.buttons}>
        <ActionButton type="submit" busy={busy} busyLabel="Generating..." h={40}>
          Generate Payment Link
        </ActionButton>
        <Button variant="default" h={40} onClick={onReset} disabled={busy}>
          Reset
        </Button>
      </div>
    </div>
  )
}

type FieldsOf = Pick<PaymentLinkFieldsetProps, 'form'>

function PaymentFields({ form, personal }: FieldsOf & Pick<PaymentLinkFieldsetProps, 'personal'>) {
  return (
    <>
      <div className={`${css.whole} ${css.withButton}`}>
        <TextInput
          label="Transaction ID"
          name="client_txn_id"
          required
          autoComplete="off"
          maxLength={MAX_LENGTH.clientTxnId}
          inputWrapperOrder={['label', 'error', 'input']}
          {...form.getInputProps('client_txn_id')}
        />
        <Button
          variant="default"
          h={36}
          radius="sm"
          onClick={() => form.setFieldValue('client_txn_id', newTransactionId(deviceTimeMs()))}
        >
          Generate
        </Button>
      </div>
      <TextInput
        className={css.half ?? ''}
        label="Amount"
        name="amount"
        required
        inputMode="decimal"
        autoComplete="off"
        placeholder="0.00"
        leftSection="₹"
        {...form.getInputProps('amount')}
      />
      <AmountRead text={form.values.amount} personal={personal} />
      <NativeSelect
        className={css.half ?? ''}
        label="Expires in"
        name="expires_in"
        data={EXPIRES_IN}
        {...form.getInputProps('expires_in')}
      />
      <TextInput
        className={css.whole ?? ''}
        label="Payment Purpose"
        name="p_info"
        required
        autoComplete="off"
        maxLength={MAX_LENGTH.purpose}
        {...form.getInputProps('p_info')}
      />
    </>
  )
}

/** Before there is an amount to read back. */
const MOST = `At most ${displayAmount(AMOUNT_RUPEES_MAX)}`

/** The amount read back, and what the network will make of it. */
function AmountRead({ text, personal }: { text: string; personal: boolean }) {
  const amount = amountOf(text)
  const notes =
    amount === undefined ? undefined : amountNotes(amount, { personal, now: new Date(deviceTimeMs()) })
  return (
    <div className={css.amountRead}>
      <p className={css.read}>{notes?.read ?? MOST}</p>
      <div role="status">
        {notes?.warnings.map((warning) => (
          <p className={css.warning} key={warning}>
            <IconAlertTriangle size={16} aria-hidden />
            {warning}
          </p>
        ))}
      </div>
    </div>
  )
}

function CustomerFields({ form }: FieldsOf) {
  return (
    <>
      <TextInput
        className={css.half ?? ''}
        label="Customer Name"
        name="customer_name"
        required
        autoComplete="off"
        maxLength={MAX_LENGTH.name}
        {...form.getInputProps('customer_name')}
      />
      <MobileField
        className={css.half ?? ''}
        label="Customer Mobile"
        name="customer_mobile"
        required
        autoComplete="off"
        {...form.getInputProps('customer_mobile')}
      />
      <TextInput
        className={css.whole ?? ''}
        label="Customer Email"
        name="customer_email"
        required
        type="email"
        inputMode="email"
        autoComplete="off"
        maxLength={MAX_LENGTH.email}
        {...form.getInputProps('customer_email')}
      />
    </>
  )
}

function AfterwardsFields({ form }: FieldsOf) {
  return (
    <>
      <TextInput
        className={css.whole ?? ''}
        label="Redirect URL"
        name="redirect_url"
        required
        description="Where the customer goes after paying"
        type="url"
        inputMode="url"
        autoComplete="off"
        maxLength={MAX_LENGTH.url}
        {...form.getInputProps('redirect_url')}
      />
      <MoreOptions form={form} />
    </>
  )
}
