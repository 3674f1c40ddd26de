import { LINK_TEXT_CHARS_MAX, LINK_TITLE_CHARS_MAX } from '@galla/contract/reusable-links/reusable-links'
import { NativeSelect, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '../../locales/translate.ts'
import type { LinkFields, LinkFieldsProps } from './link-fields.ts'
import { GroupError, ItemList } from './link-lists.tsx'

const KINDS = [
  { value: 'fixed', label: t('A fixed amount') },
  { value: 'choice', label: t('The customer chooses the amount') },
  { value: 'items', label: t('Items with a quantity') },
]

export function TextFields({ form }: LinkFieldsProps) {
  return (
    <>
      <TextInput
        label={t('What the payment is for')}
        placeholder={t('Yoga classes in November')}
        required
        maxLength={LINK_TITLE_CHARS_MAX}
        autoComplete="off"
        {...form.getInputProps('title')}
        data-autofocus
      />
      <Textarea
        label={t('Description')}
        placeholder={t('Optional')}
        autosize
        minRows={2}
        maxLength={LINK_TEXT_CHARS_MAX}
        {...form.getInputProps('description')}
      />
      <Textarea
        label={t('Thank-you text')}
        description={t('Shown to customers after the payment')}
        placeholder={t('Optional')}
        autosize
        minRows={2}
        maxLength={LINK_TEXT_CHARS_MAX}
        {...form.getInputProps('thanks')}
      />
    </>
  )
}

export function PriceFields({ form }: LinkFieldsProps) {
  const { values: fields, errors, setValues: set } = form
  return (
    <SimpleGrid cols={{ base: 1, sm: fields.kind === 'fixed' ? 2 : 1 }}>
      <NativeSelect
        label={t('Amount')}
        name="kind"
        data={KINDS}
        value={fields.kind}
        onChange={(event) => set({ kind: event.currentTarget.value as LinkFields['kind'] })}
      />
      {fields.kind === 'fixed' && (
        <RupeeField
          label={t('Rupees')}
          value={fields.amount}
          error={errors.price}
          onChange={(amount) => set({ amount })}
        />
      )}
      {fields.kind === 'choice' && (
        <div>
          <SimpleGrid cols={2}>
            <RupeeField label={t('Minimum, in rupees')} value={fields.min} onChange={(min) => set({ min })} />
            <RupeeField label={t('Maximum, in rupees')} value={fields.max} onChange={(max) => set({ max })} />
          </SimpleGrid>
          <GroupError message={errors.price} />
        </div>
      )}
      {fields.kind === 'items' && <ItemList form={form} />}
    </SimpleGrid>
  )
}

function RupeeField(props: {
  label: string
  value: string
  error?: ReactNode
  onChange: (text: string) => void
}) {
  return (
    <TextInput
      label={props.label}
      name="price"
      inputMode="decimal"
      maxLength={10}
      autoComplete="off"
      value={props.value}
      error={props.error}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  )
}

export function LimitFields({ form }: LinkFieldsProps) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <TextInput
        label={t('Last day')}
        description={t('Leave empty for no end date')}
        type="date"
        {...form.getInputProps('lastDay')}
      />
      <TextInput
        label={t('Maximum number of payments')}
        description={t('Leave empty for no limit')}
        inputMode="numeric"
        maxLength={5}
        autoComplete="off"
        {...form.getInputProps('usesMax')}
      />
    </SimpleGrid>
  )
}
