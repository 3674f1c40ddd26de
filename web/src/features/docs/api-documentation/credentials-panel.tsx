import { IconRefresh } from 'virtual:icons'
import { type ApiDetails, rotateApiKey } from '@galla/contract/api-keys/api-details'
import { Checkbox } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { Panel } from '../../../components/layout/panel.tsx'
import { ConfirmButton } from '../../../components/overlay/row-button.tsx'
import { displayDay, displayWhen } from '../../../format/indian-display.ts'
import { paths } from '../../../paths.ts'
import { queryKeys } from '../../../query-keys.ts'
import { useUser } from '../../../session/session.tsx'
import css from './api-documentation-page.module.css'
import { useDetailsChange } from './changed-details.ts'
import { DetailRow } from './detail-row.tsx'
import { RevealKey, ShowOnceSwitch } from './key-settings.tsx'
import { SecretActions, SecretText, useSecret } from './secret-text.tsx'

const ROTATE_TEXTS = {
  done: 'API key rotated',
  failed: 'Failed to rotate the API key',
}

export function CredentialsPanel({ details }: { details: ApiDetails }) {
  return (
    <Panel
      title="Credentials"
      note="Keep the key on your server only. Anyone who has it can create orders for you."
    >
      <dl className={css.rows}>
        <ApiKeyRow details={details} />
        <DetailRow name="Website Name">{details.websiteName || <NotSet />}</DetailRow>
        <DetailRow name="Website URL">{details.websiteUrl || <NotSet />}</DetailRow>
      </dl>
    </Panel>
  )
}

function ApiKeyRow({ details }: { details: ApiDetails }) {
  const { mode } = useUser()
  const [revealed, setRevealed] = useState<string>()
  const hide = () => setRevealed(undefined)
  // A rotation returns the whole key, which is shown once.
  const isMasked = details.keyShownOnce && revealed === undefined && details.apiKey.includes('\u2022')
  const shownKey = revealed ?? details.apiKey
  const key = useSecret(shownKey, mode === 'test' || details.keyShownOnce)
  const used =
    details.keyLastUsedAt === null ? 'never used' : `last used ${displayWhen(details.keyLastUsedAt)}`
  const previous =
    details.previousKeyUntil === null
      ? ''
      : ` The previous key works until ${displayWhen(details.previousKeyUntil)}.`
  return (
    <DetailRow
      name="API Key"
      note={`Created ${displayDay(details.keyCreatedAt)}, ${used}.${previous}`}
      actions={
        <>
          {isMasked ? (
            <RevealKey onRevealed={setRevealed} />
          ) : (
            <SecretActions shown={key} secret={shownKey} what="API key" />
          )}
          <ShowOnceSwitch details={details} onSet={hide} />
          <RotateKey apiKey={details.apiKey} onRotate={hide} />
        </>
      }
    >
      <SecretText shown={key} />
    </DetailRow>
  )
}

function RotateKey({ apiKey, onRotate }: { apiKey: string; onRotate: () => void }) {
  const { mode } = useUser()
  const [stopOldNow, setStopOldNow] = useState(false)
  const queryClient = useQueryClient()
  const rotate = useDetailsChange(rotateApiKey, ROTATE_TEXTS)
  const confirm = (close: () => void) => {
    onRotate()
    const onSuccess = () => {
      close()
      void queryClient.invalidateQueries({ queryKey: queryKeys.apiKeys.all })
    }
    rotate.mutate({ stopOldNow }, { onSuccess })
  }
  return (
    <ConfirmButton
      label="Rotate key"
      Icon={IconRefresh}
      title={`Rotate the ${mode} API key?`}
      busyLabel="Rotating..."
      busy={rotate.isPending}
      onConfirm={confirm}
    >
      <p>
        The key <code>{apiKey.slice(0, 12)}...</code> works for another 24 hours, so that you have time to
        update your servers. If an older key still works, it stops now.
      </p>
      <Checkbox
        mt="md"
        label="The key has leaked: stop it immediately"
        checked={stopOldNow}
        onChange={(event) => setStopOldNow(event.currentTarget.checked)}
      />
    </ConfirmButton>
  )
}

function NotSet() {
  return (
    <span className="muted">
      Not set. <Link to={paths.dashboard}>Add it to your profile</Link>
    </span>
  )
}
