import { createApiKey, type KeyScope } from '@galla/contract/api-keys/api-keys'
import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { callEndpoint } from '../../../api/api.ts'
import { ShownOnce } from '../../../components/display/shown-once.tsx'
import { DialogForm } from '../../../components/form/dialog-form.tsx'
import { messagesOf } from '../../../components/form/form-errors.ts'
import { useCheckedForm } from '../../../components/form/use-checked-form.ts'
import { Dialog } from '../../../components/overlay/dialog.tsx'
import { queryKeys } from '../../../query-keys.ts'
import { useUser } from '../../../session/session.tsx'
import { AddressesField, addressesIn } from './addresses-field.tsx'

const SCOPES = [
  { value: 'create', label: 'Create orders and check them' },
  { value: 'read', label: 'Read only: orders and events' },
  { value: 'full', label: 'Everything' },
]
const EMPTY: { name: string; scope: KeyScope; addresses: string } = {
  name: '',
  scope: 'create',
  addresses: '',
}

const bodyOf = (fields: typeof EMPTY) => ({ ...fields, addresses: addressesIn(fields.addresses) })

export function NewKeyDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Dialog opened={opened} title="New API key" onClose={onClose}>
      {opened && <NewKey onClose={onClose} />}
    </Dialog>
  )
}

function NewKey({ onClose }: { onClose: () => void }) {
  const { id: owner } = useUser()
  const checked = useCheckedForm({
    initialValues: EMPTY,
    validate: (fields) => messagesOf(createApiKey.body, bodyOf(fields)),
    draft: { name: 'new-api-key', owner, untilLeft: true },
  })
  const { form } = checked
  const [made, setMade] = useState<string>()
  if (made !== undefined)
    return (
      <ShownOnce secret={made} what="API key" onDone={onClose}>
        <p>Copy the key now. You cannot see it again.</p>
      </ShownOnce>
    )
  return (
    <DialogForm
      checked={checked}
      send={(fields) => callEndpoint(createApiKey, { body: bodyOf(fields) })}
      onSent={({ data }) => setMade(data.apiKey)}
      failure={'Failed to create the key'}
      queryKey={queryKeys.apiKeys.all}
      action="Create key"
      busyLabel="Creating..."
      onCancel={onClose}
    >
      <TextInput
        label="Name"
        description="Where you use it, such as Billing server"
        maxLength={100}
        autoComplete="off"
        {...form.getInputProps('name')}
        data-autofocus
      />
      <NativeSelect label="Permissions" data={SCOPES} {...form.getInputProps('scope')} />
      <AddressesField {...form.getInputProps('addresses')} />
    </DialogForm>
  )
}
