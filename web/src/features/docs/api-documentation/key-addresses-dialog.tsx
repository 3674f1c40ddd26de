import { type ApiKeyRow, setKeyAddresses } from '@galla/contract/api-keys/api-keys'
import { callEndpoint } from '../../../api/api.ts'
import { toastSuccess } from '../../../components/feedback/toast.tsx'
import { DialogForm } from '../../../components/form/dialog-form.tsx'
import { useDialogDraft } from '../../../components/form/use-draft.ts'
import { Dialog } from '../../../components/overlay/dialog.tsx'
import { queryKeys } from '../../../query-keys.ts'
import { AddressesField, addressesIn } from './addresses-field.tsx'

/** Changes the addresses that may use an existing key. */
export function KeyAddressesDialog({ apiKey, onClose }: { apiKey: ApiKeyRow; onClose: () => void }) {
  const { id, name, addresses } = apiKey
  const draft = useDialogDraft(`addresses-of-${id}`, { addresses: addresses.join('\n') })
  return (
    <Dialog title={`Addresses of ${name}`} onClose={onClose}>
      <DialogForm
        schema={setKeyAddresses.body}
        body={{ addresses: addressesIn(draft.values.addresses) }}
        send={(body) => callEndpoint(setKeyAddresses, { params: { id }, body })}
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
        {(errors) => (
          <>
            <p>Calls with this key from other addresses are refused, starting now. The list counts them.</p>
            <AddressesField {...draft.field('addresses', errors)} data-autofocus />
          </>
        )}
      </DialogForm>
    </Dialog>
  )
}
