import { MAX_LENGTH } from '@galla/contract/fields'
import { Box, Checkbox, NativeSelect, Paper, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { More } from '../../components/display/more.tsx'
import { t } from '../../locales/translate.ts'
import { AccountKindChoice } from './account-kind-choice.tsx'
import { type ConnectFields, PROVIDER_CHOICES } from './connect-fields.ts'

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
          description={t('Money goes straight to it: check every letter')}
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

/** Optional: the payment page prints it where customers would not expect it. */
function RegisteredNameInput({ form }: { form: UseFormReturnType<ConnectFields> }) {
  return (
    <TextInput
      label={t("Name your customers' apps show")}
      description={t(
        "Optional, recommended. It is your bank's, often a person's: see the profile in your own UPI app, or scan your QR with another phone",
      )}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      autoComplete="off"
      spellCheck={false}
      maxLength={MAX_LENGTH.name}
      {...form.getInputProps('registeredName')}
    />
  )
}

/** Without this, an alert or a statement cannot distinguish two open orders of the same price. */
function UniqueAmounts({ form }: { form: UseFormReturnType<ConnectFields> }) {
  return (
    <Paper withBorder radius="md" py={14} px="md">
      <Checkbox
        label={t('Give open orders of the same price different paise')}
        description={t(
          'Alerts and statements show the amount, not the order. So it is lowered by 0 to 99 paise until no other open order has it.',
        )}
        name="uniqueAmounts"
        checked={form.values.uniqueAmounts === 'yes'}
        onChange={(event) => form.setFieldValue('uniqueAmounts', event.currentTarget.checked ? 'yes' : '')}
      />
      <Box ml={32} mb="-xs">
        <More summary={t('How it works')}>
          <Text c="dimmed" pb="xs">
            {t(
              '₹499.00 becomes ₹498.63, say, and your customer sees both amounts. Up to 100 orders of one price can be open at once; beyond that a new one is refused until one is paid or over.',
            )}
          </Text>
        </More>
      </Box>
    </Paper>
  )
}
