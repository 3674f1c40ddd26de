import { createApiKey, type KeyScope } from '@galla/contract/api-keys'
import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callEndpoint } from '../../api.ts'
import { failureMessage } from '../../failure-message.ts'
import { messagesFrom, messagesOf, useFirstWrongField } from '../../form-errors.ts'
import { ActionButton } from '../../parts/action-button.tsx'
import { CopyIcon } from '../../parts/copy-button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { toastFailure } from '../../toast.tsx'
import { useDialogDraft } from '../../use-draft.ts'
import { AddressesField, addressesIn, firstOfEach } from './addresses-field.tsx'
import css from './api-keys.module.css'

const SCOPES = [
  { value: 'create', label: 'Create orders, and ask after them' },
  { value: 'read', label: 'Read only: orders and events' },
  { value: 'full', label: 'Everything' },
]
const EMPTY = { name: '', scope: 'create', addresses: '' }
const WORDS = { failed: 'Failed to make the key', unreachable: 'Something went wrong while making the key' }

export function NewKeyDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Dialog opened={opened} title="New API key" onClose={onClose}>
      {opened && <NewKey onClose={onClose} />}
    </Dialog>
  )
}

function NewKey({ onClose }: { onClose: () => void }) {
  const draft = useDialogDraft('new-api-key', EMPTY)
  const { name, addresses } = draft.values
  const scope = draft.values.scope as KeyScope
  const { form: element, focusFirst } = useFirstWrongField()
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const queryClient = useQueryClient()
  const make = useMutation({
    mutationFn: (body: { name: string; scope: KeyScope; addresses: string[] }) =>
      callEndpoint(createApiKey, { body }),
    onError: (error) => {
      const said = firstOfEach(messagesFrom(error))
      setErrors(said)
      focusFirst(said)
      if (Object.keys(said).length === 0) toastFailure(failureMessage(error, WORDS))
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['api-keys'] }),
  })
  if (make.data !== undefined) return <Made apiKey={make.data.data.apiKey} onClose={onClose} />
  const submit = () => {
    const body = { name, scope, addresses: addressesIn(addresses) }
    const wrong = firstOfEach(messagesOf(createApiKey.body, body))
    setErrors(wrong)
    focusFirst(wrong)
    if (Object.keys(wrong).length === 0) make.mutate(body)
  }
  return (
    <form
      ref={element}
      noValidate
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <TextInput
        label="Name"
        name="name"
        description="Where it is used, such as Billing server"
        maxLength={100}
        autoComplete="off"
        value={name}
        error={errors.name}
        onChange={(event) => draft.set('name', event.currentTarget.value)}
        data-autofocus
      />
      <NativeSelect
        label="It may"
        data={SCOPES}
        value={scope}
        onChange={(event) => draft.set('scope', event.currentTarget.value)}
      />
      <AddressesField
        value={addresses}
        error={errors.addresses}
        onChange={(text) => draft.set('addresses', text)}
      />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <ActionButton type="submit" busy={make.isPending} busyLabel="Making...">
          Make key
        </ActionButton>
      </Group>
    </form>
  )
}

function Made({ apiKey, onClose }: { apiKey: string; onClose: () => void }) {
  return (
    <div className={css.form}>
      <p>Copy the key now: it is shown this once and never again.</p>
      <p className={css.made}>
        <code>{apiKey}</code>
        <CopyIcon text={apiKey} what="API key" />
      </p>
      <Group justify="flex-end">
        <Button onClick={onClose}>Done</Button>
      </Group>
    </div>
  )
}
