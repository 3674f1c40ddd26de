import { IconRefresh } from 'virtual:icons'
import { rotateWebhookSecret } from '@galla/contract/api-keys/api-details'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '../../../components/overlay/confirm-dialog.tsx'
import { displayWhenInFull } from '../../../format/indian-display.ts'
import { useDetailsChange } from './changed-details.ts'
import { DetailRow } from './detail-row.tsx'
import { SecretActions, SecretText, useSecret } from './secret-text.tsx'

const SECRET_WORDS = {
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
  const [asking, setAsking] = useState(false)
  const close = () => setAsking(false)
  const rotate = useDetailsChange(rotateWebhookSecret, SECRET_WORDS, close)
  const shown = useSecret(secret, false)
  return (
    <>
      <DetailRow
        name="Signing secret"
        note={`Signs every notification by the Standard Webhooks specification.${previousUntil === null ? '' : ` The secret before it signs too until ${displayWhenInFull(previousUntil)}.`}`}
        actions={
          <>
            <SecretActions shown={shown} secret={secret} what="signing secret" />
            <Button
              variant="subtle"
              size="compact-sm"
              h={36}
              leftSection={<IconRefresh size={16} aria-hidden />}
              onClick={() => setAsking(true)}
            >
              Rotate secret
            </Button>
          </>
        }
      >
        <SecretText shown={shown} />
      </DetailRow>
      <ConfirmDialog
        opened={asking}
        title="Rotate the signing secret?"
        action="Rotate secret"
        busyLabel="Rotating..."
        busy={rotate.isPending}
        onConfirm={() => rotate.mutate({})}
        onClose={close}
      >
        <p>
          For 24 hours both the old and the new secret sign, so that you can change over without missing
          anything.
        </p>
      </ConfirmDialog>
    </>
  )
}
