import { type ApiKeyRow, setKeyAddresses } from '@galla/contract/api-keys'
import { Button, Group } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callEndpoint } from '../../api.ts'
import { failureMessage } from '../../failure-message.ts'
import { type FieldMessages, messagesFrom, messagesOf, useFirstWrongField } from '../../form-errors.ts'
import { ActionButton } from '../../parts/action-button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { toastFailure, toastSuccess } from '../../toast.tsx'
import { useDialogDraft } from '../../use-draft.ts'
import { AddressesField, addressesIn, firstOfEach } from './addresses-field.tsx'
import css from './api-keys.module.css'

const WORDS = {
  failed: 'Failed to save the addresses',
  unreachable: 'Something went wrong while saving the addresses',
}

/** From where a key that is there already may be used: the main one, or one whose server moved. */
export function KeyAddressesDialog({ apiKey, onClose }: { apiKey: ApiKeyRow; onClose: () => void }) {
  return (
    <Dialog title={`Addresses of ${apiKey.name}`} onClose={onClose}>
      <KeyAddresses apiKey={apiKey} onClose={onClose} />
    </Dialog>
  )
}

function KeyAddresses({ apiKey, onClose }: { apiKey: ApiKeyRow; onClose: () => void }) {
  const draft = useDialogDraft(`addresses-of-${apiKey.id}`, { addresses: apiKey.addresses.join('\n') })
  const { addresses } = draft.values
  const { form, focusFirst } = useFirstWrongField()
  const [errors, setErrors] = useState<FieldMessages>({})
  const queryClient = useQueryClient()
  const tell = (messages: FieldMessages): boolean => {
    setErrors(messages)
    focusFirst(messages)
    return Object.keys(messages).length > 0
  }
  const save = useMutation({
    mutationFn: (body: { addresses: string[] }) =>
      callEndpoint(setKeyAddresses, { params: { id: apiKey.id }, body }),
    onSuccess: ({ msg }) => {
      toastSuccess(msg)
      onClose()
    },
    onError: (error) => {
      if (!tell(firstOfEach(messagesFrom(error)))) toastFailure(failureMessage(error, WORDS))
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['api-keys'] }),
  })
  return (
    <form
      ref={form}
      noValidate
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        const body = { addresses: addressesIn(addresses) }
        if (!tell(firstOfEach(messagesOf(setKeyAddresses.body, body)))) save.mutate(body)
      }}
    >
      <p>What comes with this key from elsewhere is refused at once, and counted in the list.</p>
      <AddressesField
        first
        value={addresses}
        error={errors.addresses}
        onChange={(text) => draft.set('addresses', text)}
      />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <ActionButton type="submit" busy={save.isPending} busyLabel="Saving...">
          Save addresses
        </ActionButton>
      </Group>
    </form>
  )
}
