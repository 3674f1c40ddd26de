import { IconAlertTriangle } from 'virtual:icons'
import { MAX_LENGTH } from '@galla/contract/field-lengths'
import { AMOUNT_RUPEES_MAX } from '@galla/contract/fields'
import { type AccountKind, type NetworkRule, rulesInForce } from '@galla/upi/network-rules'
import { displayRupees, type Paise } from '@galla/upi/rupees'
import { rupeesInWords } from '@galla/upi/words/rupees-in-words'
import { Box, Button, Group, NativeSelect, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import { ActionButton } from '../../components/feedback/action-button.tsx'
import { Notice } from '../../components/feedback/notice.tsx'
import { MobileField } from '../../components/form/mobile-field.tsx'
import { deviceTimeMs } from '../../format/clock.ts'
import { displayAmount } from '../../format/indian-display.ts'
import { language } from '../../locales/language.ts'
import { t, translateServerText } from '../../locales/translate.ts'
import { amountOf, EXPIRES_IN, newTransactionId, type PaymentLinkFields } from './payment-link-form.ts'

interface PaymentLinkFieldsetProps {
  readonly form: UseFormReturnType<PaymentLinkFields>
  readonly busy: boolean
  /** The kind of the receiving account. */
  readonly kind: AccountKind
  readonly onReset: () => void
}

export function PaymentLinkFieldset({ form, busy, kind, onReset }: PaymentLinkFieldsetProps) {
  return (
    <Stack gap="md">
      <PaymentFields form={form} kind={kind} />
      <PartTitle>{t('Customer')}</PartTitle>
      <CustomerFields form={form} />
      <PartTitle>{t('After the payment')}</PartTitle>
      <AfterwardsFields form={form} />
      <Group gap="xs">
        <ActionButton type="submit" busy={busy} busyLabel={t('Generating...')}>
          {t('Generate Payment Link')}
        </ActionButton>
        <Button variant="default" onClick={onReset} disabled={busy}>
          {t('Reset')}
        </Button>
      </Group>
    </Stack>
  )
}

function PartTitle({ children }: { children: string }) {
  return (
    <Title order={2} fz="sm" pt="md" style={{ borderTop: '1px solid var(--galla-line)' }}>
      {children}
    </Title>
  )
}

/** Two fields side by side, stacked on phones. */
function Pair({ children }: { children: ReactNode }) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
      {children}
    </SimpleGrid>
  )
}

type FieldsOf = Pick<PaymentLinkFieldsetProps, 'form'>

/** The hint before an amount is typed. */
const MOST = t('At most {amount}', { amount: displayAmount(AMOUNT_RUPEES_MAX) })

/** The amount is read in words, and with the network rules that apply to it. */
function PaymentFields({ form, kind }: FieldsOf & Pick<PaymentLinkFieldsetProps, 'kind'>) {
  const amount = amountOf(form.values.amount)
  const notes =
    amount === undefined ? undefined : amountNotes(amount, { kind, now: new Date(deviceTimeMs()) })
  return (
    <>
      <Pair>
        <TextInput
          label={t('Amount')}
          required
          inputMode="decimal"
          autoComplete="off"
          placeholder="0.00"
          leftSection="₹"
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          description={notes?.read ?? MOST}
          descriptionProps={{ className: 'tabular', fz: 'sm', mih: 21 }}
          {...form.getInputProps('amount')}
        />
        <NativeSelect label={t('Expires in')} data={EXPIRES_IN} {...form.getInputProps('expires_in')} />
      </Pair>
      {/* Empty, it takes no gap of its own. */}
      <Box role="status" mt={notes?.warnings.length ? 0 : 'calc(-1 * var(--mantine-spacing-md))'}>
        {notes?.warnings.map((warning) => (
          <Notice key={warning.about} tone="pending" Icon={IconAlertTriangle}>
            {translateServerText(warning.says)}
            <Text c="dimmed" fz="sm">
              {warning.source}.
            </Text>
          </Notice>
        ))}
      </Box>
      <TextInput
        label={t('Payment Purpose')}
        required
        autoComplete="off"
        maxLength={MAX_LENGTH.purpose}
        {...form.getInputProps('p_info')}
      />
    </>
  )
}

function CustomerFields({ form }: FieldsOf) {
  return (
    <>
      <Pair>
        <TextInput
          label={t('Customer Name')}
          required
          autoComplete="off"
          maxLength={MAX_LENGTH.name}
          {...form.getInputProps('customer_name')}
        />
        <MobileField
          label={t('Customer Mobile')}
          required
          autoComplete="off"
          {...form.getInputProps('customer_mobile')}
        />
      </Pair>
      <TextInput
        label={t('Customer Email')}
        required
        type="email"
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
        label={t('Redirect URL')}
        required
        description={t('Where the customer goes after paying')}
        type="url"
        autoComplete="off"
        maxLength={MAX_LENGTH.url}
        {...form.getInputProps('redirect_url')}
      />
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput
          flex={1}
          label={t('Transaction ID')}
          required
          autoComplete="off"
          maxLength={MAX_LENGTH.clientTxnId}
          inputWrapperOrder={['label', 'error', 'input']}
          {...form.getInputProps('client_txn_id')}
        />
        <Button
          variant="default"
          px="sm"
          onClick={() => form.setFieldValue('client_txn_id', newTransactionId(deviceTimeMs()))}
        >
          {t('Generate')}
        </Button>
      </Group>
      <OwnData form={form} />
    </>
  )
}

interface AmountNotes {
  /** "₹1,23,456.00 · one lakh twenty-three thousand four hundred fifty-six rupees", which reveals a zero too many; the words in English only. */
  readonly read: string
  /** The network rules that apply to this amount. They are warnings only. */
  readonly warnings: readonly NetworkRule[]
}

export function amountNotes(
  amount: Paise,
  { kind, now, rules }: { kind: AccountKind; now: Date; rules?: readonly NetworkRule[] },
): AmountNotes {
  const { payment, sharedQr, hold } = rulesInForce(now, kind, rules)
  const warnings: NetworkRule[] = []
  if (payment !== undefined && amount > payment.limit) warnings.push(payment)
  if (sharedQr !== undefined && amount > sharedQr.limit) warnings.push(sharedQr)
  if (hold !== undefined && amount > hold.above) warnings.push(hold)
  const figures = displayRupees(amount)
  return { read: language === 'en' ? `${figures} · ${rupeesInWords(amount)}` : figures, warnings }
}

const NAMES = ['udf1', 'udf2', 'udf3'] as const

/** Data that only the merchant reads. */
function OwnData({ form }: FieldsOf) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="md">
      {NAMES.map((name, i) => (
        <TextInput
          key={name}
          label={`UDF ${i + 1}`}
          placeholder={t('Optional')}
          autoComplete="off"
          maxLength={MAX_LENGTH.udf}
          {...form.getInputProps(name)}
        />
      ))}
    </SimpleGrid>
  )
}
