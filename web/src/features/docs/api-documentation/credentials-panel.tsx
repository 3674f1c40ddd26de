import { IconRefresh } from 'virtual:icons'
import { type ApiDetails, rotateApiKey } from '@galla/contract/api-keys/api-details'
import { Button, Checkbox } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { Panel } from '../../../components/layout/panel.tsx'
import { ConfirmDialog } from '../../../components/overlay/confirm-dialog.tsx'
import { displayWhenInFull } from '../../../format/indian-display.ts'
import { paths } from '../../../paths.ts'
import { queryKeys } from '../../../query-keys.ts'
import { useUser } from '../../../session/session.tsx'
import css from './api-documentation-page.module.css'
import { useDetailsChange } from './changed-details.ts'
import { DetailRow } from './detail-row.tsx'
import { RevealKey, ShowOnceSwitch } from './key-settings.tsx'
import { SecretActions, SecretText, useSecret } from './secret-text.tsx'

const ROTATE_WORDS = {
  done: 'API key rotated',
  failed: 'Failed to rotate the API key',
  unreachable: 'Something went wrong while rotating the API key',
}

export function CredentialsPanel({ details }: { details: ApiDetails }) {
  const { mode } = useUser()
  const [asking, setAsking] = useState(false)
  const [stopOldNow, setStopOldNow] = useState(false)
  const [revealed, setRevealed] = useState<string>()
  const queryClient = useQueryClient()
  const rotate = useDetailsChange(rotateApiKey, ROTATE_WORDS, () => {
    setAsking(false)
    void queryClient.invalidateQueries({ queryKey: queryKeys.apiKeys.all })
  })
  // What a rotation answers with is whole, and shown this once.
  const isMasked = details.keyShownOnce && revealed === undefined && details.apiKey.includes('\u2022')
  const shownKey = revealed ?? details.apiKey
  const key = useSecret(shownKey, mode === 'test' || details.keyShownOnce)
  const used =
    details.keyLastUsedAt === null ? 'never used' : `last used ${displayWhenInFull(details.keyLastUsedAt)}`
  return (
    <Panel
      title="Credentials"
      note="Keep the key on your server only: anyone who has it can create orders in your name."
    >
      <dl className={css.rows}>
        <DetailRow
          name="API Key"
          note={
            <>
              Made {displayWhenInFull(details.keyCreatedAt)}, {used}.
              {details.previousKeyUntil !== null &&
                ` The key before it works until ${displayWhenInFull(details.previousKeyUntil)}.`}
            </>
          }
          actions={
            <>
              {isMasked ? (
                <RevealKey onRevealed={setRevealed} />
              ) : (
                <SecretActions shown={key} secret={shownKey} what="API key" />
              )}
              <ShowOnceSwitch details={details} onSet={() => setRevealed(undefined)} />
              <Button
                variant="subtle"
                size="compact-sm"
                h={36}
                leftSection={<IconRefresh size={16} aria-hidden />}
                onClick={() => setAsking(true)}
              >
                Rotate key
              </Button>
            </>
          }
        >
          <SecretText shown={key} />
        </DetailRow>
        <DetailRow name="Website Name">{details.websiteName || <NotSet />}</DetailRow>
        <DetailRow name="Website URL">{details.websiteUrl || <NotSet />}</DetailRow>
      </dl>
      <ConfirmDialog
        opened={asking}
        title={`Rotate the ${mode} API key?`}
        action="Rotate key"
        busyLabel="Rotating..."
        busy={rotate.isPending}
        onConfirm={() => {
          setRevealed(undefined)
          rotate.mutate({ stopOldNow })
        }}
        onClose={() => setAsking(false)}
      >
        <p>
          The key <code>{details.apiKey.slice(0, 12)}...</code> works for 24 hours more beside the new one, so
          that you can change your servers in peace. A key that was rotated before it stops now.
        </p>
        <Checkbox
          mt="md"
          label="It has leaked: stop the old key at once"
          checked={stopOldNow}
          onChange={(event) => setStopOldNow(event.currentTarget.checked)}
        />
      </ConfirmDialog>
    </Panel>
  )
}

function NotSet() {
  return (
    <span className="muted">
      Not set. <Link to={paths.dashboard}>Add it to your profile</Link>
    </span>
  )
}
