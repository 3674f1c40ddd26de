import { type ApiKeyRow, setKeyAddresses } from '@galla/contract/api-keys/api-keys'
import { callEndpoint } from '../../../api/api.ts'
import { toastSuccess } from '../../../components/feedback/toast.tsx'
import { DialogForm } from '../../../components/form/dialog-form.tsx'
import { messagesOf } from '../../../components/form/form-errors.ts'
import { useCheckedForm } from '../../../components/form/use-checked-form.ts'
import { Dialog } from '../../../components/overlay/dialog.tsx'
import { queryKeys } from '../../../query-keys.ts'
import { useUser } from '../../../session/session.tsx'
import { AddressesField, addressesIn } from './addresses-field.tsx'

const bodyOf = ({ addresses }: { readonly addresses: string }) => ({ addresses: addressesIn(addresses) })

/** Changes the addresses that may use an existing key. */
export function KeyAddressesDialog({ apiKey, onClose }: { apiKey: ApiKeyRow; onClose: () => void }) {
  const { id, name, addresses } = apiKey
  const { id: owner } = useUser()
  const checked = useCheckedForm({
    initialValues: { addresses: addresses.join('\n') },
    validate: (fields) => messagesOf(setKeyAddresses.body, bodyOf(fields)),
    draft: { name: `addresses-of-${id}`, owner, untilLeft: true },
  })
  return (
    <Dialog title={`Addresses of ${name}`} onClose={onClose}>
      <DialogForm
        checked={checked}
        send={(fields) => callEndpoint(setKeyAddresses, { params: { id }, body: bodyOf(fields) })}
        onSent={({ msg }) => {
          toastSuccess(msg)
          onClose()
        }}
        failure="Failed to save the addresses"
        queryKey={queryKeys.apiKeys.all}
        action="Save addresses"
        busyLabel="Saving..."
        onCancel={onClose}
      >
        <p>Calls with this key from other addresses are refused, starting now. The list counts them.</p>
        <AddressesField {...checked.form.getInputProps('addresses')} data-autofocus />
      </DialogForm>
    </Dialog>
  )
}
