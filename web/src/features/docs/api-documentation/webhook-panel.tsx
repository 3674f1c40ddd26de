import { IconRefresh, IconTrash } from 'virtual:icons'
import { type ApiDetails, removeWebhookUrl, rotateWebhookSecret } from '@galla/contract/api-keys/api-details'
import { SendTestWebhook } from '../../../components/form/send-test-webhook.tsx'
import { Panel } from '../../../components/layout/panel.tsx'
import { ConfirmButton } from '../../../components/overlay/row-button.tsx'
import { displayWhen } from '../../../format/indian-display.ts'
import css from './api-documentation-page.module.css'
import { useDetailsChange } from './changed-details.ts'
import { DetailRow } from './detail-row.tsx'
import { SecretActions, SecretText, useSecret } from './secret-text.tsx'
import { WebhookFormatRow } from './webhook-format-row.tsx'
import { WebhookUrlRow } from './webhook-url-row.tsx'

const REMOVE_TEXTS = {
  done: 'Webhook URL removed',
  failed: 'Failed to remove the webhook URL',
}

export function WebhookPanel({ details }: { details: ApiDetails }) {
  const remove = useDetailsChange(removeWebhookUrl, REMOVE_TEXTS)
  const hasUrl = details.webHookUrl !== ''
  return (
    <Panel
      title="Webhook"
      note="Galla notifies your server when an order succeeds or fails."
      action={<SendTestWebhook hasUrl={hasUrl} />}
    >
      <dl className={css.rows}>
        <WebhookUrlRow
          saved={details.webHookUrl}
          removeButton={
            <ConfirmButton
              label="Remove"
              Icon={IconTrash}
              color="failed"
              title="Remove the webhook URL?"
              action="Remove webhook URL"
              busyLabel="Removing..."
              busy={remove.isPending}
              onConfirm={(close) => remove.mutate({}, { onSuccess: close })}
            >
              <p className="breaks">
                Galla will send no more notifications to <strong>{details.webHookUrl}</strong>.
              </p>
            </ConfirmButton>
          }
        />
        <WebhookFormatRow details={details} />
        <SigningSecretRow secret={details.webhookSecret} previousUntil={details.previousSecretUntil} />
      </dl>
    </Panel>
  )
}

const ROTATE_TEXTS = {
  done: 'Signing secret rotated',
  failed: 'Failed to rotate the signing secret',
}

function SigningSecretRow({ secret, previousUntil }: { secret: string; previousUntil: string | null }) {
  const rotate = useDetailsChange(rotateWebhookSecret, ROTATE_TEXTS)
  const shown = useSecret(secret, false)
  return (
    <DetailRow
      name="Signing secret"
      note={`Signs every notification according to the Standard Webhooks specification.${previousUntil === null ? '' : ` The previous secret also signs until ${displayWhen(previousUntil)}.`}`}
      actions={
        <>
          <SecretActions shown={shown} secret={secret} what="signing secret" />
          <ConfirmButton
            label="Rotate secret"
            Icon={IconRefresh}
            title="Rotate the signing secret?"
            busyLabel="Rotating..."
            busy={rotate.isPending}
            onConfirm={(close) => rotate.mutate({}, { onSuccess: close })}
          >
            <p>
              For 24 hours, Galla signs with both the old and the new secret, so that you have time to update
              your receiver.
            </p>
          </ConfirmButton>
        </>
      }
    >
      <SecretText shown={shown} />
    </DetailRow>
  )
}
