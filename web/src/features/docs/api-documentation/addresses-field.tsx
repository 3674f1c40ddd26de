import { Textarea } from '@mantine/core'

/** The addresses in a text, separated by lines, spaces or commas. */
export const addressesIn = (text: string): string[] => text.split(/[\s,]+/).filter((each) => each !== '')

interface AddressesFieldProps {
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (text: string) => void
  readonly first?: true
}

/** The addresses that may use a key. */
export function AddressesField({ value, error, onChange, first }: AddressesFieldProps) {
  return (
    <Textarea
      label="Allowed addresses"
      name="addresses"
      description="IP addresses or networks such as 203.0.113.0/24, one per line. Leave empty to allow all addresses."
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
