import { TextInput, type TextInputProps } from '@mantine/core'
import { t } from '../../locales/translate.ts'

const UTR_CHARS_MAX = 22

/** The server calls the field of each form `utr`. */
export function UtrInput(props: TextInputProps) {
  return (
    <TextInput
      name="utr"
      description={t('12 digits, or 16 to 22 letters and digits of a bank transfer')}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={UTR_CHARS_MAX}
      {...props}
    />
  )
}
