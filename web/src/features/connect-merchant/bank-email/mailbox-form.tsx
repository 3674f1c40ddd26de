import type { Mailbox } from '@galla/contract/bank-emails/bank-emails'
import { Button, Group, Stack, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { ActionButton } from '../../../components/feedback/action-button.tsx'
import { Notice } from '../../../components/feedback/notice.tsx'
import { messagesFrom } from '../../../components/form/form-errors.ts'
import { PasswordField } from '../../../components/form/password-field.tsx'
import { useCheckedForm } from '../../../components/form/use-checked-form.ts'
import { t } from '../../../locales/translate.ts'
import { useConnectMailbox, useTestMailbox } from './bank-email-query.ts'
import { type MailboxFields, mailboxFieldsOf, mailboxMessages, serverOf } from './mailbox-fields.ts'

interface MailboxFormProps {
  /** Null when no mailbox is connected. */
  readonly mailbox: Mailbox | null
  readonly onClose: () => void
  /** Asks only for what the address does not tell. */
  readonly isBrief?: boolean
}

export function MailboxForm({ mailbox, onClose, isBrief = false }: MailboxFormProps) {
  const { form, formProps, whenValid, showErrors } = useCheckedForm<MailboxFields>({
    initialValues: mailboxFieldsOf(mailbox),
    validate: (fields) => mailboxMessages(fields, mailbox === null),
  })
  const onFailed = (error: unknown) => showErrors(messagesFrom(error))
  const connect = useConnectMailbox({ onDone: onClose, onFailed })
  const test = useTestMailbox(onFailed)
  return (
    <form aria-label={t('Mailbox')} {...formProps((fields) => connect.mutate(fields))}>
      <Stack gap="md">
        <Fields form={form} isNew={mailbox === null} isBrief={isBrief} />
        {test.data !== undefined && (
          <Notice tone={test.data.data.works ? 'success' : 'pending'} role="status">
            {test.data.data.detail}
          </Notice>
        )}
        <Group gap="xs">
          <ActionButton type="submit" busy={connect.isPending} busyLabel={t('Saving...')}>
            {mailbox === null ? t('Connect mailbox') : t('Save')}
          </ActionButton>
          <ActionButton
            variant="default"
            busy={test.isPending}
            busyLabel={t('Testing...')}
            type="button"
            onClick={() => whenValid((fields) => test.mutate(fields))()}
          >
            {t('Test mailbox')}
          </ActionButton>
          {mailbox !== null && (
            <Button variant="subtle" onClick={onClose}>
              {t('Cancel')}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}

function Fields({
  form,
  isNew,
  isBrief,
}: {
  form: Pick<UseFormReturnType<MailboxFields>, 'values' | 'getInputProps'>
  isNew: boolean
  isBrief: boolean
}) {
  const known = serverOf(form.values.username)
  return (
    <>
      <TextInput
        {...form.getInputProps('username')}
        type="email"
        label={t('Mailbox')}
        description={t('Usually its email address')}
        placeholder="you@gmail.com"
        autoComplete="off"
      />
      <PasswordField
        {...form.getInputProps('password')}
        label={t('App password')}
        description={isNew ? t('Not your usual password') : t('Leave empty to keep the saved value')}
        autoComplete="off"
      />
      {(!isBrief || (known === '' && form.values.username.includes('@'))) && <Details form={form} />}
    </>
  )
}

function Details({ form }: { form: Pick<UseFormReturnType<MailboxFields>, 'values' | 'getInputProps'> }) {
  const known = serverOf(form.values.username)
  return (
    <>
      <Group gap="md" align="flex-start" wrap="wrap">
        <TextInput
          {...form.getInputProps('host')}
          label={t('Mail server (IMAP)')}
          placeholder={known === '' ? 'imap.example.com' : known}
          flex="1 1 200px"
        />
        <TextInput {...form.getInputProps('port')} label={t('Port')} inputMode="numeric" w={96} />
      </Group>
      <TextInput
        {...form.getInputProps('folder')}
        label={t('Folder')}
        description={t("The mailbox that receives your bank's emails. Galla changes nothing in it.")}
      />
      <TextInput
        {...form.getInputProps('bankWritesTo')}
        type="email"
        label={t('Your bank writes to')}
        description={t('Only if it differs from the mailbox address')}
        placeholder={form.values.username}
      />
    </>
  )
}
