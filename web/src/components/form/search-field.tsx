import { IconSearch } from 'virtual:icons'
import { CloseButton, TextInput, type TextInputProps } from '@mantine/core'
import { type ReactNode, type RefObject, useRef } from 'react'
import { t } from '../../locales/translate.ts'

interface SearchFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  readonly value: string
  readonly onChange: (text: string) => void
  /** Shown in place of the clear button while the field is empty. */
  readonly hint?: ReactNode
  readonly ref?: RefObject<HTMLInputElement | null>
}

/** A search field with a clear button that keeps the focus in the field. */
export function SearchField({ value, onChange, hint, ref, ...rest }: SearchFieldProps) {
  const own = useRef<HTMLInputElement>(null)
  const field = ref ?? own
  const clear = () => {
    onChange('')
    field.current?.focus()
  }
  return (
    <TextInput
      ref={field}
      inputMode="search"
      autoComplete="off"
      spellCheck={false}
      leftSection={<IconSearch />}
      rightSection={value === '' ? hint : <CloseButton aria-label={t('Clear the search')} onClick={clear} />}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...rest}
    />
  )
}
