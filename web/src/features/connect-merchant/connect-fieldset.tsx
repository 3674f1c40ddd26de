import { IconHelpCircle } from 'virtual:icons'
import { MAX_LENGTH } from '@galla/contract/fields'
import { Checkbox, NativeSelect, Paper, SimpleGrid, Stack, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { Notice } from '../../components/feedback/notice.tsx'
import { type ConnectFields, PROVIDER_CHOICES, personalHandle } from './connect-fields.ts'
import { personalConsequences } from './personal-consequences.ts'
import { UniqueAmounts } from './unique-amounts.tsx'

export function ConnectFieldset({ form }: { form: UseFormReturnType<ConnectFields> }) {
  return (
    <Stack gap={20}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing={20}>
        <NativeSelect
          label="Payment Provider"
          name="merchantProvider"
          required
          data={PROVIDER_CHOICES}
          {...form.getInputProps('merchantProvider')}
        />
        <TextInput
          label="Merchant Name"
          name="merchantName"
          required
          autoComplete="organization"
          maxLength={MAX_LENGTH.name}
          {...form.getInputProps('merchantName')}
        />
        <TextInput
          label="Merchant ID"
          name="merchantId"
          required
          description="You can find this in your merchant dashboard"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={MAX_LENGTH.name}
          {...form.getInputProps('merchantId')}
        />
        <TextInput
          label="UPI ID"
          name="merchantUpiId"
          required
          description="Money goes straight to it: check every letter"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={MAX_LENGTH.upiId}
          {...form.getInputProps('merchantUpiId')}
        />
      </SimpleGrid>
      <PersonalQuestion form={form} />
      <UniqueAmounts form={form} />
    </Stack>
  )
}

/** Always there to be ticked; asked in words where persons often have such a handle. */
function PersonalQuestion({ form }: { form: UseFormReturnType<ConnectFields> }) {
  const handle = personalHandle(form.values)
  return (
    <div>
      <div role="status">
        {handle !== undefined && (
          <Notice tone="pending" Icon={IconHelpCircle}>
            UPI IDs with <strong>{handle}</strong> are often personal. Is this one?
          </Notice>
        )}
      </div>
      <Paper withBorder radius="md" py={14} px="md" mt={handle === undefined ? 0 : 'xs'}>
        <Checkbox
          label="This is a personal UPI ID"
          description={personalConsequences()}
          name="isPersonalUpi"
          checked={form.values.isPersonalUpi === 'yes'}
          onChange={(event) => form.setFieldValue('isPersonalUpi', event.currentTarget.checked ? 'yes' : '')}
        />
      </Paper>
    </div>
  )
}
