import { IconMail } from 'virtual:icons'
import type { Mailbox } from '@galla/contract/bank-emails/bank-emails'
import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { Fact, FactList } from '../../../components/display/fact-list.tsx'
import { When } from '../../../components/display/when.tsx'
import { Notice } from '../../../components/feedback/notice.tsx'
import { ConfirmDialog } from '../../../components/overlay/confirm-dialog.tsx'
import { displayWhen } from '../../../format/indian-display.ts'
import { t } from '../../../locales/translate.ts'
import { useDisconnectMailbox } from './bank-email-query.ts'

const STATES = {
  connecting: { title: t('Connecting to the mailbox'), tone: 'calm' },
  connected: { title: t('Mailbox connected'), tone: 'success' },
  failing: { title: t('The mailbox cannot be read'), tone: 'pending' },
} as const

/** The connected mailbox and the state of its connection. */
export function MailboxState({ mailbox, onChange }: { mailbox: Mailbox; onChange: () => void }) {
  const [isAsking, setAsking] = useState(false)
  const close = () => setAsking(false)
  const disconnect = useDisconnectMailbox(close)
  const { title, tone } = STATES[mailbox.state]
  return (
    <Stack gap="md" component="section" aria-label={t('Connected mailbox')} miw={0}>
      <Notice tone={tone} Icon={IconMail} title={title}>
        {mailbox.problem !== null && <p>{mailbox.problem}</p>}
        {mailbox.nextAttemptAt !== null && (
          <p>{t('Next attempt {nextAttemptAt}.', { nextAttemptAt: displayWhen(mailbox.nextAttemptAt) })}</p>
        )}
        {mailbox.state === 'connected' && mailbox.lastMessageAt === null && (
          <p>{t("Galla reads your bank's next email as soon as it arrives.")}</p>
        )}
      </Notice>
      <FactList lines>
        <Fact name={t('Mailbox')}>
          <span className="breaks">{mailbox.username}</span>
        </Fact>
        <Fact name={t('Server')}>
          <span className="breaks">
            {t('{host}, port {port}', { host: mailbox.host, port: mailbox.port })}
          </span>
        </Fact>
        <Fact name={t('Folder')}>{mailbox.folder}</Fact>
        <Fact name={t('Your bank writes to')}>
          <span className="breaks">{mailbox.bankWritesTo}</span>
        </Fact>
        <Fact name={t('Last bank email')}>
          {mailbox.lastMessageAt === null ? t('None yet') : <When at={mailbox.lastMessageAt} />}
        </Fact>
      </FactList>
      <Group gap="xs">
        <Button variant="default" onClick={onChange}>
          {t('Change')}
        </Button>
        <Button variant="subtle" onClick={() => setAsking(true)}>
          {t('Disconnect')}
        </Button>
      </Group>
      <ConfirmDialog
        opened={isAsking}
        title={t('Disconnect the mailbox?')}
        action={t('Disconnect')}
        busyLabel={t('Disconnecting...')}
        busy={disconnect.isPending}
        onConfirm={() => disconnect.mutate(undefined)}
        onClose={close}
      >
        <p>{t('Galla stops reading the mailbox and deletes its password. Recorded payments stay.')}</p>
      </ConfirmDialog>
    </Stack>
  )
}
