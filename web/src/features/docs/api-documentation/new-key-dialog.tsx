import { createApiKey, type KeyScope } from '@galla/contract/api-keys/api-keys'
import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { callEndpoint } from '../../../api/api.ts'
import { ShownOnce } from '../../../components/display/shown-once.tsx'
import { DialogForm } from '../../../components/form/dialog-form.tsx'
import { useDialogDraft } from '../../../components/form/use-draft.ts'
import { Dialog } from '../../../components/overlay/dialog.tsx'
import { queryKeys } from '../../../query-keys.ts'
import { AddressesField, addressesIn } from './addresses-field.tsx'

const SCOPES = [
  { value: 'create', label: 'Create orders and check them' },
  { value: 'read', label: 'Read only: orders and events' },
  { value: 'full', label: 'Everything' },
]
const EMPTY = { name: '', scope: 'create', addresses: '' }

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
  const [made, setMade] = useState<string>()
  if (made !== undefined)
    return (
      <ShownOnce secret={made} what="API key" onDone={onClose}>
        <p>Copy the key now. You cannot see it again.</p>
      </ShownOnce>
    )
  return (
    <DialogForm
      schema={createApiKey.body}
      body={{ name, scope, addresses: addressesIn(addresses) }}
      send={(body) => callEndpoint(createApiKey, { body })}
      onSent={({ data }) => setMade(data.apiKey)}
      failure={'Failed to create the key'}
      queryKey={queryKeys.apiKeys.all}
      action="Create key"
      busyLabel="Creating..."
      onCancel={onClose}
    >
      {(errors) => (
        <>
          <TextInput
            label="Name"
            description="Where you use it, such as Billing server"
            maxLength={100}
            autoComplete="off"
            {...draft.field('name', errors)}
            data-autofocus
          />
          <NativeSelect label="Permissions" data={SCOPES} {...draft.field('scope')} />
          <AddressesField {...draft.field('addresses', errors)} />
        </>
      )}
    </DialogForm>
  )
}
