import { IconRefresh } from 'virtual:icons'
import { rotateWebhookSecret } from '@galla/contract/api-keys/api-details'
import { ConfirmButton } from '../../../components/overlay/row-button.tsx'
import { displayWhenInFull } from '../../../format/indian-display.ts'
import { useDetailsChange } from './changed-details.ts'
import { DetailRow } from './detail-row.tsx'
import { SecretActions, SecretText, useSecret } from './secret-text.tsx'

const ROTATE_TEXTS = {
  done: 'Signing secret rotated',
  failed: 'Failed to rotate the signing secret',
  unreachable: 'Something went wrong while rotating the signing secret',
}

export function SigningSecretRow({
  secret,
  previousUntil,
}: {
  secret: string
  previousUntil: string | null
}) {
  const rotate = useDetailsChange(rotateWebhookSecret, ROTATE_TEXTS)
  const shown = useSecret(secret, false)
  return (
    <DetailRow
      name="Signing secret"
      note={`Signs every notification by the Standard Webhooks specification.${previousUntil === null ? '' : ` The secret before it signs too until ${displayWhenInFull(previousUntil)}.`}`}
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
              For 24 hours both the old and the new secret sign, so that you can change over without missing
              anything.
            </p>
          </ConfirmButton>
        </>
      }
    >
      <SecretText shown={shown} />
    </DetailRow>
  )
}
