import { type ApiKeyRow, setKeyAddresses } from '@galla/contract/api-keys/api-keys'
import { callEndpoint } from '../../../api/api.ts'
import { messagesOf } from '../../../components/form/form-errors.ts'
import { useCheckedForm } from '../../../components/form/use-checked-form.ts'
import { FormDialog } from '../../../components/overlay/form-dialog.tsx'
import { queryKeys } from '../../../query-keys.ts'
import { AddressesField, addressesIn } from './addresses-field.tsx'

const bodyOf = ({ addresses }: { readonly addresses: string }) => ({ addresses: addressesIn(addresses) })

/** Changes the addresses that may use an existing key. */
export function KeyAddressesDialog({ apiKey, onClose }: { apiKey: ApiKeyRow; onClose: () => void }) {
  const { id, name, addresses } = apiKey
  const checked = useCheckedForm({
    initialValues: { addresses: addresses.join('\n') },
    validate: (fields) => messagesOf(setKeyAddresses.body, bodyOf(fields)),
    draft: { name: `addresses-of-${id}`, untilLeft: true },
  })
  return (
    <FormDialog
      title={`Addresses of ${name}`}
      checked={checked}
      send={(fields) => callEndpoint(setKeyAddresses, { params: { id }, body: bodyOf(fields) })}
      failure="Failed to save the addresses"
      queryKey={queryKeys.apiKeys.all}
      action="Save addresses"
      busyLabel="Saving..."
      onClose={onClose}
    >
      <p>Calls with this key from other addresses are refused, starting now. The list counts them.</p>
      <AddressesField {...checked.form.getInputProps('addresses')} data-autofocus />
    </FormDialog>
  )
}
