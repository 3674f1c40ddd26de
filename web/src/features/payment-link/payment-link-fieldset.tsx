import { IconAlertTriangle } from 'virtual:icons'
import { AMOUNT_RUPEES_MAX, MAX_LENGTH } from '@galla/contract/fields'
import { Box, Button, Group, NativeSelect, SimpleGrid, TextInput, Title } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
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
    <SimpleGrid cols={6} spacing="md" bd="0" m={0} className={css.fields}>
      <PaymentFields form={form} personal={personal} />
      <Title
        order={2}
        fz="sm"
        fw={650}
        lts="0"
        pt={20}
        mt="xs"
        style={{ gridColumn: 'span 6', borderTop: '1px solid var(--galla-line)' }}
      >
        Customer
      </Title>
      <CustomerFields form={form} />
      <Title
        order={2}
        fz="sm"
        fw={650}
        lts="0"
        pt={20}
        mt="xs"
        style={{ gridColumn: 'span 6', borderTop: '1px solid var(--galla-line)' }}
      >
        Afterwards
      </Title>
      <AfterwardsFields form={form} />
      <Group
        gap="xs"
        align="stretch"
        wrap="nowrap"
        mt="xs"
        className={css.buttons}
        style={{ gridColumn: 'span 6' }}
      >
        <ActionButton type="submit" busy={busy} busyLabel="Generating..." h={40}>
          Generate Payment Link
        </ActionButton>
        <Button variant="default" h={40} onClick={onReset} disabled={busy}>
          Reset
        </Button>
      </Group>
    </SimpleGrid>
  )
}

type FieldsOf = Pick<PaymentLinkFieldsetProps, 'form'>

function PaymentFields({ form, personal }: FieldsOf & Pick<PaymentLinkFieldsetProps, 'personal'>) {
  return (
    <>
      <Group
        gap="xs"
        align="flex-end"
        wrap="nowrap"
        className={css.withButton}
        style={{ gridColumn: 'span 6' }}
      >
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
      </Group>
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
        style={{ gridColumn: 'span 6' }}
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
    <Box mt={-10} style={{ gridColumn: 'span 6' }}>
      <Box component="p" mih={21} c="dimmed" fz="sm" className="tabular">
        {notes?.read ?? MOST}
      </Box>
      <div role="status">
        {notes?.warnings.map((warning) => (
          <Group
            component="p"
            gap="xs"
            align="stretch"
            wrap="nowrap"
            mt="xs"
            py="xs"
            px="sm"
            bdrs="md"
            c="var(--galla-pending)"
            bg="var(--galla-pending-soft)"
            fz="sm"
            fw={500}
            className={css.warning}
            key={warning}
          >
            <IconAlertTriangle size={16} aria-hidden />
            {warning}
          </Group>
        ))}
      </div>
    </Box>
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
        style={{ gridColumn: 'span 6' }}
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
        style={{ gridColumn: 'span 6' }}
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
