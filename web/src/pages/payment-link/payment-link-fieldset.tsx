import { MAX_LENGTH, MOBILE_DIGITS } from '@galla/contract/fields'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { deviceTimeMs } from '../../clock.ts'
import { displayCount } from '../../indian-display.ts'
import { ActionButton } from '../../parts/action-button.tsx'
import { mobileDigits } from '../../parts/mobile-digits.ts'
import {
  EXPIRES_IN,
  isAboveUsualLimit,
  newTransactionId,
  type PaymentLinkFields,
  USUAL_LIMIT_RUPEES,
} from './payment-link-form.ts'
import css from './payment-link-page.module.css'

interface PaymentLinkFieldsetProps {
  readonly form: UseFormReturnType<PaymentLinkFields>
  readonly busy: boolean
  readonly onReset: () => void
}

export function PaymentLinkFieldset({ form, busy, onReset }: PaymentLinkFieldsetProps) {
  return (
    <div className={css.fields}>
      <PaymentFields form={form} />
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

function PaymentFields({ form }: FieldsOf) {
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
        description={
          isAboveUsualLimit(form.values.amount) ? (
            <span className={css.warning} role="status">
              Most UPI apps refuse more than ₹{displayCount(USUAL_LIMIT_RUPEES)} at once
            </span>
          ) : undefined
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...form.getInputProps('amount')}
      />
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

function CustomerFields({ form }: FieldsOf) {
  const mobile = form.getInputProps('customer_mobile')
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
      <TextInput
        className={css.half ?? ''}
        label="Customer Mobile"
        name="customer_mobile"
        required
        type="tel"
        inputMode="numeric"
        autoComplete="off"
        maxLength={MOBILE_DIGITS}
        {...mobile}
        onChange={(event) => mobile.onChange(mobileDigits(event.currentTarget.value))}
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
      {(['udf1', 'udf2', 'udf3'] as const).map((name, i) => (
        <TextInput
          key={name}
          className={css.third ?? ''}
          label={`UDF ${i + 1}`}
          name={name}
          placeholder="Optional"
          autoComplete="off"
          maxLength={MAX_LENGTH.udf}
          {...form.getInputProps(name)}
        />
      ))}
    </>
  )
}
