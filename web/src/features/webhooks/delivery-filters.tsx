import { WEBHOOK_EVENTS } from '@galla/contract/webhooks/webhook'
import { DELIVERY_STATES } from '@galla/contract/webhooks/webhook-deliveries'
import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { STATES } from './delivery-state.tsx'
import css from './merchant-webhooks-page.module.css'
import { isFiltered, readView, TIME_LABELS, type WebhooksView } from './webhooks-view.ts'

export const NO_FILTER = { state: undefined, event: undefined, time: undefined, order: '' } as const

export function DeliveryFilters({
  view,
  onChange,
}: {
  view: WebhooksView
  onChange: (change: Partial<WebhooksView>) => void
}) {
  const all = (label: string) => ({ value: '', label })
  return (
    <Group component="search" gap="xs" align="stretch" className={css.filters} aria-label="Notifications">
      <NativeSelect
        aria-label="State"
        data={[all('All states'), ...DELIVERY_STATES.map((value) => ({ value, label: STATES[value].label }))]}
        value={view.state ?? ''}
        onChange={(event) => onChange(readPart('state', event.currentTarget.value))}
      />
      <NativeSelect
        aria-label="Event"
        data={[all('All events'), ...WEBHOOK_EVENTS]}
        value={view.event ?? ''}
        onChange={(event) => onChange(readPart('event', event.currentTarget.value))}
      />
      <NativeSelect
        aria-label="Time"
        data={[all('Any time'), ...Object.entries(TIME_LABELS).map(([value, label]) => ({ value, label }))]}
        value={view.time ?? ''}
        onChange={(event) => onChange(readPart('time', event.currentTarget.value))}
      />
      <TextInput
        maw={{ base: 'none', xs: 320 }}
        flex="1 1 180px"
        aria-label="Order ID"
        placeholder="Order ID"
        autoComplete="off"
        spellCheck={false}
        maxLength={26}
        value={view.order}
        error={view.order !== '' && view.order.length !== 26 ? 'An order ID has 26 characters' : undefined}
        onChange={(event) => onChange({ order: event.currentTarget.value.trim().toUpperCase() })}
      />
      {isFiltered(view) && (
        <Button variant="subtle" px={10} onClick={() => onChange(NO_FILTER)}>
          Clear filters
        </Button>
      )}
    </Group>
  )
}

/** Parses one filter value with the rules of the address. */
const readPart = (name: 'state' | 'event' | 'time', value: string): Partial<WebhooksView> => ({
  [name]: readView(new URLSearchParams({ [name]: value }))[name],
})
