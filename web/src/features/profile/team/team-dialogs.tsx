import { MEMBER_ROLES, type MemberRole, mayGrant } from '@galla/contract/auth/roles'
import {
  changeMemberRole,
  INVITATION_DAYS,
  inviteMember,
  type Member,
  removeMember,
} from '@galla/contract/auth/team'
import { Radio, Stack, TextInput } from '@mantine/core'
import { type ComponentProps, useState } from 'react'
import { callEndpoint } from '../../../api/api.ts'
import { ShownOnce } from '../../../components/display/shown-once.tsx'
import { toastSuccess } from '../../../components/feedback/toast.tsx'
import { messagesOf } from '../../../components/form/form-errors.ts'
import { useAction } from '../../../components/form/use-action.ts'
import { useCheckedForm } from '../../../components/form/use-checked-form.ts'
import { ConfirmDialog } from '../../../components/overlay/confirm-dialog.tsx'
import { FormDialog } from '../../../components/overlay/form-dialog.tsx'
import { ROLE_NAMES, ROLE_TEXTS } from '../../../format/role-labels.ts'
import { t } from '../../../locales/translate.ts'
import { queryKeys } from '../../../query-keys.ts'
import { useUser } from '../../../session/session.tsx'

/** The roles that one may give. */
function RoleChoice(props: Partial<ComponentProps<typeof Radio.Group>>) {
  const { role: granter } = useUser()
  return (
    <Radio.Group label={t('Role')} {...props}>
      <Stack gap="xs" mt="xs">
        {MEMBER_ROLES.filter((role) => mayGrant(granter, role)).map((role) => (
          <Radio
            key={role}
            name="role"
            value={role}
            label={ROLE_NAMES[role]}
            description={ROLE_TEXTS[role]}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}

interface Invited {
  readonly role: MemberRole | ''
  readonly email: string
}

/** An empty address is left out: then the reply has a link. */
const bodyOf = ({ role, email }: Invited) => ({
  role: role as MemberRole,
  ...(email.trim() === '' ? {} : { email }),
})

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const checked = useCheckedForm<Invited>({
    initialValues: { role: '', email: '' },
    validate: (fields) => messagesOf(inviteMember.body, bodyOf(fields)),
  })
  const [url, setUrl] = useState<string>()
  return (
    <FormDialog
      title={t('Invite a person')}
      checked={checked}
      send={(fields) => callEndpoint(inviteMember, { body: bodyOf(fields) })}
      onSent={({ data }) => {
        if (data.url !== null) return setUrl(data.url)
        toastSuccess(t('The invitation is on its way'))
        onClose()
      }}
      failure={t('The person could not be invited')}
      queryKey={queryKeys.team}
      action={t('Invite')}
      busyLabel={t('Inviting...')}
      onClose={onClose}
      result={
        url !== undefined && (
          <ShownOnce secret={url} what={t('link')} onDone={onClose}>
            <p>
              {t(
                'Send this link to the person. It is shown only once, works for one person, and expires in {days} days.',
                { days: INVITATION_DAYS },
              )}
            </p>
          </ShownOnce>
        )
      }
    >
      <RoleChoice {...checked.form.getInputProps('role')} />
      <TextInput
        type="email"
        label={t('Email')}
        description={t('Leave this empty to get a link that you send yourself.')}
        autoComplete="off"
        {...checked.form.getInputProps('email')}
      />
    </FormDialog>
  )
}

export function RoleDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const checked = useCheckedForm({
    initialValues: { role: member.role },
    validate: (fields) => messagesOf(changeMemberRole.body, fields),
  })
  return (
    <FormDialog
      title={t('Role of {name}', { name: member.name })}
      checked={checked}
      send={(body) => callEndpoint(changeMemberRole, { params: { personId: member.id }, body })}
      done={t('Role changed')}
      failure={t('The role could not be changed')}
      queryKey={queryKeys.team}
      action={t('Change role')}
      busyLabel={t('Saving...')}
      onClose={onClose}
    >
      <RoleChoice {...checked.form.getInputProps('role')} />
    </FormDialog>
  )
}

export function RemoveDialog({ member, onClose }: { member: Member | undefined; onClose: () => void }) {
  const remove = useAction({
    act: (personId: string) => callEndpoint(removeMember, { params: { personId } }),
    failed: t('The person could not be removed'),
    done: t('Removed'),
    refreshes: queryKeys.team,
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      opened={member !== undefined}
      title={t('Remove {name}?', { name: member?.name ?? '' })}
      action={t('Remove')}
      busyLabel={t('Removing...')}
      busy={remove.isPending}
      onConfirm={() => member !== undefined && remove.mutate(member.id)}
      onClose={onClose}
    >
      <p>{t('They are logged out of this shop at once. Their login stays theirs.')}</p>
      <p>{t('API keys and signing secrets that they have seen stay valid: rotate those.')}</p>
      {member !== undefined && hadCounters(member) && <p>{COUNTERS_END}</p>}
    </ConfirmDialog>
  )
}

export const hadCounters = ({ role }: Pick<Member, 'role'>): boolean => role === 'owner' || role === 'admin'
export const COUNTERS_END = t(
  'The devices of your counters are logged out too. Then create a new login link for each counter.',
)
