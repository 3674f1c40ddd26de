import { NativeSelect, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlugConnected, IconPlugConnectedX } from '@tabler/icons-react'
import { PasswordField } from '../../parts/password-field.tsx'
import { type ConnectFields, chosenSource, keepsCredentials, verificationChoices } from './connect-fields.ts'
import css from './connect-merchant-page.module.css'
import { CREDENTIAL_FIELDS, type CredentialField, credentialInput } from './credential-fields.ts'
import { whatRecognisesMoney } from './what-recognises-money.ts'

/** Holds what a provider's interface needs, where one is spoken; without it the page says plainly what that means. */
export function VerificationSection({ form }: { form: UseFormReturnType<ConnectFields> }) {
  const { merchantProvider, verificationSource } = form.values
  const choices = verificationChoices(merchantProvider)
  const source = chosenSource(form.values)
  const { title, text } = whatRecognisesMoney(merchantProvider, verificationSource)
  const Sign = source === undefined ? IconPlugConnectedX : IconPlugConnected
  return (
    <section aria-labelledby="automatic-verification" className={css.verification}>
      <h3 id="automatic-verification">Automatic verification</h3>
      {choices.length > 0 && (
        <div className={css.verificationFields}>
          <NativeSelect
            label="Recognise payments by"
            name="verificationSource"
            data={choices}
            {...form.getInputProps('verificationSource')}
          />
          {source !== undefined &&
            CREDENTIAL_FIELDS[source].map((field) => (
              <CredentialInput
                key={credentialInput(source, field.name)}
                form={form}
                input={credentialInput(source, field.name)}
                field={field}
              />
            ))}
        </div>
      )}
      <div className={css.plainly}>
        <Sign size={20} aria-hidden />
        <div>
          <strong>{title}</strong>
          <p>{text}</p>
        </div>
      </div>
    </section>
  )
}

interface CredentialInputProps {
  readonly form: UseFormReturnType<ConnectFields>
  readonly input: string
  readonly field: CredentialField
}

function CredentialInput({ form, input, field }: CredentialInputProps) {
  const isKept = keepsCredentials(form.values)
  const props = {
    label: field.label,
    name: input,
    required: field.isRequired && !isKept,
    description: isKept ? 'Leave it empty to keep what you gave' : field.hint,
    inputWrapperOrder: ['label', 'input', 'description', 'error'] as (
      | 'label'
      | 'input'
      | 'description'
      | 'error'
    )[],
    autoComplete: 'off',
    maxLength: 200,
    ...form.getInputProps(input),
  }
  if (field.isSecret) return <PasswordField {...props} />
  return <TextInput {...props} autoCapitalize="none" autoCorrect="off" spellCheck={false} />
}
