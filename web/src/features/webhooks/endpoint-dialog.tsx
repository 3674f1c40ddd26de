import { WEBHOOK_FORMATS } from '@galla/contract/api-keys/api-details'
import { CHOSEN_EVENTS } from '@galla/contract/webhooks/webhook'
import {
  addWebhookEndpoint,
  changeWebhookEndpoint,
  ENDPOINT_NAME_MAX,
  type FurtherEndpointShown,
} from '@galla/contract/webhooks/webhook-endpoints'
import { Checkbox, NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import { callEndpoint } from '../../api/api.ts'
import { messagesOf } from '../../components/form/form-errors.ts'
import { useCheckedForm } from '../../components/form/use-checked-form.ts'
import { FormDialog } from '../../components/overlay/form-dialog.tsx'
import { queryKeys } from '../../query-keys.ts'

type Fields = Pick<FurtherEndpointShown, 'name' | 'url' | 'events' | 'format' | 'takesAny2xx'>
const EMPTY: Fields = {
  name: '',
  url: '',
  events: ['order.success', 'order.failed'],
  format: 'standard',
  takesAny2xx: false,
}

const FORMATS = {
  standard: 'Standard JSON',
  ekqr: 'UPIGateway / EKQR form',
  ekqr_json: 'UPIGateway / EKQR JSON',
  cutepe: 'CutePe form',
} as const satisfies Record<(typeof WEBHOOK_FORMATS)[number], string>
const OPTIONS = [
  ...WEBHOOK_FORMATS.map((value) => ({ value: value as string, label: FORMATS[value] as string })),
  { value: 'auto', label: 'Automatic: that of each order' },
]

/** Adds an endpoint, or changes one. */
export function EndpointDialog({
  endpoint,
  onClose,
}: {
  endpoint: FurtherEndpointShown | 'new'
  onClose: () => void
}) {
  const isNew = endpoint === 'new'
  const { name, url, events, format, takesAny2xx } = isNew ? EMPTY : endpoint
  const checked = useCheckedForm<Fields>({
    initialValues: { name, url, events, format, takesAny2xx },
    validate: (fields) => messagesOf(addWebhookEndpoint.body, fields),
    draft: { name: `webhook-endpoint-${isNew ? 'new' : endpoint.id}`, untilLeft: true },
  })
  const { form } = checked
  const send = (body: Fields) =>
    isNew
      ? callEndpoint(addWebhookEndpoint, { body })
      : callEndpoint(changeWebhookEndpoint, { params: { endpointId: endpoint.id }, body })
  return (
    <FormDialog
      title={isNew ? 'Add endpoint' : `Edit ${endpoint.name}`}
      checked={checked}
      send={send}
      failure="Failed to save the endpoint"
      queryKey={queryKeys.webhooks.all}
      action={isNew ? 'Add endpoint' : 'Save endpoint'}
      busyLabel="Saving..."
      onClose={onClose}
    >
      <TextInput
        label="Name"
        maxLength={ENDPOINT_NAME_MAX}
        autoComplete="off"
        {...form.getInputProps('name')}
        data-autofocus
      />
      <TextInput
        type="url"
        inputMode="url"
        label="URL"
        placeholder="https://"
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('url')}
      />
      <Checkbox.Group label="Events" {...form.getInputProps('events')}>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" mt="xs">
          {CHOSEN_EVENTS.map((event) => (
            <Checkbox key={event} value={event} label={event} />
          ))}
        </SimpleGrid>
      </Checkbox.Group>
      <NativeSelect
        label="Format of order.success and order.failed"
        description="All other events are JSON."
        data={OPTIONS}
        {...form.getInputProps('format')}
      />
      <Checkbox
        label="Accept any 2xx status"
        description="By default, only 200 counts as received."
        {...form.getInputProps('takesAny2xx', { type: 'checkbox' })}
      />
    </FormDialog>
  )
}
