import { IconEdit, IconX } from 'virtual:icons'
import { Box, Button } from '@mantine/core'
import { useState } from 'react'
import { Banner } from '../../components/feedback/banner.tsx'
import { hasDraft } from '../../components/form/stored-draft.ts'
import { Panel } from '../../components/layout/panel.tsx'
import { t } from '../../locales/translate.ts'
import { useUser } from '../../session/session.tsx'
import { PROFILE_DRAFT, ProfileForm } from './profile-form.tsx'
import { ProfileView } from './profile-view.tsx'
import { EmailChangeNotice } from './security/email-change-notice.tsx'

/** The form that closes leaves a shorter page: what it said must not be above or below the window. */
const bringIntoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' })

/** Read first, and changed on demand. */
export function BusinessDetails() {
  const user = useUser()
  const [editing, setEditing] = useState(() => hasDraft(PROFILE_DRAFT, user.id))
  const [saved, setSaved] = useState<string>()
  const toggle = () => {
    setSaved(undefined)
    setEditing(!editing)
  }
  return (
    <Panel
      title={t('Business details')}
      note={t('Who you are to Galla and to your customers.')}
      action={
        <Button
          variant="default"
          h={36}
          aria-expanded={editing}
          leftSection={editing ? <IconX size={16} aria-hidden /> : <IconEdit size={16} aria-hidden />}
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
