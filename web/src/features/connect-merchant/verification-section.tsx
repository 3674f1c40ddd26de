import { IconPlugConnected, IconPlugConnectedX } from 'virtual:icons'
import type { VerificationSource } from '@galla/contract/payment-accounts/verification'
import { Box, NativeSelect, Paper, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { Notice } from '../../components/feedback/notice.tsx'
import { PasswordField } from '../../components/form/password-field.tsx'
import { t } from '../../locales/translate.ts'
import { type ConnectFields, chosenSource, keepsCredentials, verificationChoices } from './connect-fields.ts'
import { CREDENTIAL_FIELDS, type CredentialField, credentialInput } from './credential-fields.ts'
import { whatRecognisesMoney } from './what-recognises-money.ts'

type Form = UseFormReturnType<ConnectFields>

/** The credentials of the provider's API, or an explanation of what is missing without one. */
export function VerificationSection({ form }: { form: Form }) {
  const { merchantProvider, verificationSource } = form.values
  const choices = verificationChoices(merchantProvider)
  const source = chosenSource(form.values)
  const { title, text } = whatRecognisesMoney(merchantProvider, verificationSource)
  return (
    <Box
      component="section"
      aria-labelledby="automatic-verification"
      pt={20}
      style={{ borderTop: '1px solid var(--galla-line)' }}
    >
      <Title id="automatic-verification" order={3} mb="sm">
        {t('Automatic verification')}
      </Title>
      <Stack gap="md">
        {choices.length > 0 && (
          <NativeSelect
            label={t('Recognise payments by')}
            data={choices}
            {...form.getInputProps('verificationSource')}
          />
        )}
        {source !== undefined && <Credentials form={form} source={source} />}
        {merchantProvider === '' ? (
          <Text c="dimmed">{t('Choose your payment provider to see how its payments are recognised.')}</Text>
        ) : (
          <Notice Icon={source === undefined ? IconPlugConnectedX : IconPlugConnected} title={title}>
            <Text c="dimmed">{text}</Text>
          </Notice>
        )}
      </Stack>
    </Box>
  )
}

interface CredentialsProps {
  readonly form: Form
  readonly source: VerificationSource
}

function Credentials({ form, source }: CredentialsProps) {
  const fields = CREDENTIAL_FIELDS[source]
  const forNotices = fields.filter((field) => field.isForNotices)
  return (
    <>
      <CredentialInputs form={form} source={source} fields={fields.filter((each) => !each.isForNotices)} />
      {forNotices.length > 0 && (
        <Paper component="fieldset" withBorder radius="md" m={0} pt={0} px="md" pb="md">
          <Text component="legend" fw={600} px={6} ml={-6}>
            {t('Notifications (optional)')}
          </Text>
          <Text c="dimmed" mb="md">
            {t(
              "Galla also finds payments without notifications, by checking with your provider. With notifications, your provider reports each payment at once. After you connect, the account's card shows the address to enter at your provider.",
            )}
          </Text>
          <CredentialInputs form={form} source={source} fields={forNotices} />
        </Paper>
      )}
    </>
  )
}

/** The credentials of a source are kept or replaced together. */
const KEEP = {
  one: t('Leave empty to keep the saved value'),
  several: t('Leave all of these empty to keep the saved values'),
}

const ORDER = ['label', 'input', 'description', 'error'] as const

function CredentialInputs({
  form,
  source,
  fields,
}: CredentialsProps & { fields: readonly CredentialField[] }) {
  const isKept = keepsCredentials(form.values)
  const keep = KEEP[CREDENTIAL_FIELDS[source].length > 1 ? 'several' : 'one']
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing={20}>
      {fields.map((field) => {
        const input = credentialInput(source, field.name)
        const props = {
          label: field.label,
          required: !field.isOptional && !isKept,
          description: isKept ? keep : field.hint,
          inputWrapperOrder: [...ORDER],
          autoComplete: 'off',
          maxLength: 200,
          ...form.getInputProps(input),
        }
        if (field.isSecret) return <PasswordField key={input} {...props} />
        return <TextInput key={input} {...props} autoCapitalize="none" autoCorrect="off" spellCheck={false} />
      })}
    </SimpleGrid>
  )
}
