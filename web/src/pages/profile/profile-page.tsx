import { Button } from '@mantine/core'
import { IconEdit, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { hasDraft } from '../../kept-draft.ts'
import { Banner } from '../../parts/banner.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { Panel } from '../../parts/panel.tsx'
import { useUser } from '../../session.tsx'
import { PROFILE_DRAFT, ProfileForm } from './profile-form.tsx'
import css from './profile-page.module.css'
import { ProfileView } from './profile-view.tsx'

export interface ProfileOutcome {
  readonly tone: 'success' | 'failed'
  readonly message: string
}

export function ProfilePage() {
  const user = useUser()
  const [editing, setEditing] = useState(() => hasDraft(PROFILE_DRAFT, user.id))
  const [outcome, setOutcome] = useState<ProfileOutcome>()
  return (
    <>
      <PageTitle title="Profile" line="Who you are to Galla and to your customers." />
      <div className={css.column}>
        {outcome !== undefined && (
          <Banner tone={outcome.tone} message={outcome.message} onDismiss={() => setOutcome(undefined)} />
        )}
        <Panel
          title="Business details"
          action={
            <Button
              variant="default"
              h={36}
              aria-expanded={editing}
              leftSection={editing ? <IconX size={16} aria-hidden /> : <IconEdit size={16} aria-hidden />}
              onClick={() => setEditing(!editing)}
            >
              {editing ? 'Cancel' : 'Edit Profile'}
            </Button>
          }
        >
          {editing ? (
            <ProfileForm user={user} onOutcome={setOutcome} onDone={() => setEditing(false)} />
          ) : (
            <ProfileView user={user} />
          )}
        </Panel>
      </div>
    </>
  )
}
