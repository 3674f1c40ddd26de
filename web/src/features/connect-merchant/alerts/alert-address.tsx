import { IconEye, IconEyeOff, IconRefresh } from 'virtual:icons'
import type { AlertSource } from '@galla/contract/reconciliation/alerts'
import { ActionIcon, Box, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { AddressText } from '../../../components/display/address-text.tsx'
import { CopyIcon } from '../../../components/display/copy-button.tsx'
import { ActionButton } from '../../../components/form/action-button.tsx'
import { ConfirmDialog } from '../../../components/overlay/confirm-dialog.tsx'
import { displayDay } from '../../../format/indian-display.ts'
import { useNewAddress } from './alert-source-query.ts'

export function AlertAddress({ source }: { source: AlertSource }) {
  return (
    <Stack aria-labelledby="alert-address" component="section" gap="xs" miw={0}>
      <Title id="alert-address" order={3} fz="sm">
        Alert address
      </Title>
      <Text c="dimmed">
        For money to{' '}
        <strong>
          <AddressText address={source.upiId} />
        </strong>
        . Anyone who has it can report payments to Galla: keep it like a password.
      </Text>
      {source.alertUrl === null ? <Create /> : <Shown url={source.alertUrl} since={source.addressSince} />}
    </Stack>
  )
}

function Create() {
  const make = useNewAddress('Alert address created', () => {})
  return (
    <div>
      <ActionButton h={40} busy={make.isPending} busyLabel="Creating..." onClick={() => make.mutate()}>
        Create alert address
      </ActionButton>
    </div>
  )
}

/** The end, which is the secret, is covered against eyes over the shoulder; copying needs no uncovering. */
const covered = (url: string): string => `${url.slice(0, url.lastIndexOf('/') + 1)}${'•'.repeat(12)}`

function Shown({ url, since }: { url: string; since: string | null }) {
  const [isVisible, setVisible] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const close = () => setAsking(false)
  const replace = useNewAddress('Alert address replaced', close)
  const label = `${isVisible ? 'Hide' : 'Show'} alert address`
  const Icon = isVisible ? IconEyeOff : IconEye
  return (
    <>
      <Paper withBorder radius="md" p={6} pl="sm" display="flex" style={{ alignItems: 'center' }}>
        <Box component="code" flex={1} miw={0} fz="sm" className="breaks">
          {isVisible ? url : covered(url)}
        </Box>
        <ActionIcon
          variant="subtle"
          size={36}
          aria-label={label}
          title={label}
          onClick={() => setVisible(!isVisible)}
        >
          <Icon size={16} aria-hidden />
        </ActionIcon>
        <CopyIcon text={url} what="alert address" />
      </Paper>
      <Group gap="xs" justify="space-between">
        {since !== null && <Text c="dimmed">Since {displayDay(since)}</Text>}
        <Button
          variant="subtle"
          size="compact-sm"
          h={36}
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={() => setAsking(true)}
        >
          Replace address
        </Button>
      </Group>
      <ConfirmDialog
        opened={isAsking}
        title="Replace the alert address?"
        action="Replace address"
        busyLabel="Replacing..."
        busy={replace.isPending}
        onConfirm={() => replace.mutate()}
        onClose={close}
      >
        <p>
          The old address stops at once. Until the new one is set up on the phone, no alert reaches Galla;
          nothing that came before is lost.
        </p>
      </ConfirmDialog>
    </>
  )
}
