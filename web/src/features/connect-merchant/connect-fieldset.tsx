import { IconHelpCircle } from 'virtual:icons'
import { MAX_LENGTH } from '@galla/contract/fields'
import { Checkbox, Group, NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { type ConnectFields, PROVIDER_CHOICES, personalHandle } from './connect-fields.ts'
import css from './connect-merchant-page.module.css'
import { personalConsequences } from './personal-consequences.ts'
import { UniqueAmounts } from './unique-amounts.tsx'

export function ConnectFieldset({ form }: { form: UseFormReturnType<ConnectFields> }) {
  return (
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
      <PersonalQuestion form={form} />
      <UniqueAmounts form={form} />
    </SimpleGrid>
  )
}

/** Always there to be said; asked aloud where the handle is one of those that persons get. */
function PersonalQuestion({ form }: { form: UseFormReturnType<ConnectFields> }) {
  const handle = personalHandle(form.values)
  return (
    <div className={handle === undefined ? css.personalBox : css.personalAsked}>
      <Group
        role="status"
        component="p"
        gap="xs"
        wrap="nowrap"
        c="var(--galla-pending)"
        className={css.question}
      >
        {handle !== undefined && (
          <>
            <IconHelpCircle size={18} aria-hidden />
            <span>
              UPI IDs with <strong>{handle}</strong> are often personal. Is this one?
            </span>
          </>
        )}
      </Group>
      <Checkbox
        label="This is a personal UPI ID"
        description={personalConsequences()}
        name="isPersonalUpi"
        checked={form.values.isPersonalUpi === 'yes'}
        onChange={(event) => form.setFieldValue('isPersonalUpi', event.currentTarget.checked ? 'yes' : '')}
      />
    </div>
  )
}
