import { IconHelpCircle } from 'virtual:icons'
import { MAX_LENGTH } from '@galla/contract/field-lengths'
import { ACCOUNT_KIND_NAMES } from '@galla/contract/payment-accounts/accounts'
import { ACCOUNT_KINDS, type AccountKind } from '@galla/upi/network-rules'
import { Box, Checkbox, NativeSelect, Paper, Radio, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { More } from '../../components/display/more.tsx'
import { Notice } from '../../components/feedback/notice.tsx'
import { richText } from '../../locales/rich-text.tsx'
import { t, translateServerText } from '../../locales/translate.ts'
import { type ConnectFields, kindOf, PROVIDER_CHOICES, personalHandle } from './connect-fields.ts'
import { NetworkRules } from './network-rules.tsx'

export function ConnectFieldset({ form }: { form: UseFormReturnType<ConnectFields> }) {
  return (
    <Stack gap={20}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing={20}>
        <NativeSelect
          label={t('Payment Provider')}
          required
          data={PROVIDER_CHOICES}
          {...form.getInputProps('merchantProvider')}
        />
        <TextInput
          label={t('Merchant Name')}
          required
          autoComplete="organization"
          maxLength={MAX_LENGTH.name}
          {...form.getInputProps('merchantName')}
        />
        <TextInput
          label={t('Merchant ID')}
          required
          description={t('You can find this in your merchant dashboard')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={MAX_LENGTH.name}
          {...form.getInputProps('merchantId')}
        />
        <TextInput
          label={t('UPI ID')}
          required
          description={t('Payments go straight to this UPI ID. Check every letter')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={MAX_LENGTH.upiId}
          {...form.getInputProps('merchantUpiId')}
        />
        <RegisteredNameInput form={form} />
      </SimpleGrid>
      <AccountKindChoice form={form} />
      <UniqueAmounts form={form} />
    </Stack>
  )
}

/** Optional. The payment page shows this name, so that it does not surprise customers in their UPI app. */
function RegisteredNameInput({ form }: { form: UseFormReturnType<ConnectFields> }) {
  return (
    <TextInput
      label={t("Name shown in your customers' apps")}
      description={t(
        "Optional, recommended. This is the name registered with your bank, often a person's name. Find it in your UPI app's profile, or scan your QR with another phone",
      )}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      autoComplete="off"
      spellCheck={false}
      maxLength={MAX_LENGTH.name}
      {...form.getInputProps('registeredName')}
    />
  )
}

/** Without unique amounts, an alert or a statement cannot distinguish two open orders of the same price. */
function UniqueAmounts({ form }: { form: UseFormReturnType<ConnectFields> }) {
  return (
    <Paper withBorder radius="md" py={14} px="md">
      <Checkbox
        label={t('Use different paise for open orders of the same price')}
        description={t(
          'Alerts and statements show the amount, not the order. Galla lowers the amount by 1 to 99 paise so that no two open orders have the same amount.',
        )}
        name="uniqueAmounts"
        checked={form.values.uniqueAmounts === 'yes'}
        onChange={(event) => form.setFieldValue('uniqueAmounts', event.currentTarget.checked ? 'yes' : '')}
      />
      <Box ml={32} mb="-xs">
        <More summary={t('How it works')}>
          <Text c="dimmed" pb="xs">
            {t(
              'For example, ₹499.00 becomes ₹498.63, and your customer sees both amounts. Up to 99 orders of one price can be open at once. After that, a new order keeps its price and waits for its UTR or your tap.',
            )}
          </Text>
        </More>
      </Box>
      <Checkbox
        mt="md"
        label={t('My shop has a printed QR code of this UPI ID')}
        description={t(
          'Customers pay any amount to it, so a payment marks an online order as paid only if the order has its own paise.',
        )}
        name="hasPrintedQr"
        checked={form.values.hasPrintedQr === 'yes'}
        onChange={(event) => form.setFieldValue('hasPrintedQr', event.currentTarget.checked ? 'yes' : '')}
      />
    </Paper>
  )
}

const DESCRIPTIONS: Record<AccountKind, string> = {
  personal: t('Your own personal UPI ID.'),
  small_merchant: t('A shop QR code from an app that did not check your business documents (P2PM).'),
  verified_merchant: t('Your bank or provider has checked your business.'),
}

/** Asks for the kind of account and lists the network rules that apply to it. */
function AccountKindChoice({ form }: { form: UseFormReturnType<ConnectFields> }) {
  const handle = personalHandle(form.values)
  const kind = kindOf(form.values)
  return (
    <div>
      <div role="status">
        {handle !== undefined && (
          <Notice tone="pending" Icon={IconHelpCircle}>
            {richText('UPI IDs with <b>{handle}</b> are often personal. Is this one?', {}, { handle })}
          </Notice>
        )}
      </div>
      <Paper withBorder radius="md" py={14} px="md" mt={handle === undefined ? 0 : 'xs'}>
        <Radio.Group
          label={t('Kind of account')}
          description={t('As your bank or provider registered it. Ask them if you are not sure.')}
          value={kind}
          onChange={(value) => form.setFieldValue('kind', value)}
          error={form.errors.kind}
        >
          <Stack gap="xs" mt="sm">
            {ACCOUNT_KINDS.map((each) => (
              <Radio
                key={each}
                name="kind"
                value={each}
                label={translateServerText(ACCOUNT_KIND_NAMES[each])}
                description={DESCRIPTIONS[each]}
              />
            ))}
          </Stack>
        </Radio.Group>
        <Box mt="xs" mb="-xs">
          <NetworkRules kind={kind} />
        </Box>
      </Paper>
    </div>
  )
}
