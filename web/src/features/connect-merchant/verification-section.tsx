import { IconPlugConnected, IconPlugConnectedX } from 'virtual:icons'
import type { VerificationSource } from '@galla/contract/payment-accounts/verification'
import { Box, Group, NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { PasswordField } from '../../components/form/password-field.tsx'
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
  const fields = source === undefined ? [] : CREDENTIAL_FIELDS[source]
  const toAsk = fields.filter((field) => !field.isForNotices)
  const forNotices = fields.filter((field) => field.isForNotices)
  const Sign = source === undefined ? IconPlugConnectedX : IconPlugConnected
  return (
    <Box
      aria-labelledby="automatic-verification"
      component="section"
      pt={20}
      className={css.verification}
      style={{ borderTop: '1px solid var(--galla-line)' }}
    >
      <h3 id="automatic-verification">Automatic verification</h3>
      {choices.length > 0 && (
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing={20} mb="md">
          <NativeSelect
            label="Recognise payments by"
            name="verificationSource"
            data={choices}
            className={fields.length > 1 ? css.ownRow : undefined}
            {...form.getInputProps('verificationSource')}
          />
          {source !== undefined && <CredentialInputs form={form} source={source} fields={toAsk} />}
          {source !== undefined && forNotices.length > 0 && (
            <fieldset className={css.notices}>
              <legend>Notifications, if you like</legend>
              <p>
                Galla finds payments without them, by asking. With them your provider reports it at once. The
                address to give there stands on the account's card once you are connected.
              </p>
              <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing={20} mb="md">
                <CredentialInputs form={form} source={source} fields={forNotices} />
              </SimpleGrid>
            </fieldset>
          )}
        </SimpleGrid>
      )}
      {merchantProvider === '' ? (
        <p className={css.aside}>Choose your payment provider, and this says what recognises its payments.</p>
      ) : (
        <Group
          gap="sm"
          align="stretch"
          wrap="nowrap"
          bdrs="md"
          bg="var(--galla-sunken)"
          py={14}
          px="md"
          className={css.plainly}
        >
          <Sign size={20} aria-hidden />
          <div>
            <strong>{title}</strong>
            <p>{text}</p>
          </div>
        </Group>
      )}
    </Box>
  )
}

/** Credentials are kept or replaced together. */
const KEEP = {
  one: 'Leave it empty to keep what you gave',
  several: 'Leave all of these empty to keep what you gave',
}

const ORDER = ['label', 'input', 'description', 'error'] as const

interface CredentialInputsProps {
  readonly form: UseFormReturnType<ConnectFields>
  readonly source: VerificationSource
  readonly fields: readonly CredentialField[]
}

function CredentialInputs({ form, source, fields }: CredentialInputsProps) {
  const isKept = keepsCredentials(form.values)
  const keep = KEEP[CREDENTIAL_FIELDS[source].length > 1 ? 'several' : 'one']
  return fields.map((field) => {
    const input = credentialInput(source, field.name)
    const props = {
      label: field.label,
      name: input,
      required: field.isRequired && !isKept,
      description: isKept ? keep : field.hint,
      inputWrapperOrder: [...ORDER],
      autoComplete: 'off',
      maxLength: 200,
      ...form.getInputProps(input),
    }
    if (field.isSecret) return <PasswordField key={input} {...props} />
    return <TextInput key={input} {...props} autoCapitalize="none" autoCorrect="off" spellCheck={false} />
  })
}
