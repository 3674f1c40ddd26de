import type { Mailbox } from '@galla/contract/reconciliation/bank-emails'
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { Notice } from '../../../components/feedback/notice.tsx'
import { ActionButton } from '../../../components/form/action-button.tsx'
import { messagesFrom, useFirstWrongField } from '../../../components/form/form-errors.ts'
import { PasswordField } from '../../../components/form/password-field.tsx'
import { useConnectMailbox, useTestMailbox } from './bank-email-query.ts'
import { type MailboxFields, mailboxFieldsOf, mailboxMessages, serverOf } from './mailbox-fields.ts'

interface MailboxFormProps {
  /** Null: none is connected. */
  readonly mailbox: Mailbox | null
  readonly onClose: () => void
}

export function MailboxForm({ mailbox, onClose }: MailboxFormProps) {
  const { form: element, focusFirst } = useFirstWrongField()
  const form = useForm<MailboxFields>({
    initialValues: mailboxFieldsOf(mailbox),
    validate: (fields) => mailboxMessages(fields, mailbox === null),
  })
  const onFailed = (error: unknown) => {
    const messages = messagesFrom(error)
    form.setErrors(messages)
    focusFirst(messages)
  }
  const connect = useConnectMailbox({ onDone: onClose, onFailed })
  const test = useTestMailbox(onFailed)
  const onInvalid = focusFirst as (errors: object) => void
  return (
    <form
      ref={element}
      noValidate
      aria-label="Mailbox"
      onSubmit={form.onSubmit((fields) => connect.mutate(fields), onInvalid)}
    >
      <Stack gap="md">
        <Fields form={form} isNew={mailbox === null} />
        {test.data !== undefined && (
          <Notice tone={test.data.data.works ? 'success' : 'pending'} role="status">
            {test.data.data.detail}
          </Notice>
        )}
        <Group gap="xs">
          <ActionButton type="submit" h={40} busy={connect.isPending} busyLabel="Saving...">
            {mailbox === null ? 'Connect mailbox' : 'Save'}
          </ActionButton>
          <ActionButton
            variant="default"
            h={40}
            busy={test.isPending}
            busyLabel="Testing..."
            type="button"
            onClick={() => form.onSubmit((fields) => test.mutate(fields), onInvalid)()}
          >
            Test mailbox
          </ActionButton>
          {mailbox !== null && (
            <Button variant="subtle" h={40} onClick={onClose}>
              Cancel
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
}: {
  form: Pick<UseFormReturnType<MailboxFields>, 'values' | 'getInputProps'>
  isNew: boolean
}) {
  const known = serverOf(form.values.username)
  return (
    <>
      <TextInput
        {...form.getInputProps('username')}
        name="username"
        type="email"
        label="Mailbox"
        description="Usually its e-mail address"
        placeholder="you@gmail.com"
        autoComplete="off"
      />
      <PasswordField
        {...form.getInputProps('password')}
        name="password"
        label="App password"
        description={isNew ? 'Not your usual password' : 'Leave it empty to keep the one that is saved'}
        autoComplete="off"
      />
      <Group gap="md" align="flex-start" wrap="wrap">
        <TextInput
          {...form.getInputProps('host')}
          name="host"
          label="Mail server (IMAP)"
          placeholder={known === '' ? 'imap.example.com' : known}
          flex="1 1 200px"
        />
        <TextInput {...form.getInputProps('port')} name="port" label="Port" inputMode="numeric" w={96} />
      </Group>
      <TextInput
        {...form.getInputProps('folder')}
        name="folder"
        label="Folder"
        description="Where the e-mails of your bank arrive. Nothing in it is changed."
      />
      <TextInput
        {...form.getInputProps('bankWritesTo')}
        name="bankWritesTo"
        type="email"
        label="Your bank writes to"
        description="Only if it is another address than the mailbox"
        placeholder={form.values.username}
      />
    </>
  )
}
