import { IconInfoCircle, IconMail } from 'virtual:icons'
import type { BankEmailSource } from '@galla/contract/bank-emails/bank-emails'
import { Box, Paper, SimpleGrid, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { CopyIcon } from '../../../components/display/copy-button.tsx'
import { ActionButton } from '../../../components/feedback/action-button.tsx'
import { Notice } from '../../../components/feedback/notice.tsx'
import { QueryError } from '../../../components/feedback/query-error.tsx'
import { ScreenMessage } from '../../../components/feedback/screen-message.tsx'
import { messagesFrom } from '../../../components/form/form-errors.ts'
import { Panel } from '../../../components/layout/panel.tsx'
import { displayCount } from '../../../format/indian-display.ts'
import { richText } from '../../../locales/rich-text.tsx'
import { t } from '../../../locales/translate.ts'
import { FoldedPart } from '../alerts/folded-part.tsx'
import { useBankEmail, useRotateEmailAddress } from './bank-email-query.ts'
import { MailboxForm } from './mailbox-form.tsx'
import { MailboxState } from './mailbox-state.tsx'

const HEADING = {
  title: t('Bank email'),
  note: t(
    "Some banks send emails instead of SMS for small payments. Galla reads your bank's emails and trusts only emails that the bank signed and sent to you.",
  ),
}

/** The set-up of bank emails, read from a mailbox or received at an address of this installation. */
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
          text={t("Then you can connect the mailbox that receives your bank's emails.")}
        />
      ) : source.isError ? (
        <QueryError query={source} failure={t('Failed to fetch the mailbox')} />
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
          <Notice tone="pending" Icon={IconMail} title={t('Too many emails today')}>
            <p>
              {t(
                '{notListed} more emails today are counted but not listed in Reconciliation. Galla could not read a payment in any of them.',
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

/** Explains app passwords and which emails are trusted. */
function MailboxHelp() {
  return (
    <FoldedPart id="app-password" title={t('Get an app password')}>
      <Stack gap={20} miw={0}>
        <Text c="dimmed">
          {t('An app password gives one program access to the mailbox. You can revoke it at any time.')}
        </Text>
        <AppPasswordSteps />
        <Text c="dimmed">
          {t(
            "In your bank's app or net banking, turn on email alerts for credits to this mailbox's address. If the mailbox also gets alerts about your other accounts, enter the last digits of this account's number above, under “Messages about several bank accounts”. If you change your UPI ID, connect the mailbox again.",
          )}
        </Text>
        <Notice Icon={IconInfoCircle}>
          {t(
            "Credit emails of HDFC Bank, Axis Bank and Kotak811 mark orders as paid. Emails of some other banks are read too and wait in Reconciliation until you decide. Other emails are not stored. An email without the bank's signature never counts.",
          )}
        </Notice>
      </Stack>
    </FoldedPart>
  )
}

/** How to get an app password, at Gmail and elsewhere. */
export const AppPasswordSteps = () => (
  <Stack component="ol" gap="xs" m={0} pl="lg">
    <li>
      {richText(
        'Gmail: turn on 2-Step Verification, then open <link>myaccount.google.com/apppasswords</link>.',
        {
          link: (text) => (
            <a href="https://myaccount.google.com/apppasswords" target="_blank" rel="noreferrer">
              {text}
            </a>
          ),
        },
      )}
    </li>
    <li>{t('Enter a name such as Galla, and choose Create.')}</li>
    <li>{t('Copy the 16 letters and paste them here.')}</li>
    <li>{t('Other providers: look for “App password” in the security settings of the mailbox.')}</li>
  </Stack>
)

/** The address of this installation that receives the bank's emails. */
export function ReceivingAddress({ source: { address } }: { source: BankEmailSource }) {
  const [bankWritesTo, setBankWritesTo] = useState(address?.bankWritesTo ?? '')
  const [error, setError] = useState<string>()
  const rotate = useRotateEmailAddress({
    onDone: () => setError(undefined),
    onFailed: (failure) => setError(Object.values(messagesFrom(failure))[0]),
  })
  return (
    <Stack gap="xs" component="section" aria-labelledby="email-address" miw={0}>
      <Title id="email-address" order={3} fz="sm">
        {t('Or forward the emails')}
      </Title>
      <Text c="dimmed">
        {t(
          "Set up your mailbox to forward your bank's emails to your own address at Galla. Gmail asks for a confirmation code. You find it in Reconciliation, Unread alerts, under “Not a payment”.",
        )}
      </Text>
      {address !== null && (
        <Paper withBorder radius="md" p={6} pl="sm" display="flex" style={{ alignItems: 'center' }}>
          <Box component="code" flex={1} miw={0} fz="sm" className="breaks">
            {address.address}
          </Box>
          <CopyIcon text={address.address} what={t('email address')} />
        </Paper>
      )}
      <TextInput
        type="email"
        label={t('Your bank writes to')}
        placeholder="you@gmail.com"
        value={bankWritesTo}
        error={error}
        onChange={(event) => setBankWritesTo(event.currentTarget.value)}
      />
      <div>
        <ActionButton
          variant="default"
          busy={rotate.isPending}
          busyLabel={t('Creating...')}
          onClick={() => rotate.mutate(bankWritesTo)}
        >
          {address === null ? t('Create address') : t('Replace address')}
        </ActionButton>
      </div>
    </Stack>
  )
}
