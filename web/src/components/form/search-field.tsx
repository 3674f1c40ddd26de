import { IconSearch } from 'virtual:icons'
import { CloseButton, TextInput, type TextInputProps } from '@mantine/core'
import { type ReactNode, type RefObject, useRef } from 'react'
import { t } from '../../locales/translate.ts'

interface SearchFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  readonly value: string
  readonly onChange: (text: string) => void
  /** Where the cross is, while nothing is typed. */
  readonly hint?: ReactNode
  readonly ref?: RefObject<HTMLInputElement | null>
}

/** Narrows a list by what is typed; the cross clears it and leaves the focus in it. */
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
