import { DAY_MS } from '@galla/contract/durations'
import { istWallClock } from '@galla/contract/ist'
import { countReplay, startReplay } from '@galla/contract/webhooks/webhook-deliveries'
import { Box, NativeSelect, SimpleGrid, Text, TextInput } from '@mantine/core'
import { callEndpoint } from '../../api/api.ts'
import { useData } from '../../api/use-data.ts'
import { failureMessage } from '../../components/feedback/failure-message.ts'
import { DialogButtons } from '../../components/form/dialog-buttons.tsx'
import { useAction } from '../../components/form/use-action.ts'
import { useCheckedForm } from '../../components/form/use-checked-form.ts'
import { Dialog } from '../../components/overlay/dialog.tsx'
import { displayCount } from '../../format/indian-display.ts'
import { queryKeys } from '../../query-keys.ts'
import { ofEndpoint } from './webhooks-query.ts'

const WHICH = { undelivered: 'Only undelivered notifications', all: 'All notifications' } as const
type Which = keyof typeof WHICH
const COUNT_FAILURE = { failed: 'Counting failed', unreachable: 'The count could not be loaded' }
const INDIA = '+05:30'

/** The current Indian time in the format of a datetime-local field. */
const localNow = (beforeMs: number): string =>
  istWallClock(new Date(Date.now() - beforeMs))
    .toISOString()
    .slice(0, 16)

const instantOf = (local: string): string | undefined => {
  const at = new Date(`${local}:00${INDIA}`)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}

/** Replays the deliveries of a period, after showing their number. */
export function ReplayDialog({
  endpoint,
  opened,
  onClose,
}: {
  endpoint: string | undefined
  opened: boolean
  onClose: () => void
}) {
  return (
    <Dialog opened={opened} title="Send again" onClose={onClose}>
      {opened && <ReplayForm endpoint={endpoint} onClose={onClose} />}
    </Dialog>
  )
}

function ReplayForm({ endpoint, onClose }: { endpoint: string | undefined; onClose: () => void }) {
  const { checked, isRange, counted, start } = useReplay(endpoint, onClose)
  const { form, formProps } = checked
  const { data } = counted
  return (
    <form
      {...formProps(() => {
        if (data !== undefined && data.count > 0) start.mutate(data.asOf)
      })}
    >
      <Text mb="md" c="dimmed">
        Use this if your server was down or lost notifications. Each notification keeps its webhook-id, so
        your server can ignore those that it already received.
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput type="datetime-local" label="From" {...form.getInputProps('from')} data-autofocus />
        <TextInput
          type="datetime-local"
          label="To"
          {...form.getInputProps('to')}
          error={isRange ? undefined : 'The end must be after the start'}
        />
      </SimpleGrid>
      <NativeSelect
        mt="sm"
        label="Which"
        data={Object.entries(WHICH).map(([value, label]) => ({ value, label }))}
        {...form.getInputProps('state')}
      />
      <Box component="p" mih={20} mt="md" role="status">
        {isRange && (counted.isError ? failureMessage(counted.error, COUNT_FAILURE) : countWords(data))}
      </Box>
      <DialogButtons
        action="Send again"
        busyLabel="Starting..."
        busy={start.isPending}
        disabled={!isRange || data === undefined || data.count === 0}
        onCancel={onClose}
      />
    </form>
  )
}

const countWords = (counted: { readonly count: number; readonly isMore: boolean } | undefined): string => {
  if (counted === undefined) return 'Counting...'
  const { count, isMore } = counted
  if (count === 0) return 'No notifications to send again in this period.'
  return `${displayCount(count)}${isMore ? ' or more' : ''} ${count === 1 ? 'notification is' : 'notifications are'} sent again.`
}

/** The period, its number of deliveries, and the call that replays them. */
function useReplay(endpoint: string | undefined, onClose: () => void) {
  const checked = useCheckedForm({
    initialValues: { from: localNow(DAY_MS), to: localNow(-60_000), state: 'undelivered' },
    draft: { name: 'webhook-replay', untilLeft: true },
  })
  const { from, to } = checked.form.values
  const state: Which = checked.form.values.state === 'all' ? 'all' : 'undelivered'
  const range = { from: instantOf(from), to: instantOf(to) }
  const isRange = range.from !== undefined && range.to !== undefined && range.from < range.to
  const body = { from: range.from ?? '', to: range.to ?? '', state }
  const query = { ...body, ...ofEndpoint(endpoint) }
  const counted = useData(
    queryKeys.webhooks.replayCount(query),
    countReplay,
    { query },
    { enabled: isRange, staleTime: 0, gcTime: 0 },
  )
  const start = useAction({
    act: (asOf: string) =>
      callEndpoint(startReplay, { query: ofEndpoint(endpoint), body: { ...body, asOf } }),
    failed: 'Failed to start the replay',
    refreshes: queryKeys.webhooks.all,
    onDone: onClose,
  })
  return { checked, isRange, counted, start }
}
