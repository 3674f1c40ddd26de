import { IconKey, IconPlus, IconTrash } from 'virtual:icons'
import {
  addPasskey,
  beginPasskey,
  listPasskeys,
  type Passkey,
  removePasskey,
} from '@galla/contract/auth/passkeys'
import { Box, Button, Group, Skeleton, Text, TextInput } from '@mantine/core'
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callEndpoint } from '../../../api/api.ts'
import { useData } from '../../../api/use-data.ts'
import { Lines } from '../../../components/display/lines.tsx'
import { LoadError } from '../../../components/feedback/screen-message.tsx'
import { toastSuccess } from '../../../components/feedback/toast.tsx'
import { messagesOf } from '../../../components/form/form-errors.ts'
import { useAction } from '../../../components/form/use-action.ts'
import { useCheckedForm } from '../../../components/form/use-checked-form.ts'
import { Panel } from '../../../components/layout/panel.tsx'
import { FormDialog } from '../../../components/overlay/form-dialog.tsx'
import { ConfirmButton } from '../../../components/overlay/row-button.tsx'
import { displayDay, displayWhen } from '../../../format/indian-display.ts'
import { t } from '../../../locales/translate.ts'
import { queryKeys } from '../../../query-keys.ts'

/** The devices that log in with a fingerprint, a face or a PIN. */
export function PasskeysPanel() {
  const passkeys = useData(queryKeys.passkeys, listPasskeys)
  const [adding, setAdding] = useState(false)
  return (
    <Panel
      title={t('Passkeys')}
      note={t('Log in with a fingerprint, a face or the PIN of a device, without a password or a code.')}
      action={
        <Button variant="default" leftSection={<IconPlus />} onClick={() => setAdding(true)}>
          {t('Add a passkey')}
        </Button>
      }
    >
      {passkeys.data !== undefined ? (
        <PasskeyList passkeys={passkeys.data} />
      ) : passkeys.isError ? (
        <LoadError message={t('The passkeys could not be loaded')} onRetry={() => void passkeys.refetch()} />
      ) : (
        <Skeleton h={44} radius="md" aria-hidden />
      )}
      {adding && <AddDialog onClose={() => setAdding(false)} />}
    </Panel>
  )
}

function PasskeyList({ passkeys }: { passkeys: readonly Passkey[] }) {
  if (passkeys.length === 0) return <Text c="dimmed">{t('You have no passkey yet.')}</Text>
  return (
    <Lines>
      {passkeys.map((passkey) => (
        <Group component="li" gap={14} wrap="nowrap" key={passkey.id}>
          <IconKey size={20} stroke={1.7} />
          <Box flex={1} miw={0}>
            <Text fw={550}>{passkey.name}</Text>
            <Text c="dimmed" fz="xs">
              {passkey.lastUsedAt === null
                ? t('Added {day}, not used yet', { day: displayDay(passkey.createdAt) })
                : t('Last used {when}', { when: displayWhen(passkey.lastUsedAt) })}
            </Text>
          </Box>
          <RemovePasskey passkey={passkey} />
        </Group>
      ))}
    </Lines>
  )
}

function RemovePasskey({ passkey: { id, name } }: { passkey: Passkey }) {
  const queryClient = useQueryClient()
  const remove = useAction({
    act: () => callEndpoint(removePasskey, { params: { passkeyId: id } }),
    failed: t('The passkey could not be removed'),
    done: t('Passkey removed'),
    refreshes: queryKeys.passkeys,
    onDone: () => void queryClient.invalidateQueries({ queryKey: queryKeys.sessions }),
  })
  return (
    <ConfirmButton
      Icon={IconTrash}
      color="failed"
      label={t('Remove')}
      title={t('Remove the passkey {name}?', { name })}
      busyLabel={t('Removing...')}
      busy={remove.isPending}
      onConfirm={(close) => remove.mutate(undefined, { onSettled: close })}
    >
      <p>
        {t(
          'It no longer logs in, and other devices that it logged in are logged out. You can delete it on the device, too.',
        )}
      </p>
    </ConfirmButton>
  )
}

/** The browser's own dialog comes last; its library is loaded for it only. */
const createPasskey = async (name: string) => {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const { data } = await callEndpoint(beginPasskey)
  const optionsJSON = data as unknown as PublicKeyCredentialCreationOptionsJSON
  return callEndpoint(addPasskey, { body: { name, answer: await startRegistration({ optionsJSON }) } })
}

function AddDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient()
  const checked = useCheckedForm({
    initialValues: { name: '' },
    validate: (fields) => messagesOf(addPasskey.body.pick({ name: true }), fields),
  })
  return (
    <FormDialog
      title={t('Add a passkey')}
      checked={checked}
      send={({ name }) => createPasskey(name)}
      onSent={({ data }) => {
        queryClient.setQueryData(queryKeys.passkeys, data)
        toastSuccess(t('Passkey added'))
        onClose()
      }}
      failure={t('The passkey could not be added')}
      queryKey={queryKeys.passkeys}
      action={t('Add a passkey')}
      busyLabel={t('Waiting for the device...')}
      onClose={onClose}
    >
      <TextInput
        label={t('Name')}
        description={t('So that you recognise it, such as “Phone” or “Laptop of the shop”.')}
        maxLength={100}
        {...checked.form.getInputProps('name')}
      />
    </FormDialog>
  )
}
