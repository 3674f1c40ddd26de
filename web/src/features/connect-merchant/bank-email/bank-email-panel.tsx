import { IconMail } from 'virtual:icons'
import type { BankEmailSource } from '@galla/contract/reconciliation/bank-emails'
import { SimpleGrid, Skeleton, Stack } from '@mantine/core'
import { useState } from 'react'
import { failureMessage } from '../../../components/feedback/failure-message.ts'
import { Notice } from '../../../components/feedback/notice.tsx'
import { LoadError, ScreenMessage } from '../../../components/feedback/screen-message.tsx'
import { Panel } from '../../../components/layout/panel.tsx'
import { displayCount } from '../../../format/indian-display.ts'
import { t } from '../../../locales/translate.ts'
import { useBankEmail } from './bank-email-query.ts'
import { MailboxForm } from './mailbox-form.tsx'
import { MailboxHelp } from './mailbox-help.tsx'
import { MailboxState } from './mailbox-state.tsx'
import { ReceivingAddress } from './receiving-address.tsx'

const HEADING = {
  title: t('Bank e-mail'),
  note: t(
    'Some banks send no SMS for small payments, but an e-mail. Galla reads the e-mails of your bank, and believes only those that the bank signed and wrote to you.',
  ),
}

/** The bank's e-mails are read in a mailbox, or sent to an address of this installation. */
export function BankEmailPanel() {
  const source = useBankEmail()
  return (
    <Panel {...HEADING}>
      {source.data ? (
        <Ready source={source.data} />
      ) : source.data === null ? (
        <ScreenMessage
          Icon={IconMail}
          title={t('Connect your account first')}
          text={t("Then choose here where your bank's e-mails are read.")}
        />
      ) : source.isError ? (
        <LoadError
          message={failureMessage(source.error, t('Failed to fetch the mailbox'))}
          onRetry={() => void source.refetch()}
        />
      ) : (
        <FormSkeleton />
      )}
    </Panel>
  )
}

export const BankEmailSkeleton = () => (
  <Panel {...HEADING}>
    <FormSkeleton />
  </Panel>
)

const FormSkeleton = () => (
  <Skeleton h={180} radius="md" role="status" aria-busy="true" aria-label={t('Loading the mailbox')} />
)

function Ready({ source }: { source: BankEmailSource }) {
  const { mailbox } = source
  const [isChanging, setChanging] = useState(false)
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xl">
      <Stack gap={20} miw={0}>
        {mailbox !== null && !isChanging ? (
          <MailboxState mailbox={mailbox} onChange={() => setChanging(true)} />
        ) : (
          <MailboxForm mailbox={mailbox} onClose={() => setChanging(false)} />
        )}
        {source.notListed > 0 && (
          <Notice tone="pending" Icon={IconMail} title={t('Too many e-mails today')}>
            <p>
              {t(
                '{notListed} more e-mails of today are only counted and not listed in Reconciliation. None of them is a payment that Galla could read.',
                { notListed: displayCount(source.notListed) },
              )}
            </p>
          </Notice>
        )}
        {source.receives && <ReceivingAddress source={source} />}
      </Stack>
      <MailboxHelp />
    </SimpleGrid>
  )
}
