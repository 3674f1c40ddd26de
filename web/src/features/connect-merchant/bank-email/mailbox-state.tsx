import { IconMail } from 'virtual:icons'
import type { Mailbox } from '@galla/contract/reconciliation/bank-emails'
import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { Fact, FactList } from '../../../components/display/fact-list.tsx'
import { Notice } from '../../../components/feedback/notice.tsx'
import { ConfirmDialog } from '../../../components/overlay/confirm-dialog.tsx'
import { displayWhenInFull } from '../../../format/indian-display.ts'
import { useDisconnectMailbox } from './bank-email-query.ts'

const STATES = {
  connecting: { title: 'Connecting to the mailbox', tone: 'calm' },
  connected: { title: 'Mailbox connected', tone: 'success' },
  failing: { title: 'The mailbox cannot be read', tone: 'pending' },
} as const

/** The connected mailbox, and whether it is read. */
export function MailboxState({ mailbox, onChange }: { mailbox: Mailbox; onChange: () => void }) {
  const [isAsking, setAsking] = useState(false)
  const close = () => setAsking(false)
  const disconnect = useDisconnectMailbox(close)
  const { title, tone } = STATES[mailbox.state]
  return (
    <Stack gap="md" component="section" aria-label="Connected mailbox" miw={0}>
      <Notice tone={tone} Icon={IconMail} title={title}>
        {mailbox.problem !== null && <p>{mailbox.problem}</p>}
        {mailbox.nextAttemptAt !== null && <p>Next try {displayWhenInFull(mailbox.nextAttemptAt)}.</p>}
        {mailbox.state === 'connected' && mailbox.lastMessageAt === null && (
          <p>The next e-mail of your bank is looked at as soon as it arrives.</p>
        )}
      </Notice>
      <FactList lines>
        <Fact name="Mailbox">
          <span className="breaks">{mailbox.username}</span>
        </Fact>
        <Fact name="Server">
          <span className="breaks">
            {mailbox.host}, port {mailbox.port}
          </span>
        </Fact>
        <Fact name="Folder">{mailbox.folder}</Fact>
        <Fact name="Your bank writes to">
          <span className="breaks">{mailbox.bankWritesTo}</span>
        </Fact>
        <Fact name="Last e-mail of a bank">
          {mailbox.lastMessageAt === null ? 'None yet' : displayWhenInFull(mailbox.lastMessageAt)}
        </Fact>
      </FactList>
      <Group gap="xs">
        <Button variant="default" h={40} onClick={onChange}>
          Change
        </Button>
        <Button variant="subtle" h={40} onClick={() => setAsking(true)}>
          Disconnect
        </Button>
      </Group>
      <ConfirmDialog
        opened={isAsking}
        title="Disconnect the mailbox?"
        action="Disconnect"
        busyLabel="Disconnecting..."
        busy={disconnect.isPending}
        onConfirm={() => disconnect.mutate(undefined)}
        onClose={close}
      >
        <p>Galla stops reading it and forgets its password. Payments that were found stay.</p>
      </ConfirmDialog>
    </Stack>
  )
}
