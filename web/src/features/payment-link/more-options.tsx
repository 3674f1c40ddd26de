import { MAX_LENGTH } from '@galla/contract/field-lengths'
import { SimpleGrid, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { More } from '../../components/display/more.tsx'
import { t } from '../../locales/translate.ts'
import type { PaymentLinkFields } from './payment-link-form.ts'

const NAMES = ['udf1', 'udf2', 'udf3'] as const

/** Optional fields. They start folded, unless they contain input or an error. */
export function MoreOptions({ form }: { form: UseFormReturnType<PaymentLinkFields> }) {
  const [opened, setOpened] = useState(false)
  const used = NAMES.some((name) => form.values[name] !== '' || form.errors[name] !== undefined)
  return (
    <More
      summary={t('More options')}
      open={opened || used}
      onToggle={(event) => setOpened(event.currentTarget.open)}
    >
      <Text mt={4} mb="sm" c="dimmed" fz="sm">
        {t('Your own data to store with the order. The webhook returns it.')}
      </Text>
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
    </More>
  )
}
