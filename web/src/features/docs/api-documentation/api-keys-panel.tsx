import { IconCheck, IconClock, IconEdit, IconKey, IconPlus, IconX } from 'virtual:icons'
import { type ApiKeyRow, revokeApiKey } from '@galla/contract/api-keys/api-keys'
import { ActionIcon, Button, Group } from '@mantine/core'
import { useState } from 'react'
import { callEndpoint } from '../../../api/api.ts'
import { When } from '../../../components/display/when.tsx'
import { ToneBadge } from '../../../components/feedback/tone-badge.tsx'
import { useAction } from '../../../components/form/use-action.ts'
import { ListPanel } from '../../../components/layout/list-panel.tsx'
import { ConfirmDialog } from '../../../components/overlay/confirm-dialog.tsx'
import { lazyDialog } from '../../../components/overlay/lazy-dialog.tsx'
import { type Column, DataTable, TwoLines } from '../../../components/table/data-table.tsx'
import { displayCount, displayWhen, displayWhenInFull } from '../../../format/indian-display.ts'
import { queryKeys } from '../../../query-keys.ts'
import type { useApiKeys } from './api-keys-query.ts'
import { NewKeyDialog } from './new-key-dialog.tsx'

const KeyAddressesDialog = lazyDialog(
  async () => (await import('./key-addresses-dialog.tsx')).KeyAddressesDialog,
  { failed: 'The addresses could not be opened. Try again.' },
)

const WHY = {
  bad_key: 'after it ended',
  forbidden: 'for a call it does not allow',
  address_not_allowed: 'from an address that is not allowed',
} as const

interface KeyActions {
  readonly onRestrict: (key: ApiKeyRow) => void
  readonly onRevoke: (key: ApiKeyRow) => void
}

const columnsOf = ({ onRestrict, onRevoke }: KeyActions): readonly Column<ApiKeyRow>[] => [
  {
    head: 'Key',
    width: 'code',
    cell: ({ name, masked }) => <TwoLines first={name} second={<span className="mono">{masked}</span>} />,
  },
  {
    head: 'Permissions',
    width: 'long',
    cell: (key) => <KeyReach apiKey={key} onRestrict={onRestrict} />,
  },
  {
    head: 'Last used',
    cell: ({ lastUsedAt }) =>
      lastUsedAt === null ? <span className="muted">never</span> : <When at={lastUsedAt} />,
  },
  {
    head: 'Refused',
    cell: ({ refused }) =>
      refused === null ? (
        <span className="muted">none</span>
      ) : (
        <TwoLines
          first={displayCount(refused.count)}
          second={
            <span title={displayWhenInFull(refused.lastAt)}>
              last {WHY[refused.why]}
              {refused.address === '' ? '' : `, ${refused.address}`}
            </span>
          }
        />
      ),
  },
  { head: 'State', width: 'short', cell: (key) => <KeyState apiKey={key} onRevoke={onRevoke} /> },
]

const endOf = ({ revokedAt, expiresAt }: ApiKeyRow): string | null =>
  revokedAt ?? (expiresAt !== null && new Date(expiresAt) <= new Date() ? expiresAt : null)

function KeyReach({ apiKey, onRestrict }: Pick<KeyActions, 'onRestrict'> & { apiKey: ApiKeyRow }) {
  const { name, scopes, addresses } = apiKey
  const label = `Allowed addresses of ${name}`
  return (
    <Group component="span" gap={4} wrap="nowrap">
      <TwoLines
        first={<span className="mono">{scopes.join(', ')}</span>}
        second={addresses.length === 0 ? 'from anywhere' : addresses.join(', ')}
      />
      {endOf(apiKey) === null && (
        <ActionIcon aria-label={label} title={label} onClick={() => onRestrict(apiKey)}>
          <IconEdit />
        </ActionIcon>
      )}
    </Group>
  )
}

function KeyState({ apiKey, onRevoke }: Pick<KeyActions, 'onRevoke'> & { apiKey: ApiKeyRow }) {
  const { isMain, expiresAt, name } = apiKey
  const ended = endOf(apiKey)
  if (ended !== null)
    return (
      <Group component="span" gap="4px 8px">
        <ToneBadge tone="failed" Icon={IconX}>
          Ended
        </ToneBadge>
        <small className="muted">{displayWhen(ended)}</small>
      </Group>
    )
  return (
    <Group component="span" gap="4px 8px">
      {expiresAt === null ? (
        <ToneBadge tone="success" Icon={IconCheck}>
          Works
        </ToneBadge>
      ) : (
        <>
          <ToneBadge tone="pending" Icon={IconClock}>
            Ends
          </ToneBadge>
          <small className="muted">{displayWhen(expiresAt)}</small>
        </>
      )}
      {!isMain && (
        <Button
          variant="subtle"
          color="failed"
          px="xs"
          ml="-xs"
          aria-label={`Revoke ${name}`}
          onClick={() => onRevoke(apiKey)}
        >
          Revoke
        </Button>
      )}
    </Group>
  )
}

/** Every key of the mode, and a button that creates a restricted key. */
export function ApiKeysPanel({ list }: { list: ReturnType<typeof useApiKeys> }) {
  const [making, setMaking] = useState(false)
  const [ending, setEnding] = useState<ApiKeyRow>()
  const [restricting, setRestricting] = useState<ApiKeyRow>()
  return (
    <section aria-labelledby="api-keys-title">
      <Group gap="8px 16px" align="flex-end" justify="space-between" mb="sm">
        <div>
          <h2 id="api-keys-title">API keys</h2>
          <p className="muted">Give each server a key with only the permissions that it needs.</p>
        </div>
        <Button variant="default" leftSection={<IconPlus />} onClick={() => setMaking(true)}>
          New key
        </Button>
      </Group>
      <ListPanel
        what="The API keys"
        query={list}
        count={list.data?.length}
        empty={{
          Icon: IconKey,
          title: 'No keys yet',
          text: 'Your first key will appear here.',
        }}
      >
        <DataTable
          label="API keys"
          columns={columnsOf({ onRestrict: setRestricting, onRevoke: setEnding })}
          rows={list.data}
          keyOf={({ id }) => id}
        />
      </ListPanel>
      {restricting !== undefined && (
        <KeyAddressesDialog apiKey={restricting} onClose={() => setRestricting(undefined)} />
      )}
      {making && <NewKeyDialog onClose={() => setMaking(false)} />}
      <RevokeKeyDialog apiKey={ending} onClose={() => setEnding(undefined)} />
    </section>
  )
}

function RevokeKeyDialog({ apiKey, onClose }: { apiKey: ApiKeyRow | undefined; onClose: () => void }) {
  const revoke = useAction({
    act: (id: string) => callEndpoint(revokeApiKey, { params: { id } }),
    failed: 'Failed to revoke the key',
    refreshes: queryKeys.apiKeys.all,
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      opened={apiKey !== undefined}
      title={`Revoke ${apiKey?.name ?? ''}?`}
      action="Revoke key"
      busyLabel="Revoking..."
      busy={revoke.isPending}
      onConfirm={() => apiKey !== undefined && revoke.mutate(apiKey.id)}
      onClose={onClose}
    >
      <p>
        The key stops working immediately. You cannot undo this. Calls that still use it are counted here.
      </p>
    </ConfirmDialog>
  )
}
