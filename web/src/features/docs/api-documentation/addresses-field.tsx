import { Textarea } from '@mantine/core'

/** As they are typed: one a line, or with spaces or commas between them. */
export const addressesIn = (text: string): string[] => text.split(/[\s,]+/).filter((each) => each !== '')

interface AddressesFieldProps {
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (text: string) => void
  readonly first?: true
}

/** From where a key may be used. */
export function AddressesField({ value, error, onChange, first }: AddressesFieldProps) {
  return (
    <Textarea
      label="Allowed addresses"
      name="addresses"
      description="IP addresses or networks such as 203.0.113.0/24, one a line. Empty: from anywhere."
      autosize
      minRows={2}
      maxRows={6}
      spellCheck={false}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...(first && { 'data-autofocus': true })}
    />
  )
}
