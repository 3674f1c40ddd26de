import { IconSend } from 'virtual:icons'
import { testWebhook } from '@galla/contract/api-keys/api-details'
import { type DeliveryRow, listDeliveries } from '@galla/contract/webhooks/webhook-deliveries'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { callEndpoint } from '../../api/api.ts'
import { answerLabel } from '../../format/answer-label.ts'
import { t } from '../../locales/translate.ts'
import { queryKeys } from '../../query-keys.ts'
import { ActionButton } from '../feedback/action-button.tsx'
import { failureMessage } from '../feedback/failure-message.ts'
import { toastFailure, toastPending, toastSuccess } from '../feedback/toast.tsx'

const ASK_AGAIN_MS = 400
/** Longer than the merchant's server may take to answer. */
const ASKED_MAX = 50
/** Others of the same account may press the button at the same time. */
const NEWEST = 5

type Tested = DeliveryRow['attempts'][number] & { readonly isDelivered: boolean }

/** Sends a test event and waits until the server was asked. */
async function sendTest(endpoint: string | undefined): Promise<Tested | undefined> {
  const query = endpoint === undefined ? {} : { endpoint }
  const { eventId } = (await callEndpoint(testWebhook, { query })).data
  for (let asked = 0; asked < ASKED_MAX; asked += 1) {
    const { data } = await callEndpoint(listDeliveries, {
      query: { ...query, event: 'test.ping', limit: NEWEST },
    })
    const delivery = data.find((each) => each.eventId === eventId)
    const attempt = delivery?.attempts.at(-1)
    if (attempt !== undefined) return { ...attempt, isDelivered: delivery?.state === 'delivered' }
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS))
  }
  return undefined
}

function tell(attempt: Tested | undefined): void {
  if (attempt === undefined) {
    toastPending(t('Test webhook sent. Your server has not answered yet.'))
    return
  }
  const { status, durationMs } = attempt
  if (status === null)
    toastFailure(
      t('{reason} ({durationMs} ms). Is the receiver running?', { reason: answerLabel(attempt), durationMs }),
    )
  else if (attempt.isDelivered)
    toastSuccess(t('Your server answered {status} in {durationMs} ms', { status, durationMs }))
  else
    toastFailure(
      t('Your server answered {status} in {durationMs} ms. Galla expects 200.', { status, durationMs }),
    )
}

/** Sends a test event to the webhook URL, or to a further endpoint, and tells what the merchant's server answered. */
export function SendTestWebhook({ hasUrl, endpoint }: { hasUrl: boolean; endpoint?: string | undefined }) {
  const queryClient = useQueryClient()
  const test = useMutation({
    mutationFn: () => sendTest(endpoint),
    onSuccess: tell,
    onError: (error) => toastFailure(failureMessage(error, t('Failed to send the test webhook'))),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.webhooks.all }),
  })
  return (
    <ActionButton
      variant="default"
      busy={test.isPending}
      busyLabel={t('Sending...')}
      disabled={!hasUrl}
      title={hasUrl ? undefined : t('Set a webhook URL first')}
      leftSection={<IconSend />}
      onClick={() => test.mutate()}
    >
      {t('Send test')}
    </ActionButton>
  )
}
