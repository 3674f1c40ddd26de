import { Textarea, type TextareaProps } from '@mantine/core'

/** The addresses in a text, separated by lines, spaces or commas. */
export const addressesIn = (text: string): string[] => text.split(/[\s,]+/).filter((each) => each !== '')

/** The addresses that may use a key. */
export function AddressesField(props: TextareaProps) {
  return (
    <Textarea
      label="Allowed addresses"
      description="IP addresses or networks such as 203.0.113.0/24, one per line. Leave empty to allow all addresses."
      autosize
      minRows={2}
      maxRows={6}
      spellCheck={false}
      {...props}
    />
  )
}
