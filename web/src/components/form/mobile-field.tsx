import { TextInput, type TextInputProps } from '@mantine/core'
import { useRef } from 'react'
import { enterMobile, mobileEntry } from './mobile-digits.ts'

interface MobileFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type'> {
  readonly value?: string
  readonly onChange?: (digits: string) => void
}

/** A field for ten digits, however the number is written that is typed or pasted into it. */
export function MobileField({ value = '', onChange, onBlur, ...rest }: MobileFieldProps) {
  const entry = useRef(mobileEntry(value))
  return (
    <TextInput
      inputMode="numeric"
      {...rest}
      type="tel"
      value={value}
      onBlur={(event) => {
        // A plus that nothing followed is nobody's country code afterwards.
        entry.current = mobileEntry(event.currentTarget.value)
        onBlur?.(event)
      }}
      onChange={({ currentTarget: field }) => {
        const before = entry.current.shown === value ? entry.current : mobileEntry(value)
        const now = enterMobile(before, field.value, field.selectionStart ?? field.value.length)
        entry.current = now
        if (field.value !== now.shown) {
          // Written here already, so that the caret needs not wait for the end of the field that React would send it to.
          field.value = now.shown
          field.setSelectionRange(now.caret, now.caret)
        }
        onChange?.(now.shown)
      }}
    />
  )
}
