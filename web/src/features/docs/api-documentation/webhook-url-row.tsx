import { IconEdit } from 'virtual:icons'
import { updateWebhookUrl } from '@galla/contract/api-keys/api-details'
import { ActionIcon, Button, Group, TextInput } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { CopyIcon } from '../../../components/display/copy-button.tsx'
import { ActionButton } from '../../../components/feedback/action-button.tsx'
import { messagesOf } from '../../../components/form/form-errors.ts'
import {
  draftOwner,
  dropDraft,
  hasDraft,
  storeDraft,
  storedDraft,
} from '../../../components/form/stored-draft.ts'
import { useUser } from '../../../session/session.tsx'
import { useDetailsChange } from './changed-details.ts'
import { DetailRow } from './detail-row.tsx'

const TEXTS = {
  done: 'Webhook URL updated',
  failed: {
    failed: 'Failed to update webhook URL',
    unreachable: 'Something went wrong while updating webhook URL',
  },
}

export function WebhookUrlRow({ saved, removeButton }: { saved: string; removeButton: ReactNode }) {
  const user = useUser()
  const draft = `webhook-url-${user.mode}`
  const owner = draftOwner(user)
  const [editing, setEditing] = useState(() => hasDraft(draft, owner))
  const stop = () => {
    dropDraft(draft, owner)
    setEditing(false)
  }
  if (editing)
    return (
      <DetailRow name="Webhook URL">
        <WebhookUrlForm draft={draft} owner={owner} saved={saved} onStop={stop} />
      </DetailRow>
    )
  return (
    <DetailRow
      name="Webhook URL"
      actions={
        <>
          <ActionIcon aria-label="Edit webhook URL" title="Edit webhook URL" onClick={() => setEditing(true)}>
            <IconEdit />
          </ActionIcon>
          {saved !== '' && <CopyIcon text={saved} what="webhook URL" />}
          {saved !== '' && removeButton}
        </>
      }
    >
      {saved === '' ? <span className="muted">No webhook URL set</span> : saved}
    </DetailRow>
  )
}

interface WebhookUrlFormProps {
  readonly draft: string
  readonly owner: string
  readonly saved: string
  readonly onStop: () => void
}

function WebhookUrlForm({ draft, owner, saved, onStop }: WebhookUrlFormProps) {
  const [url, setUrl] = useState(() => storedDraft(draft, owner, { url: saved }).url)
  const [error, setError] = useState<string>()
  const update = useDetailsChange(updateWebhookUrl, TEXTS)
  useEffect(() => {
    if (url === saved) dropDraft(draft, owner)
    else storeDraft(draft, owner, { url })
  }, [draft, owner, url, saved])
  const save = () => {
    const webhookUrl = url.trim()
    if (webhookUrl === '' || update.isPending) return
    const wrong = messagesOf(updateWebhookUrl.body, { webhookUrl }).webhookUrl
    setError(wrong)
    if (wrong === undefined) update.mutate({ webhookUrl }, { onSuccess: onStop })
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <Group gap="xs" align="flex-start">
        <TextInput
          flex="1 1 260px"
          aria-label="Webhook URL"
          name="webhookUrl"
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://yourdomain.com/webhook"
          data-autofocus
          ref={(input) => {
            if (input !== null && !input.dataset.focused) {
              input.dataset.focused = 'yes'
              input.focus()
            }
          }}
          value={url}
          error={error}
          onChange={(event) => {
            setUrl(event.currentTarget.value)
            setError(undefined)
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape') onStop()
          }}
        />
        <ActionButton type="submit" busy={update.isPending} busyLabel="Saving...">
          Save
        </ActionButton>
        <Button variant="default" onClick={onStop}>
          Cancel
        </Button>
      </Group>
    </form>
  )
}
