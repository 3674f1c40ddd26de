import { MOBILE_DIGITS } from '@galla/contract/fields'
import { TextInput, type TextInputProps } from '@mantine/core'
import { useRef } from 'react'

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

/** The formats of address books and autofill: with the country code, or with the trunk prefix 0. */
const WITH_PREFIX = /^(?:(?:00)?91|0)(\d{10})$/
/** After a plus, 91 is the country code as soon as a digit follows it. */
const WITH_PLUS = /^\+91(\d+)$/
/** The longest input that is kept; no dialled number is longer. */
const TYPED_MAX = 32

/**
 * Extracts the digits of a mobile number, at most ten. A number with a prefix keeps its last ten digits: its first ten would be
 * another person's number.
 */
const mobileDigits = (text: string): string => {
  const digits = text.replace(/\D/g, '')
  const dialled = text.trimStart().startsWith('+') ? `+${digits}` : digits
  const own = (WITH_PLUS.exec(dialled) ?? WITH_PREFIX.exec(digits))?.[1]
  return (own ?? digits).slice(0, MOBILE_DIGITS)
}

export interface MobileEntry {
  /** Everything typed at the end of the field so far, including what it does not show. */
  readonly typed: string
  readonly shown: string
  readonly caret: number
}

export const mobileEntry = (shown: string): MobileEntry => ({ typed: shown, shown, caret: shown.length })

/** Returns what a mobile field shows, and the position of its caret, after the browser changed it to `text`. */
export function enterMobile(before: MobileEntry, text: string, caret: number): MobileEntry {
  const goesOn = caret === text.length && text.startsWith(before.shown)
  if (goesOn) {
    const typed = (before.typed + text.slice(before.shown.length)).slice(0, TYPED_MAX)
    const shown = mobileDigits(typed)
    return { typed, shown, caret: shown.length }
  }
  const start = text.slice(0, caret).replace(/\D/g, '')
  const end = text.slice(caret).replace(/\D/g, '')
  // A full field accepts no more digits in its middle: they would push the number's own digits out at the end.
  if (
    before.shown.length === MOBILE_DIGITS &&
    start.length + end.length > MOBILE_DIGITS &&
    isWithin(before.shown, start, end)
  )
    return { ...mobileEntry(before.shown), caret: MOBILE_DIGITS - end.length }
  const shown = mobileDigits(text)
  return { typed: shown, shown, caret: Math.max(0, Math.min(start.length, shown.length)) }
}

/** True when characters were inserted into the number and none removed. */
const isWithin = (number: string, start: string, end: string): boolean =>
  number.endsWith(end) && start.startsWith(number.slice(0, number.length - end.length))
