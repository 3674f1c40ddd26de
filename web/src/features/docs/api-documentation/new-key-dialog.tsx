import { createApiKey } from '@galla/contract/api-keys/api-keys'
import { KEY_SCOPES, type KeyScope } from '@galla/contract/api-keys/key-scopes'
import { Checkbox, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { callEndpoint } from '../../../api/api.ts'
import { ShownOnce } from '../../../components/display/shown-once.tsx'
import { messagesOf } from '../../../components/form/form-errors.ts'
import { useCheckedForm } from '../../../components/form/use-checked-form.ts'
import { FormDialog } from '../../../components/overlay/form-dialog.tsx'
import { queryKeys } from '../../../query-keys.ts'
import { AddressesField, addressesIn } from './addresses-field.tsx'

const MAY = {
  'orders:create': 'Create orders and check them',
  'orders:read': 'List, search and read orders',
  'orders:cancel': 'Cancel unpaid orders',
  'events:read': 'Read events',
  'credits:read': 'Read payments',
  'cases:read': 'Read open cases',
  'closing:read': 'Read the closing of a day',
  'links:write': 'Create, list and close reusable links',
  'refunds:create': 'Start refunds, also those that your provider sends',
} as const satisfies Record<KeyScope, string>

const EMPTY: { name: string; scopes: KeyScope[]; addresses: string; lastDay: string } = {
  name: '',
  scopes: ['orders:create'],
  addresses: '',
  lastDay: '',
}

const bodyOf = ({ lastDay, addresses, ...fields }: typeof EMPTY) => ({
  ...fields,
  addresses: addressesIn(addresses),
  lastDay: lastDay === '' ? null : lastDay,
})

export function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const checked = useCheckedForm({
    initialValues: EMPTY,
    validate: (fields) => messagesOf(createApiKey.body, bodyOf(fields)),
    draft: { name: 'new-api-key', untilLeft: true },
  })
  const { form } = checked
  const [made, setMade] = useState<string>()
  return (
    <FormDialog
      title="New API key"
      checked={checked}
      send={(fields) => callEndpoint(createApiKey, { body: bodyOf(fields) })}
      onSent={({ data }) => setMade(data.apiKey)}
      failure="Failed to create the key"
      queryKey={queryKeys.apiKeys.all}
      action="Create key"
      busyLabel="Creating..."
      onClose={onClose}
      result={
        made !== undefined && (
          <ShownOnce secret={made} what="API key" onDone={onClose}>
            <p>Copy the key now. You cannot see it again.</p>
          </ShownOnce>
        )
      }
    >
      <TextInput
        label="Name"
        description="Where you use it, such as Billing server"
        maxLength={100}
        autoComplete="off"
        {...form.getInputProps('name')}
        data-autofocus
      />
      <Checkbox.Group label="Permissions" {...form.getInputProps('scopes')}>
        <Stack gap={8} mt={8}>
          {KEY_SCOPES.map((scope) => (
            <Checkbox
              key={scope}
              name="scopes"
              value={scope}
              label={MAY[scope]}
              description={<span className="mono">{scope}</span>}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <AddressesField {...form.getInputProps('addresses')} />
      <TextInput
        type="date"
        label="Last day"
        description="In India. Leave empty for a key without an end."
        {...form.getInputProps('lastDay')}
      />
    </FormDialog>
  )
}
