import { TextInput, type TextInputProps } from '@mantine/core'
import { useRef } from 'react'
import { enterMobile, mobileEntry } from './mobile-digits.ts'

interface MobileFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type'> {
  readonly value?: string
  readonly onChange?: (digits: string) => void
}

/** A field for ten digits that accepts a number in any common notation, typed or pasted. */
export function MobileField({ value = '', onChange, onBlur, ...rest }: MobileFieldProps) {
  const entry = useRef(mobileEntry(value))
  return (
    <TextInput
      inputMode="numeric"
      {...rest}
      type="tel"
      value={value}
      onBlur={(event) => {
        // A lone plus has no meaning after the field loses focus.
        entry.current = mobileEntry(event.currentTarget.value)
        onBlur?.(event)
      }}
      onChange={({ currentTarget: field }) => {
        const before = entry.current.shown === value ? entry.current : mobileEntry(value)
        const now = enterMobile(before, field.value, field.selectionStart ?? field.value.length)
        entry.current = now
        if (field.value !== now.shown) {
          // Set here as well, because React would move the caret to the end of the field.
          field.value = now.shown
          field.setSelectionRange(now.caret, now.caret)
        }
        onChange?.(now.shown)
      }}
    />
  )
}
