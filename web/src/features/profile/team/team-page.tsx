import { IconLogout, IconPlus } from 'virtual:icons'
import { mayGrant } from '@galla/contract/auth/roles'
import {
  cancelInvitation,
  type Invitation,
  leaveTeam,
  listTeam,
  type Member,
} from '@galla/contract/auth/team'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { callEndpoint } from '../../../api/api.ts'
import { useData } from '../../../api/use-data.ts'
import { Day, When } from '../../../components/display/when.tsx'
import { ActionButton } from '../../../components/feedback/action-button.tsx'
import { ToneBadge } from '../../../components/feedback/tone-badge.tsx'
import { useAction } from '../../../components/form/use-action.ts'
import { ListPanel } from '../../../components/layout/list-panel.tsx'
import { PageTitle } from '../../../components/layout/page-title.tsx'
import { Panel } from '../../../components/layout/panel.tsx'
import { ConfirmButton } from '../../../components/overlay/row-button.tsx'
import { type Column, DataTable, TwoLines } from '../../../components/table/data-table.tsx'
import { ROLE_NAMES, ROLE_TEXTS } from '../../../format/role-labels.ts'
import { t } from '../../../locales/translate.ts'
import { queryKeys } from '../../../query-keys.ts'
import { leaveForLogin } from '../../../session/forced-login.ts'
import { useMay } from '../../../session/may.ts'
import { useUser } from '../../../session/session.tsx'
import { COUNTERS_END, hadCounters, InviteDialog, RemoveDialog, RoleDialog } from './team-dialogs.tsx'

/** Who works in the shop: for those who may see it, the list; for each member of others' shop, their role and the way out. */
export function TeamPage() {
  const may = useMay()
  const [inviting, setInviting] = useState(false)
  const mayInvite = may('POST /user/team/invitations')
  return (
    <>
      <PageTitle
        title={t('Team')}
        line={t('Each person has a login of their own and sees what their role allows.')}
        actions={
          mayInvite && (
            <Button leftSection={<IconPlus />} onClick={() => setInviting(true)}>
              {t('Invite a person')}
            </Button>
          )
        }
      />
      <Stack gap="lg">
        <YourRole />
        {may('GET /user/team') && <TeamLists />}
      </Stack>
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
    </>
  )
}

/** One's own place in the shop of others. */
function YourRole() {
  const { shop, shops } = useUser()
  const mine = shops?.find(({ id }) => id === shop?.id)
  const leave = useAction({
    act: () => callEndpoint(leaveTeam),
    failed: t('You could not leave the team'),
    onDone: leaveForLogin,
  })
  if (mine === undefined) return null
  return (
    <Panel
      title={t('{role} in {shop}', { role: ROLE_NAMES[mine.role], shop: mine.name })}
      action={
        <ConfirmButton
          Icon={IconLogout}
          color="failed"
          label={t('Leave the team')}
          title={t('Leave {shop}?', { shop: mine.name })}
          busyLabel={t('Leaving...')}
          busy={leave.isPending}
          onConfirm={() => leave.mutate()}
        >
          <p>{t('You are logged out. To come back, you need a new invitation.')}</p>
          {hadCounters(mine) && <p>{COUNTERS_END}</p>}
        </ConfirmButton>
      }
    >
      <Text c="dimmed">{ROLE_TEXTS[mine.role]}</Text>
    </Panel>
  )
}

function TeamLists() {
  const team = useData(queryKeys.team, listTeam)
  const { role } = useUser()
  const [open, setOpen] = useState<{ member: Member; action: 'role' | 'remove' }>()
  const close = () => setOpen(undefined)
  const { members, invitations = [] } = team.data ?? {}
  return (
    <>
      <ListPanel
        what={t('The team')}
        query={team}
        count={members?.length}
        empty={{ Icon: IconPlus, title: t('Team') }}
      >
        <DataTable
          label={t('Members')}
          columns={[
            ...MEMBER_COLUMNS,
            {
              head: t('Actions'),
              hideHead: true,
              end: true,
              width: { sm: 236, lg: 256 },
              card: 'line',
              cell: (member) =>
                !(member.isYou || member.isFounder) &&
                mayGrant(role, member.role) && (
                  <MemberActions member={member} onAction={(action) => setOpen({ member, action })} />
                ),
            },
          ]}
          rows={members}
          keyOf={({ id }) => id}
          skeletonRows={2}
        />
      </ListPanel>
      {invitations.length > 0 && (
        <Panel title={t('Open invitations')}>
          <DataTable
            label={t('Open invitations')}
            columns={INVITATION_COLUMNS}
            rows={invitations}
            keyOf={({ id }) => id}
            inPanel
          />
        </Panel>
      )}
      {open?.action === 'role' && <RoleDialog member={open.member} onClose={close} />}
      <RemoveDialog member={open?.action === 'remove' ? open.member : undefined} onClose={close} />
    </>
  )
}

const MEMBER_COLUMNS: readonly Column<Member>[] = [
  {
    head: t('Person'),
    card: 'line',
    cell: ({ name, email, isYou }) => (
      <TwoLines
        first={
          <Group component="span" gap="xs">
            {name}
            {isYou && <ToneBadge tone="success">{t('You')}</ToneBadge>}
          </Group>
        }
        second={email}
      />
    ),
  },
  { head: t('Role'), width: 'middle', card: 'start', cell: ({ role }) => ROLE_NAMES[role] },
  {
    head: t('Since'),
    width: 'middle',
    wideOnly: true,
    card: 'end',
    cell: ({ joinedAt }) => <Day at={joinedAt} />,
  },
]

function MemberActions({
  member: { name },
  onAction,
}: {
  member: Member
  onAction: (action: 'role' | 'remove') => void
}) {
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <Button
        variant="default"
        px="sm"
        aria-label={t('Change the role of {name}', { name })}
        onClick={() => onAction('role')}
      >
        {t('Change role')}
      </Button>
      <Button
        variant="subtle"
        color="failed"
        px="sm"
        aria-label={t('Remove {name}', { name })}
        onClick={() => onAction('remove')}
      >
        {t('Remove')}
      </Button>
    </Group>
  )
}

const INVITATION_COLUMNS: readonly Column<Invitation>[] = [
  {
    head: t('For'),
    card: 'line',
    cell: ({ email }) => (email === '' ? t('Anyone with the link') : email),
  },
  { head: t('Role'), width: 'middle', card: 'start', cell: ({ role }) => ROLE_NAMES[role] },
  { head: t('Expires'), width: 'middle', card: 'end', cell: ({ expiresAt }) => <When at={expiresAt} /> },
  {
    head: t('Actions'),
    hideHead: true,
    end: true,
    width: 'middle',
    card: 'line',
    cell: (invitation) => (
      <Group justify="flex-end">
        <CancelInvitation invitation={invitation} />
      </Group>
    ),
  },
]

function CancelInvitation({ invitation: { id, email, role } }: { invitation: Invitation }) {
  const cancel = useAction({
    act: () => callEndpoint(cancelInvitation, { params: { id } }),
    failed: t('The invitation could not be cancelled'),
    done: t('Invitation cancelled'),
    refreshes: queryKeys.team,
  })
  return (
    <ActionButton
      variant="subtle"
      color="failed"
      px="sm"
      busy={cancel.isPending}
      busyLabel={t('Cancelling...')}
      aria-label={t('Cancel the invitation: {whom}', { whom: email === '' ? ROLE_NAMES[role] : email })}
      onClick={() => cancel.mutate()}
    >
      {t('Cancel')}
    </ActionButton>
  )
}
