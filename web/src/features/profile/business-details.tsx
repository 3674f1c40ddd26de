import { IconEdit, IconMail, IconX } from 'virtual:icons'
import { cancelEmailChange, getEmailChange, resendEmailChange } from '@galla/contract/auth/email-change'
import type { User } from '@galla/contract/auth/merchants'
import { PAGE_LANGUAGES } from '@galla/contract/payment-page/page-languages'
import { Box, Button, Group } from '@mantine/core'
import { useState } from 'react'
import { callEndpoint } from '../../api/api.ts'
import { useData } from '../../api/use-data.ts'
import { ActionButton } from '../../components/feedback/action-button.tsx'
import { Banner } from '../../components/feedback/banner.tsx'
import { Notice } from '../../components/feedback/notice.tsx'
import { draftOwner, hasDraft } from '../../components/form/stored-draft.ts'
import { useAction } from '../../components/form/use-action.ts'
import { Facts } from '../../components/layout/facts.tsx'
import { Panel } from '../../components/layout/panel.tsx'
import { richText } from '../../locales/rich-text.tsx'
import { t } from '../../locales/translate.ts'
import { queryKeys } from '../../query-keys.ts'
import { isOwnShop, useUser } from '../../session/session.tsx'
import { PROFILE_DRAFT, ProfileForm } from './profile-form.tsx'

/** Closing the form shortens the page, so scrolls the details back into view. */
const bringIntoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' })

/** The business details, editable on demand; in the shop of others, those of the login. */
export function BusinessDetails() {
  const user = useUser()
  const [editing, setEditing] = useState(() => hasDraft(PROFILE_DRAFT, draftOwner(user)))
  const [saved, setSaved] = useState<string>()
  const toggle = () => {
    setSaved(undefined)
    setEditing(!editing)
  }
  return (
    <Panel
      title={isOwnShop(user) ? t('Business details') : t('Your login')}
      note={
        isOwnShop(user) ? t('Your business and contact details.') : t('The team sees your name and email.')
      }
      action={
        <Button
          variant="default"
          aria-expanded={editing}
          leftSection={editing ? <IconX /> : <IconEdit />}
          onClick={toggle}
        >
          {editing ? t('Cancel') : t('Edit Profile')}
        </Button>
      }
    >
      {saved !== undefined && (
        <Box mb="md" ref={bringIntoView}>
          <Banner tone="success" message={saved} onDismiss={() => setSaved(undefined)} />
        </Box>
      )}
      <EmailChangeNotice />
      {editing ? (
        <ProfileForm
          user={user}
          onSaved={(message) => {
            setSaved(message)
            setEditing(false)
          }}
        />
      ) : (
        <ProfileView user={user} />
      )}
    </Panel>
  )
}

function supportOf({ showSupport, supportEmail, supportPhone }: User): string {
  if (!showSupport) return t("Galla's contact page")
  return [supportEmail, supportPhone].filter((text) => text !== '').join(', ')
}

/** The first rows are about the login. */
const LOGIN_ROWS = 3

function ProfileView({ user }: { user: User }) {
  const rows = [
    { name: t('Full Name'), text: user.name },
    { name: t('Email Address'), text: user.email },
    { name: t('Mobile Number'), text: user.mobileNumber },
    { name: t('Website Name'), text: user.websiteName },
    { name: t('Website URL'), text: user.websiteUrl },
    { name: t('Payment page language'), text: PAGE_LANGUAGES[user.pageLanguage] },
    { name: t('Receipts by email'), text: user.emailReceipts ? t('Sent to customers') : t('Not sent') },
    { name: t('Support on the payment page'), text: supportOf(user) },
  ]
  return (
    <Facts
      facts={(isOwnShop(user) ? rows : rows.slice(0, LOGIN_ROWS)).map(({ name, text }) => [
        name,
        text === '' ? (
          <span key={name} className="muted">
            {t('Not set')}
          </span>
        ) : (
          text
        ),
      ])}
    />
  )
}

/** A new email address that awaits confirmation; empty when there is none. */
function EmailChangeNotice() {
  const { data: pending } = useData(
    queryKeys.emailChange,
    getEmailChange,
    {},
    {
      // It may be confirmed in another tab or on another device.
      refetchOnWindowFocus: 'always',
    },
  )
  if (pending === undefined || pending === null) return null
  return (
    <section aria-label={t('New email address')}>
      <Notice tone="created" Icon={IconMail} mb="md" action={<Actions />}>
        {richText(
          'Confirm <b>{newEmail}</b>: open the link in the email that we sent there. Until then, your current address stays active.',
          {},
          { newEmail: pending.newEmail },
        )}
      </Notice>
    </section>
  )
}

function Actions() {
  const shared = { failed: t('This could not be done'), refreshes: queryKeys.emailChange }
  const resend = useAction({ act: () => callEndpoint(resendEmailChange), ...shared })
  const cancel = useAction({ act: () => callEndpoint(cancelEmailChange), ...shared })
  const isBusy = resend.isPending || cancel.isPending
  return (
    <Group gap="xs">
      <ActionButton
        variant="default"
        busy={resend.isPending}
        busyLabel={t('Sending...')}
        disabled={isBusy}
        onClick={() => resend.mutate()}
      >
        {t('Send again')}
      </ActionButton>
      <ActionButton
        variant="subtle"
        busy={cancel.isPending}
        busyLabel={t('Cancelling...')}
        disabled={isBusy}
        onClick={() => cancel.mutate()}
      >
        {t('Cancel change')}
      </ActionButton>
    </Group>
  )
}
