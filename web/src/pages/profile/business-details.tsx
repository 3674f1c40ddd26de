import { Button } from '@mantine/core'
import { IconEdit, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { hasDraft } from '../../kept-draft.ts'
import { Banner } from '../../parts/banner.tsx'
import { Panel } from '../../parts/panel.tsx'
import { useUser } from '../../session.tsx'
import { PROFILE_DRAFT, ProfileForm } from './profile-form.tsx'
import type { ProfileOutcome } from './profile-outcome.ts'
import css from './profile-page.module.css'
import { ProfileView } from './profile-view.tsx'

/** Read first, and changed on demand. */
export function BusinessDetails() {
  const user = useUser()
  const [editing, setEditing] = useState(() => hasDraft(PROFILE_DRAFT, user.id))
  const [outcome, setOutcome] = useState<ProfileOutcome>()
  const toggle = () => {
    setOutcome(undefined)
    setEditing(!editing)
  }
  return (
    <Panel
      title="Business details"
      note="Who you are to Galla and to your customers."
      action={
        <Button
          variant="default"
          h={36}
          aria-expanded={editing}
          leftSection={editing ? <IconX size={16} aria-hidden /> : <IconEdit size={16} aria-hidden />}
          onClick={toggle}
        >
          {editing ? 'Cancel' : 'Edit Profile'}
        </Button>
      }
    >
      {outcome !== undefined && (
        <div className={css.outcome}>
          <Banner tone={outcome.tone} message={outcome.message} onDismiss={() => setOutcome(undefined)} />
        </div>
      )}
      {editing ? (
        <ProfileForm user={user} onOutcome={setOutcome} onDone={() => setEditing(false)} />
      ) : (
        <ProfileView user={user} />
      )}
    </Panel>
  )
}
